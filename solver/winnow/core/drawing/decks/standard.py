"""The standard 52 cards in four colours."""

from __future__ import annotations

from winnow.core.cards import STANDARD, Card
from winnow.core.drawing.looks import Ink, Look, Looks, Shape, deck_looks, suit_marks

INKS = (
    Ink("C", "green", "#358a61", "#6be8ac", "green"),
    Ink("D", "blue", "#2a5088", "#6096eb", "blue"),
    Ink("H", "red", "#b80b15", "#ef6261", "red"),
    Ink("S", "black", "#131313", "#8f8a8f", ""),
)
SHAPES = (
    Shape(
        "C",
        "Clubs",
        "M.12,.3C.3,.62 .93,.6 .93,.1C.93,-.28 .6,-.4 .36,-.3C.62,-.55 .4,-1 0,-1C-.4,-1 -.62,-.55 -.36,-.3"
        "C-.6,-.4 -.93,-.28 -.93,.1C-.93,.6 -.3,.62 -.12,.3C-.14,.7 -.22,.88 -.38,1L.38,1C.22,.88 .14,.7 .12,.3Z",
    ),
    Shape("D", "Diamonds", "M0,-1L.76,0L0,1L-.76,0Z"),
    Shape(
        "H",
        "Hearts",
        "M0,.95C-.35,.6 -1,.15 -1,-.38C-1,-.78 -.72,-.95 -.5,-.95C-.25,-.95 -.07,-.8 0,-.58"
        "C.07,-.8 .25,-.95 .5,-.95C.72,-.95 1,-.78 1,-.38C1,.15 .35,.6 0,.95Z",
    ),
    Shape(
        "S",
        "Spades",
        "M0,-1C.3,-.55 .95,-.15 .95,.32C.95,.85 .35,.9 .12,.52C.15,.75 .25,.9 .38,1L-.38,1"
        "C-.25,.9 -.15,.75 -.12,.52C-.35,.9 -.95,.85 -.95,.32C-.95,-.15 -.3,-.55 0,-1Z",
    ),
)
_RANKS = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
_NAMES = {shape.letter: shape.name for shape in SHAPES}


def looks() -> Looks:
    """Return the looks of the deck."""
    return deck_looks(STANDARD, INKS, SHAPES, _look)


def _look(card: Card) -> Look:
    rank, suit = tuple(card)
    name = f"{_RANKS.get(rank, rank)} of {_NAMES[suit]}"
    return Look(name, "10" if rank == "T" else rank, suit, suit, suit_marks(suit))
