"""Checks the invariant of Single Left: which card can lie on which, and when a card can be on top."""

from __future__ import annotations

import re
from collections.abc import Iterator

from winnow.core.meter import Meter
from winnow.core.referee import Claim
from winnow.core.results import Proven, require
from winnow.games.single_left.referee.least import Places, least_left, shortest, union
from winnow.games.single_left.rules import Position, SingleLeft

MOST_CARDS = 1000
_WORD = re.compile("0|[1-9a-f][0-9a-f]*")


def check(claim: Claim, lines: Iterator[str], meter: Meter) -> Proven:
    """Return the least number of cards that the relations leave, which must hold at the start and after every move.

    The cards of the hand and then of the deck are numbered from 1, 0 is the empty table. Line x, from 0, gives as two
    hexadecimal words `lies`, whose bit m says that m may lie directly on x, and `tops`, whose bit t says that x may be
    on top when the first t cards are drawn. Every move preserves "each card of the hand may lie on the one under it,
    and the last may be on top", so it holds in every position.
    """
    game, position = claim.bound_to(SingleLeft), claim.position
    require(position.redeals == 0, "this content is for a game without redeals")
    require(not game.forced, "this content is for optional discarding")
    cards = [game.deal[place] for place in position.hand + position.deck]
    count, drawn = len(cards), len(position.hand)
    require(count <= MOST_CARDS, f"this content is for at most {MOST_CARDS} cards")
    lies, tops = _tables(lines, count)
    rank_mask = {card[0]: _mask(m for m, other in enumerate(cards, 1) if other[0] == card[0]) for card in cards}
    suit_mask = {card[1]: _mask(m for m, other in enumerate(cards, 1) if other[1] == card[1]) for card in cards}
    for x in range(drawn):
        require(bool(lies[x] >> (x + 1) & 1), f"card {x + 1} lies on {x} at the start")
    for x in range(drawn, count + 1):
        require(bool(tops[x] >> x & 1), f"card {x} tops when it is drawn")
    two = [union(lies, row) for row in lies]
    three = [union(lies, row) for row in two]
    returns = [0, *(union(tops, three[a] & rank_mask[card[0]]) for a, card in enumerate(cards, 1))]
    everyone = (2 << count) - 1
    # Only a card that is on top at some time is ever paired.
    topping = _mask(x for x in range(count + 1) if tops[x])
    for x in range(count + 1):
        meter.step()
        drawn_onto = tops[x] << 1 & everyone
        require(not drawn_onto & ~lies[x], f"a draw puts a card on {x} that the relations leave out")
        require(not union(returns, lies[x]) & ~tops[x], f"a four brings {x} to the top where the relations do not")
        if x:
            paired = three[x] & suit_mask[cards[x - 1][1]] & topping
            require(not paired & ~lies[x], f"a pair puts a card on {x} that the relations leave out")
    least = shortest(lies, tops, count)
    return Proven(cannot_end(game, count, least), least, "relations that every move keeps")


def cannot_end(game: SingleLeft, count: int, least: int) -> bool:
    """Return whether no number of cards left from `least` to `count` meets the goal; discards take 2 or 4 cards."""
    return not any(game.goal_met(left) for left in range(least, count + 1) if (left - count) % 2 == 0)


def least_relations(game: SingleLeft, position: Position, meter: Meter) -> tuple[int, bool]:
    """Return the fewest cards that the least relations leave, and whether no such number of cards meets the goal."""
    require(not game.forced and not position.redeals, "the relations are for optional discarding, with no redeal left")
    places = position.hand + position.deck
    require(len(places) <= MOST_CARDS, f"the relations are for at most {MOST_CARDS} cards")
    least = least_left(Places.of([game.deal[place] for place in places], ()), len(position.hand), meter)
    return least, cannot_end(game, len(places), least)


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


def _mask(places: Iterator[int]) -> int:
    return sum(1 << place for place in places)
