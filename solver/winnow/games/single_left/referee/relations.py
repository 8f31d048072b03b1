"""Relations of Single Left: which card can lie on which, and when a card can be on top.

Cards are numbered from 1, those of the hand and then of the deck; 0 is the empty table. Bit m of row x of `lies` says
that m may lie directly on x, bit t of row x of `tops` that x may be on top when the first t cards are drawn. The
relations hold in every position if they hold at the start and every move keeps them (docs/soundness/certificates.md,
*Relations*).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from winnow.core.bits import union
from winnow.core.cards import Card
from winnow.core.deals import UNKNOWN
from winnow.core.meter import Meter
from winnow.core.referee import Claim
from winnow.core.results import Proven, require
from winnow.games.single_left.rules import Position, SingleLeft

Tables = tuple[list[int], list[int]]
"""`lies` and `tops`."""
MOST_CARDS = 1000
_WORD = re.compile("0|[1-9a-f][0-9a-f]*")


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


def least_tables(places: Places, drawn: int, meter: Meter) -> Tables:
    """Return the least relations that every move keeps; `drawn` cards lie in the hand, the others are to come."""
    count = len(places.ranks) - 1
    lies = [1 << (x + 1) if x < drawn else 0 for x in range(count + 1)]
    tops = [1 << x if x >= drawn else 0 for x in range(count + 1)]
    while True:
        meter.step(count + 1)
        after = _with_a_move(places, lies, tops)
        if after == (lies, tops):
            return after
        lies, tops = after


def _with_a_move(places: Places, lies: list[int], tops: list[int]) -> Tables:
    """Return the relations with what one more draw, pair or four adds."""
    count = len(lies) - 1
    everyone = (2 << count) - 1
    # Only a card that is on top at some time is ever paired.
    topping = sum(1 << x for x in range(count + 1) if tops[x])
    three = [union(lies, union(lies, row)) for row in lies]
    returns = [union(tops, third & ranks) for third, ranks in zip(three, places.ranks, strict=True)]
    rows = [
        row | (times << 1 & everyone) | (third & suits & topping)
        for row, times, third, suits in zip(lies, tops, three, places.suits, strict=True)
    ]
    return rows, [times | union(returns, row) for times, row in zip(tops, rows, strict=True)]


def _shortest(lies: Sequence[int], tops: Sequence[int]) -> int:
    """Return the least number of cards in a stack whose last card is on top when all are drawn."""
    count = len(lies) - 1
    ending = sum(1 << x for x in range(count + 1) if tops[x] >> count & 1)
    layer = seen = 1
    for least in range(count + 1):
        if layer & ending:
            return least
        layer = union(lies, layer) & ~seen
        seen |= layer
    return count


def check(claim: Claim, lines: Iterator[str], meter: Meter) -> Proven:
    """Return the least number of cards that the relations leave, which must hold at the start and after every move.

    Line x, from 0, gives row x of `lies` and of `tops` as two hexadecimal words.
    """
    game, position = claim.bound_to(SingleLeft), claim.position
    require(position.redeals == 0, "this content is for a game without redeals")
    require(not game.forced, "this content is for optional discarding")
    cards = [game.deal[place] for place in position.hand + position.deck]
    count, drawn = len(cards), len(position.hand)
    require(count <= MOST_CARDS, f"this content is for at most {MOST_CARDS} cards")
    lies, tops = _tables(lines, count)
    for x in range(drawn):
        require(bool(lies[x] >> (x + 1) & 1), f"card {x + 1} lies on {x} at the start")
    for x in range(drawn, count + 1):
        require(bool(tops[x] >> x & 1), f"card {x} tops when it is drawn")
    meter.step(count + 1)
    rows, times = _with_a_move(Places.of(cards, ()), lies, tops)
    for x in range(count + 1):
        missing = rows[x] & ~lies[x]
        move = "draw" if missing & tops[x] << 1 else "pair"
        require(not missing, f"a {move} puts a card on {x} that the relations leave out")
        require(times[x] == tops[x], f"a four brings {x} to the top where the relations do not")
    least = _shortest(lies, tops)
    return Proven(cannot_end(game, count, least), least, "relations that every move keeps")


def cannot_end(game: SingleLeft, count: int, least: int) -> bool:
    """Return whether no number of cards left from `least` to `count` meets the goal; discards take 2 or 4 cards."""
    return not any(game.goal_met(left) for left in range(least, count + 1) if (left - count) % 2 == 0)


def least_relations(game: SingleLeft, position: Position, meter: Meter) -> tuple[int, bool]:
    """Return the fewest cards that the least relations leave, and whether no such number of cards meets the goal."""
    require(not game.forced and not position.redeals, "the relations are for optional discarding, with no redeal left")
    require(len(position.hand + position.deck) <= MOST_CARDS, f"the relations are for at most {MOST_CARDS} cards")
    return least_left(game, position, (), meter)


def least_left(game: SingleLeft, position: Position, missing: Sequence[Card], meter: Meter) -> tuple[int, bool]:
    """Return a lower bound on the cards left, from the least relations, and whether it rules the goal out.

    Unknown cards may be any of the missing ones.
    """
    cards = [game.deal[place] for place in position.hand + position.deck]
    least = _shortest(*least_tables(Places.of(cards, missing), len(position.hand), meter))
    return least, cannot_end(game, len(cards), least)


def _tables(lines: Iterator[str], count: int) -> tuple[list[int], list[int]]:
    lies, tops = [], []
    for x, line in enumerate(lines):
        words = line.split(" ")
        require(x <= count and len(words) == 2, "the tables do not fit")
        require(all(map(_WORD.fullmatch, words)), f"line {x} of the tables is not two hexadecimal words")
        row, times = (int(word, 16) for word in words)
        require(max(row, times).bit_length() <= count + 1, "the tables do not fit")
        lies.append(row)
        tops.append(times)
    require(len(lies) == count + 1, "the tables are cut off")
    return lies, tops
