"""The fewest cards that optional discarding can leave of a row, some of whose cards may be unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from winnow.core.cards import Card
from winnow.core.deals import UNKNOWN
from winnow.core.meter import Meter


@dataclass(frozen=True)
class Places:
    """By place, numbered from 1: masks of the places that may hold a card of the same rank, and of the same suit."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]

    @classmethod
    def of(cls, cards: Sequence[Card], missing: Sequence[Card]) -> Places:
        """Return the masks for cards in dealing order, where `?` may be any of the missing ones.

        Two unknown places may match if two of the missing cards do.
        """
        return cls(_matching(cards, missing, 0), _matching(cards, missing, 1))


def _matching(cards: Sequence[Card], missing: Sequence[Card], part: int) -> tuple[int, ...]:
    several = any(count > 1 for count in Counter(card[part] for card in missing).values())
    unknown = sum(1 << place for place, card in enumerate(cards, 1) if card == UNKNOWN)
    masks = [0]
    for card in cards:
        if card == UNKNOWN:
            held = {other[part] for other in missing}
            mask = unknown if several else 0
        else:
            held = {card[part]}
            mask = unknown if any(other[part] == card[part] for other in missing) else 0
        known = (1 << place for place, other in enumerate(cards, 1) if other != UNKNOWN and other[part] in held)
        masks.append(mask | sum(known))
    return tuple(masks)


def least_left(places: Places, drawn: int, meter: Meter) -> int:
    """Return a lower bound on the cards left, from the least relations that every move preserves.

    `drawn` cards lie in the hand, the others are still to come (docs/soundness/certificates.md, *Relations*).
    """
    count = len(places.ranks) - 1
    lies = [1 << (x + 1) if x < drawn else 0 for x in range(count + 1)]
    tops = [1 << x if x >= drawn else 0 for x in range(count + 1)]
    everyone = (2 << count) - 1
    grown = True
    while grown:
        meter.step(count + 1)
        grown = False
        topping = sum(1 << x for x in range(count + 1) if tops[x])
        two = [union(lies, row) for row in lies]
        three = [union(lies, row) for row in two]
        returns = [0, *(union(tops, three[a] & places.ranks[a]) for a in range(1, count + 1))]
        for x in range(count + 1):
            row = lies[x] | (tops[x] << 1 & everyone)
            if x:
                row |= three[x] & places.suits[x] & topping
            times = tops[x] | union(returns, row)
            grown = grown or row != lies[x] or times != tops[x]
            lies[x], tops[x] = row, times
    return shortest(lies, tops, count)


def shortest(lies: Sequence[int], tops: Sequence[int], count: int) -> int:
    """Return the least number of cards in a stack whose last card is on top when all are drawn."""
    ending = sum(1 << x for x in range(count + 1) if tops[x] >> count & 1)
    layer = seen = 1
    for least in range(count + 1):
        if layer & ending:
            return least
        layer = union(lies, layer) & ~seen
        seen |= layer
    return count


def union(rows: Sequence[int], members: int) -> int:
    """Return the union of the rows of the members."""
    found = 0
    while members:
        lowest = members & -members
        found |= rows[lowest.bit_length() - 1]
        members ^= lowest
    return found
