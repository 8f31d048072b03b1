"""Why a move of One-Minute loses: which card lies too far away, or is left without a partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.games.one_minute.rules import Position, matches
from winnow_puzzles.problems.refuted import Reason, Refuted


def coming(position: Position) -> tuple[Card, ...]:
    """Return the cards left in the order in which they come up."""
    return position.hand + position.waste[::-1]


def passed_by(before: Position, after: Position) -> int:
    """Return the number of cards passed by between two positions, a pick-up's cost included."""
    return after.handlings - before.handlings - (len(coming(before)) - len(coming(after)))


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reasons, the most telling first; each holds on every line that can follow."""
    before, after = refuted.before, refuted.after
    cards = coming(after)
    spare = _spare_of(refuted, after)
    passed = passed_by(before, after)
    if spare < 0:
        most = passed + spare
        allowed = "none may be" if most == 0 else f"{most} may be"
        yield Reason("too far", f"It passes {counted(passed, 'cards')} by, and {allowed}.")
        return
    yield from _impasse(after, cards, spare)
    yield from _next_match(refuted, cards, spare)
    yield from _orphan(refuted, cards)
    yield from _left_behind(refuted)


def _impasse(after: Position, cards: Sequence[Card], spare: int) -> Iterator[Reason]:
    if not any(matches(card, str(after.top)) for card in cards):
        text = f"No card left matches {after.top}, and whichever is taken leads to more than {_spare(spare)}."
        yield Reason("impasse", text, (str(after.top),))


def _spare(spare: int) -> str:
    return f"the {counted(spare, 'cards')} that may be passed by" if spare else "a run without passing a card by"


def _next_match(refuted: Refuted, cards: Sequence[Card], spare: int) -> Iterator[Reason]:
    """Yield reasons from the next card of the foundation: every match is too far, or the only near one loses."""
    after = refuted.after
    far = next((place for place, card in enumerate(cards) if matches(card, str(after.top))), None)
    if far is not None and far > spare:
        text = (
            f"The next card that matches {after.top} is {cards[far]}, behind {counted(far, 'cards')}, "
            f"and {spare or 'none'} may be passed by."
        )
        yield Reason("next match too far", text, (str(after.top), cards[far]))
    near = [step for step in refuted.steps if step[0] == after]
    able = [(move, then) for _, move, then in near if _spare_of(refuted, then) >= 0]
    if far is not None and len(able) == 1:
        move, then = able[0]
        if not any(matches(card, str(then.top)) for card in coming(then)):
            text = f"Only {_name(move)} is near enough now, and no card left matches it."
            yield Reason("forced impasse", text, (_name(move),))


def _name(move: str) -> str:
    return move.partition("#")[0]


def _orphan(refuted: Refuted, cards: Sequence[Card]) -> Iterator[Reason]:
    """Yield the reasons why a card cannot be reached by a match: nothing matches it, or its one match is played."""
    played = _name(refuted.move)
    for card in cards:
        if not any(matches(card, other) for other in cards if other != card):
            if matches(card, played):
                continue
            text = f"{card} matches no other card left: only an impasse brings it to the foundation."
            yield Reason("orphan", text, (card,))
    foundation = [_name(move) for move, _ in refuted.won]
    if played in foundation[:-1]:
        follower = foundation[foundation.index(played) + 1]
        reached = {_name(move) for _, move, then in refuted.steps if _spare_of(refuted, then) >= 0}
        others = [card for card in cards if card != follower and matches(card, follower)]
        if matches(follower, played) and not others and follower not in reached:
            text = f"Only {played} leads to {follower}, which is too far away now."
            yield Reason("link used", text, (played, follower))


def _left_behind(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reasons for a card that is not reached in time any more, the solution's next card first."""
    wanted = _name(refuted.won[0][0])
    cards = coming(refuted.after)
    played = {_name(move) for _, move, then in refuted.steps if _spare_of(refuted, then) >= 0}
    away = cards.index(wanted) if wanted in cards else 0
    if away and wanted in refuted.before.hand and wanted in refuted.after.waste:
        text = f"{wanted} is passed by, and comes up again only after {counted(away, 'cards')}."
        yield Reason("passed by", text, (wanted,))
    never = [card for card in (wanted, *sorted(cards)) if card in cards and card not in played]
    if never:
        yield Reason("not in time", f"{never[0]} is not reached in time any more.", (never[0],))


def _spare_of(refuted: Refuted, position: Position) -> int:
    """Return how many cards may be passed by after a position; below 0 if too many were."""
    return refuted.goal - position.handlings - len(coming(position))
