"""The looks of the decks: one file a deck, and a plain look for a deck that has none."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from winnow.core.cards import Card, CardSet
from winnow.core.drawing.looks import Ink, Look, Looks, Shape, deck_looks, suit_marks


@cache
def looks_of(cards: CardSet) -> Looks:
    """Return the looks of a deck: its own, or plain ones where the last letter of a token is taken for its suit."""
    name = f"{__name__}.{cards.name.lower()}"
    if not cards.name.isidentifier() or find_spec(name) is None:
        return _plain(cards)
    return cast(Looks, import_module(name).LOOKS)


def _plain(cards: CardSet) -> Looks:
    """Return plain looks for a deck without its own: the known inks and shapes, then black discs."""
    from winnow.core.drawing.decks import universal  # noqa: PLC0415  the other decks do without

    suits = sorted({card[-1:] for card in cards.tokens})
    inks = [
        Ink(suit, suit, ink.light, ink.dark, ink.terminal) for suit, ink in zip(suits, universal.INKS, strict=False)
    ]
    shapes = [Shape(suit, suit, shape.path) for suit, shape in zip(suits, universal.SHAPES, strict=False)]
    drawn = {ink.letter for ink in inks}

    def look(card: Card) -> Look:
        suit = card[-1:] if card[-1:] in drawn else ""
        return Look(card, card[:-1], card[-1:], suit, suit_marks(suit))

    return deck_looks(cards, inks, shapes, look)
