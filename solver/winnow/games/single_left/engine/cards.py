"""Cards and moves of Single Left as its kernels number them."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.cards import STANDARD, STANDARD_RANKS, STANDARD_SUITS, Card
from winnow.core.deals import UNKNOWN

MOVES = ("draw", "pair", "four", "redeal")

_RANK = {card: STANDARD_RANKS.index(card[0]) for card in STANDARD.tokens} | {UNKNOWN: 0}
_SUIT = {card: STANDARD_SUITS.index(card[1]) for card in STANDARD.tokens} | {UNKNOWN: 0}


def encode(cards: Sequence[Card]) -> tuple[bytes, bytes]:
    """Return the ranks and the suits of the cards as the kernels take them; `?` counts as rank and suit 0."""
    return bytes(map(_RANK.__getitem__, cards)), bytes(map(_SUIT.__getitem__, cards))
