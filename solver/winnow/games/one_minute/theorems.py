"""One-Minute Solitaire: the capacity of passes (the most cards that each can play), and the handlings it implies.

The engine reports it as a reason (games/one_minute/ledger.md: pass-capacity).
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
    ending = dict.fromkeys("".join(coming), 0)
    """By rank and by suit: the most cards played up to its last one, 0 if none can be played."""
    best = [0]
    """[n]: the most of the first n cards, so far without an impasse."""
    for card in coming:
        count = max(ending[card[0]], ending[card[1]])
        count += count > 0 or top is None or matches(top, card)
        ending[card[0]] = ending[card[1]] = count
        best.append(max(best[-1], count))
    most = [best[-1]]
    for used in range(1, impasses + 1):
        best = _with_impasses(coming, best, used)
        most.append(best[-1])
    return tuple(most)


def _with_impasses(coming: Sequence[Card], fewer: Sequence[int], used: int) -> list[int]:
    """Return [n]: the most of the first n cards with `used` impasses; `fewer` holds it for one impasse fewer.

    Written out without calls, since it takes most of the time of an easy deal.
    """
    ending = dict.fromkeys("".join(coming), 0)
    most, best = used, [used]
    for card, before, with_it in zip(coming, fewer, fewer[1:], strict=False):
        rank, suit = card[0], card[1]
        by_rank, by_suit = ending[rank], ending[suit]
        count = by_rank + 1 if by_rank > by_suit else by_suit + 1
        # After an impasse, which adds the card taken, any card may follow.
        count = count if count > before + 2 else before + 2
        ending[rank] = ending[suit] = count
        most = count if count > most else most
        most = with_it + 1 if with_it + 1 > most else most
        best.append(most)
    return best


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
