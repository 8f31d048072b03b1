"""Why a move of Head loses: which card is left without a meld, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.games.head.rules import LEAST_SET, Position
from winnow_puzzles.problems.refuted import Reason, Refuted, in_each

_MOST_NAMED = 3


def cards_of(move: str) -> set[Card]:
    """Return the cards that a move names."""
    return {word.partition("#")[0] for word in move.split()[1:]}


def left(position: Position) -> frozenset[Card]:
    """Return the cards that are not melded."""
    return frozenset(position.pile + position.hand + position.discards)


def _listed(cards: Sequence[Card]) -> str:
    return " and ".join(", ".join(part) for part in (cards[:-1], cards[-1:]) if part)


def reasons(refuted: Refuted) -> Iterator[Reason]:
    """Yield the reasons, the most telling first; each holds on every line that can follow."""
    melds = [cards_of(move) for _, move, _ in refuted.steps if move.startswith("meld")]
    melded = set().union(*melds)
    stay = left(refuted.after)
    if len(stay) < LEAST_SET and not melds:
        yield Reason("too few", f"{counted(len(stay), 'cards')} stay out: too few for a meld.")
    yield from _without_a_meld(refuted, melded)
    if not melds:
        yield Reason("no meld", f"No meld comes up any more, and {counted(len(stay), 'cards')} stay out.")
    yield from _dead(refuted, melds, [card for card in sorted(stay) if card not in melded])
    yield from _one_of(refuted, melds)


def _without_a_meld(refuted: Refuted, melded: set[Card]) -> Iterator[Reason]:
    """Yield reasons from the first meld of the solution one card of which is in no meld any more."""
    if refuted.move == "burn":
        burned = refuted.before.hand[0]
        if burned not in melded:
            yield Reason("burned", f"{burned} is burned, and no meld takes it any more.", (burned,))
    used = cards_of(refuted.move) if refuted.move.startswith("meld") else set()
    for move, _ in refuted.won:
        meld = cards_of(move) if move.startswith("meld") else set()
        dead = sorted(meld - melded - used)
        gone = sorted(meld & used)
        if dead and gone:
            lone = _listed(dead[:_MOST_NAMED])
            stays = "stays" if len(dead) == 1 else "stay"
            text = (
                f"{lone} {stays} out: {gone[0]}, which the last meld took, was the partner, and no other meld comes up."
            )
            yield Reason("partner gone", text, (*dead[:_MOST_NAMED], gone[0]))


def _dead(refuted: Refuted, melds: list[set[Card]], dead: list[Card]) -> Iterator[Reason]:
    if not dead:
        return
    hands = [set(position.hand) for position in refuted.positions]
    for move, _ in refuted.won:
        meld = cards_of(move) if move.startswith("meld") else set()
        for card in sorted(meld.intersection(dead)):
            apart = [other for other in sorted(meld - {card}) if not any({card, other} <= hand for hand in hands)]
            if apart:
                text = f"{card} and {apart[0]} never meet in one hand any more, and no other meld takes {card}."
                yield Reason("apart", text, (card, apart[0]))
    if not any(dead[0] in hand for hand in hands):
        yield Reason("not drawn", f"{dead[0]} is not drawn again.", (dead[0],))
    several = " and ".join(dead[:2])
    verb = "is" if len(dead) == 1 else "are"
    yield Reason("stranded", f"{several} {verb} in no meld any more, whatever is melded later.", tuple(dead[:2]))


def _one_of(refuted: Refuted, melds: list[set[Card]]) -> Iterator[Reason]:
    """Yield the reasons for cards one of which is left in the end."""
    ends = [left(end) for end in refuted.ends]
    for size in (2, 3):
        some = in_each(ends, size)
        if some is None:
            continue
        needs = [[meld for meld in melds if card in meld] for card in some]
        common = set.intersection(*(meld for found in needs for meld in found)) - set(some)
        names = _listed(some)
        if common:
            partner = min(common)
            every = "both" if size == 2 else "all"
            yield Reason("one partner", f"{names} {every} need {partner}, so one of them stays out.", (*some, partner))
        if size == 2 and all(not a & b for a, b in combinations(needs[0] + needs[1], 2) if a != b):
            yield Reason("one of two", f"Of {names} one always stays out: their melds never both come up.", some)
        yield Reason("one of two" if size == 2 else "one of three", f"Of {names} one always stays out.", some)
