"""A Blink layout as a picture: cards in their true proportions, neighbours at right angles."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from winnow.cards import Card
from winnow.games.blink import Cell, Position

# A card's sides in millimetres; a narrow end touches the middle of a long side, so cells lie this far apart.
LONG, WIDE = 88, 56
PITCH = (LONG + WIDE) // 2
_MARGIN = 12
_SYMBOL = 13
"""Half the size of a printed shape."""

_COLOURS = {"R": "#c8102e", "B": "#1f5fbf", "G": "#1e8c45", "Y": "#d9a400", "N": "#7a4a1e", "A": "#6f7378"}
_COLOUR_NAMES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "N": "brown", "A": "grey"}
_SHAPE_NAMES = {"S": "star", "M": "moon", "T": "triangle", "D": "drop", "L": "lightning", "F": "flower"}


def _polygon(*points: tuple[float, float]) -> str:
    return f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def _star() -> str:
    turns = [(k * pi / 5, _SYMBOL if k % 2 == 0 else 0.45 * _SYMBOL) for k in range(10)]
    return _polygon(*((radius * sin(turn), -radius * cos(turn)) for turn, radius in turns))


def _flower() -> str:
    petals = ((k * pi / 3, 0.6 * _SYMBOL) for k in range(6))
    circles = (f'<circle cx="{r * sin(t):.1f}" cy="{-r * cos(t):.1f}" r="{0.4 * _SYMBOL:.1f}"/>' for t, r in petals)
    return "".join(circles) + f'<circle r="{0.3 * _SYMBOL:.1f}"/>'


_SHAPES = {
    "S": _star(),
    "M": '<path d="M5,-12 A13,13 0 1,0 5,12 A12.5,12.5 0 0,1 5,-12 Z"/>',
    "T": _polygon((0, -12), (13, 11), (-13, 11)),
    "D": '<path d="M0,-13 C4,-5 9,0 9,5 A9,8.5 0 1,1 -9,5 C-9,0 -4,-5 0,-13 Z"/>',
    "L": _polygon((2, -13), (-9, 2), (-1, 2), (-4, 13), (9, -3), (1, -3), (7, -13)),
    "F": _flower(),
}
SHAPES = "\n".join(["<defs>", *(f'<g id="{letter}">{shape}</g>' for letter, shape in _SHAPES.items()), "</defs>"])
"""What the cards of a picture refer to."""
# Where a card's shapes stand, from its middle, the card upright.
_PLACES: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((0, -20), (0, 20)),
    "3": ((0, -28), (0, 0), (0, 28)),
    "4": ((-13, -18), (13, -18), (-13, 18), (13, 18)),
    "5": ((-13, -26), (13, -26), (0, 0), (-13, 26), (13, 26)),
}


def svg(position: Position) -> str:
    """Return the layout as an SVG document, one unit a millimetre; x runs to the right, y downwards."""
    return layout_picture(position, SHAPES)


def layout_picture(position: Position, shapes: str = "") -> str:
    """Return the layout as an SVG element; it holds `shapes`, else SHAPES must stand elsewhere on the page."""
    cells = dict(position.layout)
    xs, ys = [x for x, _ in cells] or [0], [y for _, y in cells] or [0]
    left, top = min(xs), min(ys)
    width = (max(xs) - left) * PITCH + LONG + 2 * _MARGIN
    height = (max(ys) - top) * PITCH + LONG + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">',
        f'<title>Blink layout of {len(cells)} cards</title><rect width="100%" height="100%" fill="#e9e4d8"/>',
        *([shapes] if shapes else []),
        *_cards(cells, left, top),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _cards(cells: dict[Cell, Card], left: int, top: int) -> Iterator[str]:
    for (x, y), card in sorted(cells.items(), key=lambda item: (item[0][1], item[0][0])):
        middle = f"{_MARGIN + LONG / 2 + (x - left) * PITCH:g},{_MARGIN + LONG / 2 + (y - top) * PITCH:g}"
        turn = " rotate(90)" if (x + y) % 2 else ""
        yield face(card, f"translate({middle}){turn}", f" at {x},{y}")


def face(card: Card, transform: str, where: str = "") -> str:
    """Return a card, upright with its middle at the origin, as an SVG group moved by `transform`."""
    count, colour, shape = tuple(card)
    name = f"{count} {_COLOUR_NAMES[colour]} {_SHAPE_NAMES[shape]}{'s' if count != '1' else ''}"
    shapes = "".join(f'<use href="#{shape}" x="{dx}" y="{dy}"/>' for dx, dy in _PLACES[count])
    return (
        f'<g transform="{transform}"><title>{card}: {name}{where}</title>'
        f'<rect x="{-WIDE / 2:g}" y="{-LONG / 2:g}" width="{WIDE}" height="{LONG}" rx="5" fill="#ffffff" '
        f'stroke="#333333" stroke-width="0.6"/><g fill="{_COLOURS[colour]}">{shapes}</g>'
        f'<text x="{4 - WIDE / 2:g}" y="{LONG / 2 - 4:g}" font-family="sans-serif" font-size="7">{card}</text></g>'
    )
