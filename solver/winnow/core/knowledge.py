"""What a player knows: the cards shown on the way to a position, and the others in no known order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import factorial, prod
from typing import Any

from winnow.core.cards import Card
from winnow.core.deals import UNKNOWN, Deal, filled
from winnow.core.errors import DealError
from winnow.core.fair import FAIR, fair_game
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.core.rng import SplitMix64


@dataclass(frozen=True)
class Knowledge:
    """A deal of which `known` cards have been seen (`?` elsewhere), the `unseen` cards in token order, and the line."""

    deal: Deal
    known: tuple[Card, ...]
    unseen: tuple[Card, ...]
    line: tuple[str, ...]

    @property
    def hidden(self) -> tuple[int, ...]:
        """Return the places of the unseen cards."""
        return tuple(place for place, card in enumerate(self.known) if card == UNKNOWN)

    @property
    def seen(self) -> frozenset[int]:
        """Return the places of the cards that have been seen."""
        return frozenset(range(len(self.known))).difference(self.hidden)

    @property
    def orders(self) -> int:
        """Return the number of different orders of the unseen cards."""
        return factorial(len(self.unseen)) // prod(map(factorial, Counter(self.unseen).values()))

    def bind(self, unseen: Sequence[Card]) -> Game[Any, Any]:
        """Return the game with the unseen cards in this order."""
        return _bound(self.deal, filled(self.known, unseen))

    def rules_of(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """Return the game of the rules with the cards of `game`, which is one that `bind` returned."""
        return replace(self.deal, cards=game.deal, number=None).bind()

    def shown(self) -> tuple[Game[Any, Any], Any]:
        """Return the game with the unseen cards in token order, and the position in it.

        Whatever is read there of seen cards holds in every order. Raises IllegalMoveError.
        """
        game = self.bind(self.unseen)
        return game, replay(game, game.start(), self.line)

    def with_card(self, place: int, card: Card) -> Knowledge:
        """Return the knowledge after the card at `place` was seen to be `card`."""
        known = (*self.known[:place], card, *self.known[place + 1 :])
        at = self.unseen.index(card)
        return replace(self, known=known, unseen=self.unseen[:at] + self.unseen[at + 1 :])


def known_after(deal: Deal, line: Sequence[str], tick: Callable[[], None] | None = None) -> Knowledge:
    """Return what a player knows of a deal after a line of play: the cards that each position on the way showed.

    A deal with `?` says which cards are not known: all others are, whether a position showed them or not. `tick` is
    called before each move, as by `replay`. Raises DealError for `?` where the line shows a card, IllegalMoveError for
    a line that cannot be played, and EngineError for a game without fair play.
    """
    cards = filled(deal.cards, deal.missing)
    game = _bound(deal, cards)
    seen = set(range(len(cards))).difference(deal.unknown) if deal.unknown else set[int]()
    for position in _positions(game, line, tick):
        seen |= set(FAIR.of(deal.game).seen(game, position))
        check_shown(deal, seen)
    known = tuple(card if place in seen else UNKNOWN for place, card in enumerate(cards))
    unseen = sorted(card for place, card in enumerate(cards) if place not in seen)
    return Knowledge(deal, known, tuple(unseen), tuple(line))


def _bound(deal: Deal, cards: tuple[Card, ...]) -> Game[Any, Any]:
    """Return the game of fair play with these cards in place of the deal's."""
    return fair_game.of(deal.game)(replace(deal, cards=cards, number=None))


def _positions(game: Game[Any, Any], line: Sequence[str], tick: Callable[[], None] | None) -> Iterator[Any]:
    """Yield the start and the position after each move of a line. Raises IllegalMoveError."""
    position = game.start()
    yield position
    for place, move in enumerate(line, 1):
        position = replay(game, position, (move,), tick, first=place)
        yield position


def check_shown(deal: Deal, seen: set[int]) -> None:
    """Raise DealError if a card that has been shown is `?` in the deal."""
    for place in sorted(seen & set(deal.unknown)):
        raise DealError(f"card {place + 1}: '?' stands for a card that has been shown by then: say which it is")


def sampled(knowledge: Knowledge, seed: int) -> Iterator[tuple[Card, ...]]:
    """Yield orders of the unseen cards without end, each uniformly random; the same for the same seed."""
    stream = SplitMix64(seed)
    while True:
        yield stream.shuffled(knowledge.unseen)


def counted_orders(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Yield every different order of the cards once.

    >>> list(counted_orders(("A", "B", "B")))
    [('A', 'B', 'B'), ('B', 'A', 'B'), ('B', 'B', 'A')]
    """
    if not cards:
        yield ()
    for card in dict.fromkeys(cards):
        at = cards.index(card)
        for rest in counted_orders(cards[:at] + cards[at + 1 :]):
            yield (card, *rest)
