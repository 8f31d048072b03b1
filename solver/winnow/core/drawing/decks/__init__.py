"""The looks of the decks: one file a deck; the cards of other decks show their tokens."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from winnow.core.cards import CardSet
from winnow.core.drawing.looks import Look, Looks, deck_looks


@cache
def looks_of(cards: CardSet) -> Looks:
    """Return the looks of a deck: its own, or plain ones that show the tokens."""
    name = f"{__name__}.{cards.name.lower()}"
    if not cards.name.isidentifier() or find_spec(name) is None:
        return deck_looks(cards, (), (), lambda card: Look(card, card, "", "", ()))
    return cast(Looks, import_module(name).LOOKS)
