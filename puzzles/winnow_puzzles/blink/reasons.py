"""Why a placement of Blink loses: which cell or card is left without a partner, and what leads there."""

from __future__ import annotations

from collections.abc import Iterator

from winnow_puzzles.blink.thought import Line, Pair, Region
from winnow_puzzles.problems.refuted import VERDICT, Reason, Refuted, forced


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reason that needs the least thought; each holds on every line that can follow."""
    region = Region.of(refuted.game, refuted.after)
    yield from _reason(region, region.follow(region.start))
    yield Reason(VERDICT, "After that the cards to come do not all find a place.")


def thought(region: Region) -> Iterator[str]:
    """Yield how one thinks: each supposition with why it fails, and what is forced then."""
    state = region.deduce(region.start)
    for pair, _ in region.suppositions() or ():
        for reason in _reason(region, region.follow(region.put(state, pair))):
            yield f"Suppose {_written(region, pair)}. {reason.text}"
        after = region.deduce(state.without(pair))
        new = [cell for cell in range(len(region.cells)) if (after.settled & ~state.settled) >> cell & 1]
        placed = ", ".join(_written(region, (cell, after.able[cell].bit_length() - 1)) for cell in new)
        then = f"Then {placed} follow." if placed else "No card is forced yet."
        yield "So not, and the rest follows." if after.solved else f"So not. {then}"
        state = after


def _reason(region: Region, line: Line) -> Iterator[Reason]:
    if line.dead is not None:
        yield _dead(region, line.forced, line.dead)
    elif failing := region.failing(line.state):
        yield _failing(region, line.forced, failing)


def _written(region: Region, pair: Pair) -> str:
    return f"{region.cards[pair[1]]} at {_at(region, pair[0])}"


def _at(region: Region, cell: int) -> str:
    return "{},{}".format(*region.cells[cell])


def _about(region: Region, pairs: tuple[Pair, ...]) -> list[str]:
    return [name for cell, card in pairs for name in (region.cards[card], _at(region, cell))]


def _forced(region: Region, pairs: tuple[Pair, ...]) -> str:
    return forced([_written(region, pair) for pair in pairs])


def _dead(region: Region, made: tuple[Pair, ...], dead: tuple[str, int]) -> Reason:
    """Return the reason for a cell, or a card, without a partner."""
    if dead[0] == "card":
        about, kind, text = region.cards[dead[1]], "no cell takes it", "no cell takes"
    else:
        about, kind, text = _at(region, dead[1]), "no card fits", "no card to come fits"
    names = (*_about(region, made), about)
    return Reason(f"forced: {kind}" if made else kind, f"{_forced(region, made)}{text} {about}.", names)


def _failing(region: Region, made: tuple[Pair, ...], failing: tuple[Pair, ...]) -> Reason:
    """Return the reason for a cell, or a card, all of whose ways end so by forced placements."""
    (cell, card), start = failing[0], _forced(region, made)
    about = (*_about(region, made), *_about(region, failing))
    if len({cell for cell, _ in failing}) == 1:
        kind, named, ways = "card", _at(region, cell), ", ".join(region.cards[card] for _, card in failing)
    else:
        kind, named, ways = "cell", region.cards[card], "; ".join(_at(region, cell) for cell, _ in failing)
    text = f"{start}each {kind} for {named} ({ways}) leads to a dead end by forced cards."
    return Reason(f"every {kind} fails", text, about)
