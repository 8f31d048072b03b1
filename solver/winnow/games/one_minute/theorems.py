"""One-Minute Solitaire: the capacity of passes (the most cards that each can play), and the handlings it implies.

Engines report it as a reason, the referee recomputes it (docs/soundness: pass capacity).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from winnow.core.cards import Card
from winnow.games.one_minute.rules import OneMinute, Position, matches


@dataclass(frozen=True)
class Capacity:
    """The capacity of passes: with j impasses, at most `now[j]` cards in this pass and `later[j]` in a later one.

    `handlings` is a lower bound on the handlings of any line, those so far included.
    """

    now: tuple[int, ...]
    later: tuple[int, ...]
    handlings: int

    @property
    def impasses(self) -> int:
        """Return the most impasses that can still occur."""
        return len(self.now) - 1


def capacity(game: OneMinute, position: Position) -> Capacity:
    """Return the capacity of the passes from a position in which the base is laid."""
    cards = position.waste + position.hand
    # After each impasse no card of the top's suit is left.
    impasses = max(0, len({card[1] for card in (*cards, position.top or "  ")}) - 1)
    now = _longest(position.hand, position.top, impasses)
    there, back = _longest(cards, None, impasses), _longest(cards[::-1], None, impasses)
    later = tuple(map(max, there, back))
    least = _fewest(len(cards), len(position.hand), now, later, game.rules.pickup)
    return Capacity(now, later, position.handlings + least)


def _longest(coming: Sequence[Card], top: Card | None, impasses: int) -> tuple[int, ...]:
    """Return, for 0, 1, ... impasses, the most of the cards that can be played as they come up once.

    With a `top` the first card played must match it, unless an impasse comes first. An impasse adds the card taken, and
    any later card may follow it.
    """
    ending: dict[str, list[int]] = {}
    """The most cards played up to one of each rank and suit, by the impasses before; 0 if none can be played."""
    best = list(range(impasses + 1))
    for card in coming:
        counts = []
        for used in range(impasses + 1):
            count = 1 if used == 0 and (top is None or matches(top, card)) else 0
            if used:
                # The card taken, and this one: after an impasse any card may follow.
                count = best[used - 1] + 2
            before = max(ending[of][used] if of in ending else 0 for of in card)
            counts.append(max(count, before + 1 if before else 0))
        for of in card:
            ending[of] = [max(pair) for pair in zip(ending.get(of, counts), counts, strict=True)]
        for used in range(impasses + 1):
            best[used] = max(best[used], counts[used], best[used - 1] + 1 if used else 0)
    return tuple(best)


def _fewest(cards: int, in_hand: int, now: Sequence[int], later: Sequence[int], pickup: int) -> int:
    """Return the least handlings in which passes of this capacity can play all cards.

    A pass handles the cards that are left at its beginning, the present one those in the hand.
    """

    @cache
    def after(left: int, impasses: int) -> int:
        """Return the least handlings of the passes still to begin."""
        if left <= 0:
            return 0
        return pickup + left + min(after(left - later[used], impasses - used) for used in range(impasses + 1))

    return in_hand + min(after(cards - now[used], len(now) - 1 - used) for used in range(len(now)))
