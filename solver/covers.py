"""How few Decktet cards must stay out of disjoint melds: plain Python over the meld rule, to check what is claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from solver.cards import DECKTET_RANKS, DECKTET_SUITS, EXCUSE, Card
from solver.games.head import LEAST_SET, is_meld, rank_of, suits_of

MOST_SETS = 50_000
"""Sets of cards that one answer may look at."""


class TooManySetsError(RuntimeError):
    """The answer takes more than `MOST_SETS` sets."""


def can_cover(cards: Sequence[Card], spare: int, size: int) -> bool:
    """Tell whether disjoint melds of at most `size` cards can leave at most `spare` of the cards over.

    Raises TooManySetsError where that takes too long to tell.

    >>> can_cover(["AM", "AS", "AW", "2MK"], 1, 6), can_cover(["AM", "AS", "AW", "2MK"], 0, 6)
    (True, False)
    """
    melds: dict[int, list[int]] = {place: [] for place in range(len(cards))}
    for places in melds_of(cards, size):
        for place in places:
            melds[place].append(sum(1 << other for other in places))
    known: dict[tuple[int, int], bool] = {}

    def covered(left: int, spare: int) -> bool:
        if left.bit_count() <= spare:
            return True
        if spare < 0:
            return False
        if (left, spare) not in known:
            if len(known) == MOST_SETS:
                raise TooManySetsError
            known[left, spare] = False
            uses = {
                place: [meld for meld in melds[place] if not meld & ~left]
                for place in range(len(cards))
                if left >> place & 1
            }
            # The card with fewest melds goes into one of them, or stays out.
            place = min(uses, key=lambda place: len(uses[place]))
            known[left, spare] = any(covered(left & ~meld, spare) for meld in uses[place]) or covered(
                left & ~(1 << place), spare - 1
            )
        return known[left, spare]

    return covered((1 << len(cards)) - 1, spare)


def melds_of(cards: Sequence[Card], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the places of every meld of at most `size` of the cards, each once.

    Raises TooManySetsError for decks of so many equal cards that there is no end of them.
    """
    seen = set()
    for tried, places in enumerate(chain(_suit_melds(cards), _rank_melds(cards, size))):
        if tried == MOST_SETS:
            raise TooManySetsError
        if len(places) <= size and places not in seen and is_meld([cards[place] for place in places]):
            seen.add(places)
            yield places


def _suit_melds(cards: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """Yield at least all sets that show each suit once, the Excuse standing for any one."""

    def extended(chosen: tuple[int, ...], shown: frozenset[str], excuse: int) -> Iterator[tuple[int, ...]]:
        if len(shown) + excuse == len(DECKTET_SUITS):
            yield chosen
        for place in range(chosen[-1] + 1 if chosen else 0, len(cards)):
            suits = frozenset() if cards[place] == EXCUSE else frozenset(suits_of(cards[place]))
            more = cards[place] == EXCUSE
            if not suits & shown and excuse + more <= 1:
                yield from extended((*chosen, place), shown | suits, excuse + more)

    return extended((), frozenset(), 0)


def _rank_melds(cards: Sequence[Card], size: int) -> Iterator[tuple[int, ...]]:
    """Yield at least all sets of one rank and all sets of a suit whose ranks lie close together."""
    excuses = [place for place, card in enumerate(cards) if card == EXCUSE]
    ranked = {place: rank for place, card in enumerate(cards) if card != EXCUSE and (rank := rank_of(card)) is not None}
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
