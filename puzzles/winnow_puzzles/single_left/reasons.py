"""Why a move of Single Left loses: which two cards no longer stand four apart, and which card stays."""

from __future__ import annotations

from collections.abc import Iterator

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.games.single_left.rules import WINDOW, Position
from winnow_puzzles.problems.refuted import Reason, Refuted, in_each

PASSED_OVER = "passed over"

_Discard = tuple[str, int, int]
"""A move that discards, and the first and the last card of its window, as places in the deal."""


def _discard(before: Position, move: str) -> _Discard | None:
    """Return the discard that a move is; None for another move."""
    return (move, before.hand[-WINDOW], before.hand[-1]) if move in ("pair", "four") else None


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reasons, the most telling first; each holds on every line that can follow."""
    come = {found for before, move, _ in refuted.steps if (found := _discard(before, move))}
    yield from _none(refuted, {move for move, _, _ in come})
    lost = list(_lost(refuted, come))
    # That a discard is passed over is plain to see: which cards stay says more.
    yield from (reason for reason in lost if reason.kind != PASSED_OVER)
    yield from _staying(refuted)
    yield from lost


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


def _none(refuted: Refuted, come: set[str]) -> Iterator[Reason]:
    """Yield reasons from kinds of discard that no line has any more."""
    if not come:
        yield Reason("no discard", f"No discard comes up any more; {counted(refuted.best or 0, 'cards')} are left.")
    elif come == {"pair"} and any(move == "four" for move, _, _ in _solution(refuted)):
        text = f"No four comes up any more, and pairs alone leave {counted(refuted.best or 0, 'cards')} at least."
        yield Reason("no four", text)


def _staying(refuted: Refuted) -> Iterator[Reason]:
    """Yield reasons from the cards that stay in the hand to the end."""
    deal = refuted.game.deal
    ends = [frozenset(end.hand) for end in refuted.ends if not end.deck]
    stay = sorted(frozenset.intersection(*ends)) if ends else []
    if len(stay) > refuted.goal:
        cards = tuple(deal[place] for place in stay[: refuted.goal + 1])
        verb = "stays" if refuted.goal == 0 else "stay"
        yield Reason("stays", f"{', '.join(cards)} {verb} in the hand on every line.", cards)
    elif refuted.goal == 0 and (pair := in_each(ends, 2)) is not None:
        a, b = (deal[place] for place in pair)
        yield Reason("one of two", f"Of {a} and {b} one always stays in the hand.", (a, b))
