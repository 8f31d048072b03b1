"""The forced game of Single Left as a circuit that plays with unknown cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ortools.sat.python import cp_model

from winnow.core.cards import STANDARD_RANKS, STANDARD_SUITS, Card
from winnow.core.deals import UNKNOWN
from winnow.games.single_left.rules import WINDOW
from winnow.search.cp_sat import FALSE, TRUE, Circuit, Literal

SUIT_BITS, RANK_BITS = 2, 4

Bits = tuple[Literal, ...]
"""A card: the bits of its suit, then those of its rank."""


class Model:
    """One forced game without redeals, from a hand at rest; the deck may have unknown cards.

    `missing` are the cards of the unknown places, each once. No discard may happen while the first `quiet` cards of the
    deck are drawn. `left[n]` is the literal of "n cards are left".
    """

    def __init__(self, hand: Sequence[Card], deck: Sequence[Card], missing: Sequence[Card], quiet: int = 0) -> None:
        self.circuit = Circuit()
        self._missing = tuple(missing)
        self._holds: list[list[Literal]] = []
        cards = self._cards(deck)
        # Slots above the top hold old values, which are never read.
        self._stack: list[Bits] = [self._known(card) for card in hand]
        length: dict[int, Literal] = {len(hand): TRUE}
        for drawn, card in enumerate(cards):
            length = self._draw(length, card)
            if drawn < quiet:
                whole = len(hand) + drawn + 1
                self.circuit.require(length.get(whole, FALSE))
                length = {whole: TRUE}
        self.left: Mapping[int, Literal] = length

    def require_left(self, numbers: Iterable[int]) -> None:
        """Demand that the number of cards left is one of `numbers`."""
        self.circuit.require(*(self.left.get(number, FALSE) for number in numbers))

    def completion(self, value: Callable[[cp_model.LiteralT], bool]) -> tuple[Card, ...]:
        """Return the cards of the unknown places in the solution whose variables have these values."""
        found = []
        for literals in self._holds:
            place = [self.circuit.holds(literal, value) for literal in literals].index(True)
            found.append(self._missing[place])
        return tuple(found)

    def _known(self, card: Card) -> Bits:
        suit, rank = STANDARD_SUITS.index(card[1]), STANDARD_RANKS.index(card[0])
        number = suit | rank << SUIT_BITS
        return tuple(TRUE if number >> bit & 1 else FALSE for bit in range(SUIT_BITS + RANK_BITS))

    def _cards(self, deck: Sequence[Card]) -> list[Bits]:
        """Return the deck's cards as bits; the unknown ones are constrained to a permutation of the missing cards."""
        circuit = self.circuit
        known = [self._known(card) for card in self._missing]
        cards = []
        for card in deck:
            if card != UNKNOWN:
                cards.append(self._known(card))
                continue
            literals = [circuit.variable() for _ in self._missing]
            circuit.require_one(literals)
            self._holds.append(literals)
            bits = [[literals[c] for c, code in enumerate(known) if code[bit] == TRUE] for bit in range(len(known[0]))]
            cards.append(tuple(circuit.any_of(*members) for members in bits))
        for column in zip(*self._holds, strict=True):
            circuit.require_one(column)
        return cards

    def _same(self, first: Bits, second: Bits) -> tuple[Literal, Literal]:
        """Return literals of "the two cards have the same suit" and "the same rank"."""
        same = [self.circuit.same(a, b) for a, b in zip(first, second, strict=True)]
        return self.circuit.all_of(*same[:SUIT_BITS]), self.circuit.all_of(*same[SUIT_BITS:])

    def _draw(self, length: Mapping[int, Literal], card: Bits) -> dict[int, Literal]:
        """Draw a card, make all discards that follow, and return the hand's possible lengths with their literals.

        The new card's window begins three places below it; after a pair it begins two places further down.
        """
        circuit = self.circuit
        reached: dict[int, Literal] = {}
        put: dict[int, list[Literal]] = {}
        fours: dict[int, Literal] = {}
        longest = max(length)
        pairs: list[Literal] = []
        for first in range(longest - 2, 0, -1):
            window = circuit.any_of(length.get(first + 2, FALSE), reached.get(first, FALSE))
            if window == FALSE:
                continue
            pair, four = self._same(self._stack[first - 1], card)
            fours[first] = circuit.all_of(window, four)
            again = circuit.all_of(window, -four, pair)
            pairs.append(again)
            if first > 2:
                reached[first - 2] = again
            else:
                put.setdefault(first + 1, []).append(again)
            put.setdefault(first + WINDOW - 1, []).append(circuit.all_of(window, -four, -pair))
        # Each pair that a card makes needs another card of its suit: one sum replaces many gates.
        circuit.require_at_most(len(STANDARD_RANKS) - 1, pairs)
        for held, holds in length.items():
            if held < WINDOW - 1:
                put.setdefault(held + 1, []).append(holds)
        self._stack += [card] * (longest + 1 - len(self._stack))
        after: dict[int, list[Literal]] = {}
        for place, ways in put.items():
            here = circuit.any_of(*ways)
            old = self._stack[place - 1]
            self._stack[place - 1] = tuple(circuit.choose(here, a, b) for a, b in zip(card, old, strict=True))
            after.setdefault(place, []).append(here)
        for first, four in fours.items():
            after.setdefault(first - 1, []).append(four)
        lengths = {held: circuit.any_of(*ways) for held, ways in after.items()}
        return {held: holds for held, holds in lengths.items() if holds != FALSE}
