"""A deal as a picture: its cards in rows, in dealing order, as an SVG element."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from winnow.cards import Card
from winnow.deals import Deal
from winnow.faces.blink_svg import LONG, SHAPES, WIDE, face

_CARD_WIDTH, _CARD_HEIGHT, _GAP, _MARGIN = 50, 68, 8, 12
_ROW = {"one-minute": 13, "single-left": 13, "head": 9, "universal": 12, "blink": 12}
"""Cards in a row."""
_BLINK_SCALE = _CARD_WIDTH / WIDE
_BLACK = "#1b1b1b"
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_INK = {
    "standard": {"C": _BLACK, "S": _BLACK, "D": "#c8102e", "H": "#c8102e"},
    "universal": {
        **{"E": "#1f5fbf", "J": "#b06a00", "M": "#c8102e"},
        **{"N": "#0f7f8c", "S": "#8a2f9a", "V": "#1e8c45"},
    },
    "Decktet": {
        **{"M": "#4a4f8f", "S": "#b06a00", "W": "#0f7f8c"},
        **{"L": "#7a4a1e", "Y": "#1e8c45", "K": "#a83232"},
    },
}
"""The colour of each suit letter."""


def picture(deal: Deal, title: str, shapes: str = SHAPES) -> str:
    """Return the deal's cards as an SVG element, the first one top left; `shapes` may stand elsewhere on the page.

    In Universal the first row holds the columns, the stock begins in the next.
    """
    blink = deal.game == "blink"
    height = round(LONG * _BLINK_SCALE) if blink else _CARD_HEIGHT
    rows = list(_rows(deal))
    across = _MARGIN * 2 + max(map(len, rows)) * (_CARD_WIDTH + _GAP) - _GAP
    down = _MARGIN * 2 + len(rows) * (height + _GAP) - _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}" '
        f'role="img"><title>{escape(title)}</title><rect width="100%" height="100%" fill="#f3efe6"/>'
    ]
    if blink and shapes:
        parts.append(shapes)
    for y, row in enumerate(rows):
        for x, card in enumerate(row):
            left, top = _MARGIN + x * (_CARD_WIDTH + _GAP), _MARGIN + y * (height + _GAP)
            if blink:
                middle = f"translate({left + _CARD_WIDTH / 2:g},{top + height / 2:g})"
                parts.append(face(card, f"{middle} scale({_BLINK_SCALE:.4f})"))
            else:
                parts.append(_card(deal, card, left, top))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _rows(deal: Deal) -> Iterator[tuple[Card, ...]]:
    cards = deal.cards
    if deal.game == "universal":
        columns = deal.rules.spelled_out()["columns"]
        yield cards[:columns]
        cards = cards[columns:]
    for i in range(0, len(cards), _ROW[deal.game]):
        yield cards[i : i + _ROW[deal.game]]


def _card(deal: Deal, card: Card, left: int, top: int) -> str:
    cards = deal.bind().cards.name
    inks = _INK[cards]
    rank, suits = card[:1], card[1:]
    if cards == "standard" and rank == "T":
        rank = "10"
    spans = "".join(
        f'<tspan fill="{inks[suit]}">{_SUITS.get(suit, suit) if cards == "standard" else suit}</tspan>'
        for suit in suits
    )
    return (
        f'<g transform="translate({left},{top})"><title>{card}</title><rect width="{_CARD_WIDTH}" '
        f'height="{_CARD_HEIGHT}" rx="6" fill="#fff" stroke="#333" stroke-width="0.8"/>'
        f'<g font-family="Georgia, serif" font-size="22" text-anchor="middle">'
        f'<text x="{_CARD_WIDTH // 2}" y="28" fill="{inks.get(suits, _BLACK)}">{rank}</text>'
        f'<text x="{_CARD_WIDTH // 2}" y="54">{spans}</text></g></g>'
    )
