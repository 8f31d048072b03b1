"""A deal as a picture: its cards in rows, in dealing order, as an SVG element."""

from __future__ import annotations

from html import escape

from winnow.deals import Deal
from winnow_puzzles.games.base import CARD_WIDTH, PUZZLES

_GAP, _MARGIN = 8, 12


def picture(deal: Deal, title: str, definitions: str | None = None) -> str:
    """Return the deal's cards as an SVG element, the first one top left.

    `definitions` are the SVG definitions that the drawings use, if they stand elsewhere on the page: "".
    """
    puzzles = PUZZLES.of(deal.game)
    rows = puzzles.rows(deal)
    across = _MARGIN * 2 + max(map(len, rows)) * (CARD_WIDTH + _GAP) - _GAP
    down = _MARGIN * 2 + len(rows) * (puzzles.card_height + _GAP) - _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}" '
        f'role="img"><title>{escape(title)}</title><rect width="100%" height="100%" fill="#f3efe6"/>',
        puzzles.picture_definitions if definitions is None else definitions,
    ]
    for y, row in enumerate(rows):
        for x, card in enumerate(row):
            left, top = _MARGIN + x * (CARD_WIDTH + _GAP), _MARGIN + y * (puzzles.card_height + _GAP)
            parts.append(puzzles.drawn(card, left, top))
    return "\n".join(part for part in [*parts, "</svg>"] if part) + "\n"
