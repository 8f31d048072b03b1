"""How the cards of a deck look: inks, shapes, and where they stand on each card. Every drawing uses them.

Three things together show a suit: its letter, its shape and its ink; any one of them is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from winnow.core.cards import Card, CardSet

PAPER = ("#fffdf8", "#24262c")
"""The background of a card in the light and in the dark theme."""


@dataclass(frozen=True)
class Ink:
    """A colour of a deck: its letter in tokens, its name, `#rrggbb` on light and on dark, and the terminal's name."""

    letter: str
    name: str
    light: str
    dark: str
    terminal: str


@dataclass(frozen=True)
class Shape:
    """A suit's shape: an SVG path within -1..1 in both directions, y downwards, filled by the even-odd rule."""

    letter: str
    name: str
    path: str


@dataclass(frozen=True)
class Mark:
    """A shape on a card in an ink (both by letter): its centre in card widths from the top left corner; half its size.

    `ink` and `shape` are "" for black and for a disc.
    """

    ink: str
    shape: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Look:
    """One card: its name for people and screen readers, what stands in the corner and beneath it, and its marks.

    `ink` is the letter of the corner's colour, "" for black.
    """

    name: str
    corner: str
    letters: str
    ink: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Looks:
    """A deck's inks and shapes by letter, and the look of each of its cards by token. `name` is the deck's."""

    name: str
    inks: Mapping[str, Ink]
    shapes: Mapping[str, Shape]
    cards: Mapping[Card, Look]

    def of(self, card: Card) -> Look:
        """Return a card's look; for a token that the deck lacks, a plain look that shows the token.

        >>> from winnow.core.drawing.decks import looks_of
        >>> from winnow.core.cards import STANDARD
        >>> looks_of(STANDARD).of("TH").name
        '10 of Hearts'
        """
        return self.cards.get(card) or Look(card, card, "", "", ())

    def record(self) -> dict[str, Any]:
        """Return the looks as JSON values (format `winnow-looks/1`)."""
        return {
            "format": "winnow-looks/1",
            "deck": self.name,
            "paper": list(PAPER),
            "inks": {letter: asdict(ink) for letter, ink in self.inks.items()},
            "shapes": {letter: asdict(shape) for letter, shape in self.shapes.items()},
            "cards": {card: asdict(look) for card, look in self.cards.items()},
        }


def suit_marks(suits: str) -> tuple[Mark, ...]:
    """Return the marks of a card with up to three suits: small ones in the top strip, large ones in the middle."""
    strip = [Mark(suit, suit, 0.86 - 0.23 * place, 0.2, 0.1) for place, suit in enumerate(reversed(suits))]
    middles = {0: [], 1: [(0.56, 0.92, 0.3)], 2: [(0.4, 0.78, 0.21), (0.7, 1.14, 0.21)]}
    three = [(0.56, 0.66, 0.17), (0.34, 1.13, 0.17), (0.78, 1.13, 0.17)]
    large = [Mark(suit, suit, *place) for suit, place in zip(suits, middles.get(len(suits), three), strict=False)]
    return (*strip, *large)


def deck_looks(deck: CardSet, inks: Iterable[Ink], shapes: Iterable[Shape], look: Callable[[Card], Look]) -> Looks:
    """Return the looks of a deck from those of its cards."""
    cards = {card: look(card) for card in deck.tokens}
    return Looks(deck.name, {ink.letter: ink for ink in inks}, {shape.letter: shape for shape in shapes}, cards)
