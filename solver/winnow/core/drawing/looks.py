"""How the cards of a deck look: inks, shapes, and where they stand on each card. Every drawing uses them.

Three things together show a suit: its letter, its shape and its ink; any one of them is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
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
    """A shape or figure in an ink, both by letter: its centre in card widths from the top left corner; half its size.

    `ink` and `shape` are "" for black and for a disc.
    """

    ink: str
    shape: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Look:
    """One card: its name for people and screen readers, what stands in the corner, the letters of its code, its marks.

    `ink` is the letter of the corner's colour, "" for black.
    """

    name: str
    corner: str
    letters: str
    ink: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Looks:
    """A deck's inks, shapes and figures by letter, and the look of each of its cards by token. `name` is the deck's.

    Figures are pictures of ranks, such as a king: marks name them as they name shapes.
    """

    name: str
    inks: Mapping[str, Ink]
    shapes: Mapping[str, Shape]
    cards: Mapping[Card, Look]
    figures: Mapping[str, Shape] = field(default_factory=dict)

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
            "figures": {letter: asdict(figure) for letter, figure in self.figures.items()},
            "cards": {card: asdict(look) for card, look in self.cards.items()},
        }


Box = tuple[float, float, float, float]
"""A part of a card's face: left, upper, right and lower end, in card widths from its top left corner."""
BESIDE_CORNER: Box = (0.37, 0.2, 0.96, 1.32)
"""The face at the right of the corner, below the letters of the code."""
_SIDES: dict[int, tuple[float, ...]] = {0: (), 4: (0, 1), 6: (0, 1 / 2, 1), 8: (0, 1 / 3, 2 / 3, 1)}
_CENTRES: dict[int, tuple[float, ...]] = {
    **{1: (1 / 2,), 2: (0, 1), 3: (0, 1 / 2, 1), 5: (1 / 2,)},
    **{7: (1 / 4,), 8: (1 / 4, 3 / 4), 9: (1 / 2,), 10: (1 / 6, 5 / 6)},
}
_PIP_SIZES = (0.29, 0.19, 0.145, 0.14, 0.135, 0.125, 0.11, 0.11, 0.095, 0.095)


def index_marks(ink: str, shape: str) -> tuple[Mark, ...]:
    """Return the small mark beneath the corner, which stays in view where cards overlap."""
    return (Mark(ink, shape, 0.165, 0.51, 0.11),)


def pips(count: int, ink: str, shape: str, box: Box = BESIDE_CORNER) -> tuple[Mark, ...]:
    """Return 1 to 10 equal marks in the places that players know, from edge to edge of the box."""
    size, (left, upper, right, lower) = _PIP_SIZES[count - 1], box
    sides, centres = _SIDES[count - len(_CENTRES.get(count, ()))], _CENTRES.get(count, ())
    places = [(side, row) for row in sides for side in (0, 1)] + [(1 / 2, row) for row in centres]

    def at(low: float, high: float, part: float) -> float:
        return round(low + size + part * (high - low - 2 * size), 3)

    return tuple(Mark(ink, shape, at(left, right, side), at(upper, lower, row), size) for side, row in places)


def suit_marks(suits: str) -> tuple[Mark, ...]:
    """Return the marks of a card with up to three suits: small ones below the corner, large ones to the right."""
    below = [Mark(suit, suit, 0.17, 0.51 + 0.24 * place, 0.105) for place, suit in enumerate(suits)]
    middles = {0: [], 1: [(0.64, 0.8, 0.3)], 2: [(0.58, 0.56, 0.23), (0.71, 1.06, 0.23)]}
    three = [(0.62, 0.38, 0.17), (0.5, 0.77, 0.17), (0.74, 1.16, 0.17)]
    large = [Mark(suit, suit, *place) for suit, place in zip(suits, middles.get(len(suits), three), strict=False)]
    return (*below, *large)


def deck_looks(
    deck: CardSet,
    inks: Iterable[Ink],
    shapes: Iterable[Shape],
    look: Callable[[Card], Look],
    figures: Iterable[Shape] = (),
) -> Looks:
    """Return the looks of a deck from those of its cards."""
    cards = {card: look(card) for card in deck.tokens}
    return Looks(
        deck.name,
        {ink.letter: ink for ink in inks},
        {shape.letter: shape for shape in shapes},
        cards,
        {figure.letter: figure for figure in figures},
    )
