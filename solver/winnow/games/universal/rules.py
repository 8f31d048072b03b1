"""Universal Solitaire: six columns, a stock turned in groups, and a bar of six suit piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from winnow.core.cards import UNIVERSAL, UNIVERSAL_RANKS, UNIVERSAL_SUITS, Card
from winnow.core.counted import counted
from winnow.core.game import Game, Rules, one_of, option, whole

GALAXY = "G"
NUMBER = {card: number for number, card in enumerate(UNIVERSAL.tokens)}
"""The number of each card, as the kernels have it."""
LOWER = {rank + suit: lower + suit for lower, rank in pairwise(UNIVERSAL_RANKS) for suit in UNIVERSAL_SUITS}
"""The card below each card on its pile; the lowest rank has none."""
_RANK = {card: UNIVERSAL_RANKS.index(card[0]) for card in UNIVERSAL.tokens}
_SUIT = {card: UNIVERSAL_SUITS.index(card[1]) for card in UNIVERSAL.tokens}


@dataclass(frozen=True)
class UniversalRules(Rules):
    """Options of Universal Solitaire."""

    draw: int = option(3, whole(1), "cards turned from the stock at once")
    passes: int = option(
        3, whole(1), "times the stock may be gone through; the same as draw unless given", follows="draw"
    )
    columns: int = option(6, whole(1, 6), "columns on the table")
    watch: str = option(
        "top",
        one_of("top", "all"),
        "what a turn shows in fair play: the top card of the waste, or all cards turned",
        later=True,
    )

    def moot(self) -> frozenset[str]:
        """Return the cards that a turn shows, which change no move."""
        return frozenset({"watch"})


class Position(NamedTuple):
    """The columns from head to foot, the stock with its next card first, the waste with its top last.

    `bar` counts the cards on each suit's pile, suits in the order of the token letters.
    """

    columns: tuple[tuple[Card, ...], ...]
    bar: tuple[int, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...]
    redeals: int


def fits_below(a: Card, b: Card) -> bool:
    """Return whether card `a` fits below card `b`.

    >>> fits_below("5N", "6J"), fits_below("5N", "6S"), fits_below("7E", "MV")
    (True, False, True)
    """
    if _RANK[a] != _RANK[b] - 1:
        return False
    # Suit letters are in order from high to low, so the lower suit has the greater index.
    lower = UNIVERSAL_SUITS.index(a[1]) > UNIVERSAL_SUITS.index(b[1])
    return lower or (b[1] == "V" and a[1] == "E")


@lru_cache(4096)
def next_cards(bar: tuple[int, ...], lowest_rank: int) -> frozenset[Card]:
    """Return the next card of each pile on the bar; `bar` counts the cards of a pile from the deck's lowest rank up.

    >>> sorted(next_cards((1, 0, 0, 7, 0, 10), 0))
    ['1J', '1M', '1S', '2E', 'MN']
    """
    places = zip(bar, UNIVERSAL_SUITS, strict=True)
    return frozenset(UNIVERSAL_RANKS[lowest_rank + n] + suit for n, suit in places if lowest_rank + n < 10)


CARDS_BELOW = {b: frozenset(a for a in UNIVERSAL.tokens if fits_below(a, b)) for b in UNIVERSAL.tokens}
"""The cards that fit below each card."""
CARDS_ABOVE = {a: frozenset(b for b in UNIVERSAL.tokens if fits_below(a, b)) for a in UNIVERSAL.tokens}
"""The cards below which each card fits."""


class Universal(Game[Position, UniversalRules]):
    """Won when every card lies on the bar; the score is the number of cards there."""

    name = "universal"
    title = "Universal Solitaire"
    cards = UNIVERSAL
    score_unit = "cards on the bar"
    higher_is_better = True

    def __init__(self, rules: UniversalRules, deal: Sequence[Card]) -> None:
        super().__init__(rules, deal)
        self.lowest_rank = min(_RANK[card] for card in deal)

    @classmethod
    def check_cards(cls, rules: UniversalRules, cards: Sequence[Card]) -> None:
        """Raise ValueError unless the cards are a full grid with enough of them for the columns."""
        super().check_cards(rules, cards)
        if len(cards) < rules.columns:
            raise ValueError(f"{counted(len(cards), 'cards')} cannot fill {counted(rules.columns, 'columns')}")
        ranks = sorted(_RANK[card] for card in cards)
        suits = sorted({card[1] for card in cards})
        grid = {UNIVERSAL_RANKS[r] + s for r in range(ranks[0], ranks[-1] + 1) for s in suits}
        missing = sorted(grid - set(cards))
        if missing:
            raise ValueError(
                f"every suit of an as-dealt deck must hold the same unbroken run of ranks: {missing[0]} is missing"
            )
        if len(set(cards)) != len(cards):
            twice = next(card for i, card in enumerate(cards) if card in cards[:i])
            raise ValueError(f"{twice} is there twice, and a grid holds every card once")

    def start(self) -> Position:
        """Return the position after the deal."""
        columns = self.rules.columns
        return Position(
            tuple((card,) for card in self.deal[:columns]),
            (0,) * len(UNIVERSAL_SUITS),
            self.deal[columns:],
            (),
            self.rules.passes - 1,
        )

    def _barred(self, bar: tuple[int, ...], card: Card) -> tuple[int, ...] | None:
        """Return the bar with `card` on its pile, or None if the card is not the pile's next."""
        suit = _SUIT[card]
        if _RANK[card] != self.lowest_rank + bar[suit]:
            return None
        return (*bar[:suit], bar[suit] + 1, *bar[suit + 1 :])

    def successors(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield turn or redeal, the waste top's moves, then the columns' moves."""
        columns, bar, stock, waste, redeals = position
        if stock:
            turned, draw = waste + stock[: self.rules.draw], self.rules.draw
            yield "T", Position(columns, bar, stock[draw:], turned, redeals)
        elif waste and redeals:
            yield "R", Position(columns, bar, waste, (), redeals - 1)
        if waste:
            yield from self._waste_moves(position)
        for c, column in enumerate(columns):
            if not column:
                continue
            barred = self.with_foot_barred(position, c)
            if barred is not None:
                yield f"{c + 1}!", barred
            hosts = CARDS_ABOVE[column[0]]
            for d, other in enumerate(columns):
                if other and other[-1] in hosts and d != c:
                    merged = _with(_with(columns, c, ()), d, other + column)
                    yield f"{c + 1}>{d + 1}", Position(merged, bar, stock, waste, redeals)

    def with_foot_barred(self, position: Position, c: int) -> Position | None:
        """Return the position after the foot of column `c` (from 0) goes to the bar; None if it may not."""
        columns, bar, stock, waste, redeals = position
        column = columns[c]
        if not column or (raised := self._barred(bar, column[-1])) is None:
            return None
        return Position(_with(columns, c, column[:-1]), raised, stock, waste, redeals)

    def _waste_moves(self, position: Position) -> Iterator[tuple[str, Position]]:
        columns, bar, stock, waste, redeals = position
        card, rest = waste[-1], waste[:-1]
        raised = self._barred(bar, card)
        if raised is not None:
            yield "W!", Position(columns, raised, stock, rest, redeals)
        for c, column in enumerate(columns):
            hosted = column[-1] in CARDS_ABOVE[card] if column else card[0] == GALAXY
            if hosted:
                yield f"W>{c + 1}", Position(_with(columns, c, (*column, card)), bar, stock, rest, redeals)
            if column and column[0] in CARDS_BELOW[card]:
                yield f"W^{c + 1}", Position(_with(columns, c, (card, *column)), bar, stock, rest, redeals)

    def score(self, position: Position) -> int:
        """Return the number of cards on the bar; the game may be stopped at any time."""
        return sum(position.bar)

    def won(self, position: Position) -> bool:
        """Return whether every card lies on the bar."""
        return sum(position.bar) == len(self.deal)

    def best_possible(self) -> int:
        """Return the size of the deck."""
        return len(self.deal)


def _with(columns: tuple[tuple[Card, ...], ...], c: int, column: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*columns[:c], column, *columns[c + 1 :])
