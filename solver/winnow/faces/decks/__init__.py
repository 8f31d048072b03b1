"""The looks of the decks: one file a deck, and a plain look for a deck that has none."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from winnow.cards import BLINK, DECKTET, STANDARD, UNIVERSAL, Card, CardSet
from winnow.faces.decks import blink, decktet, standard, universal
from winnow.faces.looks import Ink, Look, Looks, Shape, deck_looks, suit_marks

_LOOKS: dict[str, Callable[[], Looks]] = {
    STANDARD.name: standard.looks,
    UNIVERSAL.name: universal.looks,
    DECKTET.name: decktet.looks,
    BLINK.name: blink.looks,
}


@cache
def looks_of(cards: CardSet) -> Looks:
    """Return the looks of a deck: its own, or plain ones where the last letter of a token is taken for its suit."""
    return _LOOKS[cards.name]() if cards.name in _LOOKS else _plain(cards)


def _plain(cards: CardSet) -> Looks:
    """Return looks for a deck that nobody has drawn: as many inks and shapes as are known, then black discs."""
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
