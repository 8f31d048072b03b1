"""Cards and moves of Single Left as its kernels number them."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.cards import STANDARD_RANKS, STANDARD_SUITS, Card
from winnow.core.deals import UNKNOWN

MOVES = ("draw", "pair", "four", "redeal")

_RANK = {rank: number for number, rank in enumerate(STANDARD_RANKS)} | {UNKNOWN: 0}
_SUIT = {suit: number for number, suit in enumerate(STANDARD_SUITS)} | {UNKNOWN: 0}


def encode(cards: Sequence[Card]) -> tuple[bytes, bytes]:
    """Return the ranks and the suits of the cards as the kernels take them; `?` counts as rank and suit 0."""
    return (
        bytes([_RANK[card[0]] for card in cards]),
        bytes([_SUIT[card[-1]] for card in cards]),
    )
