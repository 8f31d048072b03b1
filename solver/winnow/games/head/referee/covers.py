"""The least number of Decktet cards outside disjoint melds, in plain Python from the meld rule, for checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from winnow.core.bits import bits
from winnow.core.cards import DECKTET_RANKS, DECKTET_SUITS, EXCUSE, Card
from winnow.games.head.rules import LEAST_SET, is_meld, rank_of, suits_of

MOST_SETS = 50_000
"""The most sets of cards that one answer may examine."""


class TooManySetsError(RuntimeError):
    """Raised when an answer takes more than `MOST_SETS` sets."""


class Covers:
    """The melds of at most `size` of the cards, and the least number of cards that disjoint melds leave over.

    A set of cards is an int, bit i being the card at place i. Raises TooManySetsError if the melds are too many.

    >>> covers = Covers(["AM", "AS", "AW", "2MK"], 6)
    >>> covers.can_leave(0b1111, 1), covers.can_leave(0b1111, 0)
    (True, False)
    """

    def __init__(self, cards: Sequence[Card], size: int) -> None:
        self.melds = tuple(sum(1 << place for place in places) for places in melds_of(cards, size))
        self._every = (1 << len(self.melds)) - 1
        self._with = {
            1 << i: sum(1 << place for place, meld in enumerate(self.melds) if meld >> i & 1) for i in range(len(cards))
        }
        """By card (as a set of one): the melds that it is in, bit i being the meld at place i."""
        self._known: dict[int, tuple[int, int]] = {}
        """By set of cards: a lower bound on the cards left over, and a number of them that is possible."""
        self._looked_at = 0

    def can_leave(self, cards: int, spare: int) -> bool:
        """Return whether disjoint melds of these cards can leave at most `spare` of them over.

        Raises TooManySetsError where that takes too long to tell.
        """
        self._looked_at = 0
        if len(self._known) > MOST_SETS:
            self._known.clear()
        others = ((1 << len(self._with)) - 1) & ~cards
        return self._covered(cards, spare, self._without(self._every, others))

    def _without(self, melds: int, cards: int) -> int:
        while cards:
            card = cards & -cards
            melds &= ~self._with[card]
            cards ^= card
        return melds

    def _covered(self, left: int, spare: int, melds: int) -> bool:
        """Return whether `melds`, those of the cards `left`, can leave at most `spare` of them over."""
        if left.bit_count() <= spare:
            return True
        least, most = self._known.get(left, (0, left.bit_count()))
        if not least <= spare < most:
            return spare >= most
        if self._looked_at == MOST_SETS:
            raise TooManySetsError
        self._looked_at += 1
        covered = self._split(left, spare, melds)
        self._known[left] = (least, spare) if covered else (spare + 1, most)
        return covered

    def _split(self, left: int, spare: int, melds: int) -> bool:
        """Tell the same by branching on the card in the fewest melds: it goes into one of them or stays out."""
        rest, lonely, card, fewest = left, 0, 0, len(self.melds) + 1
        while rest:
            next_card = rest & -rest
            rest ^= next_card
            uses = (melds & self._with[next_card]).bit_count()
            if not uses:
                lonely |= next_card
                if lonely.bit_count() > spare:
                    return False
            elif uses < fewest:
                card, fewest = next_card, uses
        if lonely:
            return self._covered(left ^ lonely, spare - lonely.bit_count(), melds)
        for place in bits(melds & self._with[card]):
            meld = self.melds[place]
            if self._covered(left ^ meld, spare, self._without(melds, meld)):
                return True
        return self._covered(left ^ card, spare - 1, melds & ~self._with[card])


def melds_of(cards: Sequence[Card], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the places of every meld of at most `size` of the cards, each once.

    Raises TooManySetsError for decks with too many equal cards.
    """
    seen = set()
    for tried, places in enumerate(chain(_suit_melds(cards), _rank_melds(cards, size))):
        if tried == MOST_SETS:
            raise TooManySetsError
        if len(places) <= size and places not in seen and is_meld([cards[place] for place in places]):
            seen.add(places)
            yield places


def _suit_melds(cards: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """Yield a superset of the sets that show each suit once; the Excuse replaces any one suit."""

    def extended(chosen: tuple[int, ...], shown: frozenset[str], excuse: int) -> Iterator[tuple[int, ...]]:
        if len(shown) + excuse == len(DECKTET_SUITS):
            yield chosen
        for place in range(chosen[-1] + 1 if chosen else 0, len(cards)):
            suits, more = frozenset(suits_of(cards[place])), cards[place] == EXCUSE
            if not suits & shown and excuse + more <= 1:
                yield from extended((*chosen, place), shown | suits, excuse + more)

    return extended((), frozenset(), 0)


def _rank_melds(cards: Sequence[Card], size: int) -> Iterator[tuple[int, ...]]:
    """Yield a superset of the sets of one rank, and of the sets that share a suit and have ranks close together."""
    excuses = [place for place, card in enumerate(cards) if card == EXCUSE]
    ranked = {place: rank for place, card in enumerate(cards) if (rank := rank_of(card)) is not None}
    for rank in range(len(DECKTET_RANKS)):
        pool = [*excuses, *(place for place in ranked if ranked[place] == rank)]
        for count in range(LEAST_SET, size + 1):
            yield from (tuple(sorted(places)) for places in combinations(pool, count))
    for suit in DECKTET_SUITS:
        for first in range(len(DECKTET_RANKS)):
            span = range(first, first + size)
            pool = [*excuses, *(place for place in ranked if ranked[place] in span and suit in suits_of(cards[place]))]
            for count in range(LEAST_SET, size + 1):
                yield from (tuple(sorted(places)) for places in combinations(pool, count))
