"""One-Minute Solitaire: the capacity of passes (the most cards that each can play), and the handlings it implies.

Engines report it as a reason, the referee recomputes it (games/one_minute/ledger.md: pass-capacity).
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
    most, best = [], [0]
    for used in range(impasses + 1):
        # By the number of cards that have come up: the most played, with one impasse fewer and with these.
        fewer, best = best, [used]
        ending: dict[str, int] = {}
        """The most cards played up to the last one of each rank and suit; 0 if none can be played."""
        for place, card in enumerate(coming):
            rank, suit = card[0], card[1]
            count = max(ending.get(rank, 0), ending.get(suit, 0))
            if used:
                # After an impasse, which adds the card taken, any card may follow.
                count = max(count + 1, fewer[place] + 2)
                best.append(max(best[-1], count, fewer[place + 1] + 1))
            else:
                count += count > 0 or top is None or matches(top, card)
                best.append(max(best[-1], count))
            ending[rank] = ending[suit] = count
        most.append(best[-1])
    return tuple(most)


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
