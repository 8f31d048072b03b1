"""Why a move of Single Left loses: which two cards no longer stand four apart, and which card stays."""

from __future__ import annotations

from collections.abc import Iterator

from winnow.core.bits import bits
from winnow.core.cards import Card
from winnow.games.single_left.rules import WINDOW, Position
from winnow_puzzles.problems.refuted import VERDICT, Reason, Refuted
from winnow_puzzles.single_left.thought import FORCED, GRADES, End, Line, Row, Way, row_of

PASSED_OVER = "passed over"

_Discard = tuple[str, int, int]
"""A move that discards, and the first and the last card of its window, as places in the deal."""


def _discard(before: Position, move: str) -> _Discard | None:
    """Return the discard that a move is; None for another move."""
    return (move, before.hand[-WINDOW], before.hand[-1]) if move in ("pair", "four") else None


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reasons, the most telling first; each holds on every line that can follow."""
    come = {found for before, move, _ in refuted.steps if (found := _discard(before, move))}
    lost = list(_lost(refuted, come))
    row = row_of(refuted.game, refuted.after)
    end = row.end(row.read(row.start))
    read = [] if end is None else [_too_many(row, end)]
    # One card too many is plainer to see than what the solution would have done; several are not.
    yield from (reason for reason in read if end and end.stay.bit_count() == len(reason.about))
    # That a discard is passed over is plain to see: which cards stay says more.
    yield from (reason for reason in lost if reason.kind != PASSED_OVER)
    yield from _staying(refuted)
    yield from read
    yield from lost
    yield Reason(VERDICT, f"After that {refuted.best} cards at least are left, whatever is discarded later.")


def _solution(refuted: Refuted) -> list[_Discard]:
    positions = [refuted.before, *(after for _, after in refuted.won)]
    moves = (move for move, _ in refuted.won)
    return [found for before, move in zip(positions, moves, strict=False) if (found := _discard(before, move))]


def _lost(refuted: Refuted, come: set[_Discard]) -> Iterator[Reason]:
    """Yield reasons from the first discard of the solution that no line has any more."""
    deal: tuple[Card, ...] = refuted.game.deal
    made = _discard(refuted.before, refuted.move)
    gone = set(refuted.after.discards) - set(refuted.before.discards)
    coming = {(first, last) for _, first, last in come}
    for move, first, last in _solution(refuted):
        if (move, first, last) in come or (move, first, last) == made or (first, last) in coming:
            continue
        a, b = deal[first], deal[last]
        if first in gone or last in gone:
            lost, other = (a, b) if first in gone else (b, a)
            yield Reason("gone", f"{lost} is discarded, and it was to make a {move} with {other}.", (lost, other))
        elif made is not None:
            text = f"{a} and {b} were to make a {move}; after this discard they never stand so."
            yield Reason("moved apart", text, (a, b))
        elif (first, last) == (refuted.before.hand[-WINDOW:][:1] + refuted.before.hand[-1:]):
            yield Reason(PASSED_OVER, f"The {move} of {a} and {b} is passed over, and never comes back.", (a, b))
        else:
            text = f"{a} and {b} were to make a {move}; the cards kept in between part them."
            yield Reason("kept apart", text, (a, b))
        return


def _staying(refuted: Refuted) -> Iterator[Reason]:
    """Yield reasons from the cards that stay in the hand to the end."""
    deal = refuted.game.deal
    ends = [frozenset(end.hand) for end in refuted.ends if not end.deck]
    stay = sorted(frozenset.intersection(*ends)) if ends else []
    if len(stay) > refuted.goal:
        cards = tuple(deal[place] for place in stay[: refuted.goal + 1])
        verb = "stays" if refuted.goal == 0 else "stay"
        yield Reason("stays", f"{', '.join(cards)} {verb} in the hand on every line.", cards)


def _too_many(row: Row, end: End) -> Reason:
    """Return the reason from cards that stay by reading the row, one more than may stay at such places."""
    most = row.most[0 if end.stay & row.places[0] else 1]
    cards = tuple(row.cards[card] for card in bits(end.stay))[: most + 1]
    text = f"{', '.join(cards)} stay, even distances apart, and of such cards {most} may."
    return Reason("even distances", text if most else f"{cards[0]} stays, and none may.", cards)


def refutation(move: str, row: Row) -> Iterator[str]:
    """Yield sentences that say why a move loses, by the least step of the ladder that shows it; `row` is that after it.

    Cards are named with their places in the row, from 1 on.
    """
    step = row.step
    yield f"{move.capitalize()} loses ({GRADES[step - 1]})." if step else f"{move.capitalize()} loses."
    line = row.follow(row.start)
    yield from _followed(row, line)
    for way in row.failing(line.state, step - FORCED) if line.end is None else ():
        yield from _supposed(row, way, step - FORCED)


def _supposed(row: Row, way: Way, suppositions: int) -> Iterator[str]:
    yield f"Suppose {_written(row, way)}."
    line = row.follow(way.state)
    yield from _followed(row, line)
    if line.end is None:
        card = row.failing(line.state, suppositions - 1)[0].card
        yield f"Then every way of {_at(row, card)} fails, by one supposition more."


def _followed(row: Row, line: Line) -> Iterator[str]:
    yield from (f"So {_written(row, way)}." for way in line.ways)
    if line.end is not None:
        yield _ended(row, line.end)


def _at(row: Row, card: int) -> str:
    return f"{row.cards[card]} at {card + 1}"


def _discarded(row: Row, arc: int) -> str:
    made = row.arcs[arc]
    return f"the {made.move} of {_at(row, made.first)} and {_at(row, made.last)}"


def _written(row: Row, way: Way) -> str:
    """Return what becomes of a card."""
    return f"{row.cards[way.card]} " + ("stays" if way.arc is None else f"goes by {_discarded(row, way.arc)}")


def _ended(row: Row, end: End) -> str:
    """Return why too many cards stay."""
    if end.arc is not None:
        return f"But {_discarded(row, end.arc)} cannot come about then."
    places = 0 if end.stay & row.places[0] else 1
    most, named = row.most[places], ", ".join(_at(row, card) for card in bits(end.stay))
    return f"Then {named} stay, and of {('odd', 'even')[places]} places {most or 'none'} may."
