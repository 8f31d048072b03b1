"""The standard 52 cards in four colours."""

from __future__ import annotations

from winnow.core.cards import STANDARD, Card
from winnow.core.drawing.looks import Ink, Look, Mark, Shape, deck_looks, index_marks, pips

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
_EYES = "M-.16,-.22a.05,.05 0 1,0 .1,0a.05,.05 0 1,0 -.1,0ZM.06,-.22a.05,.05 0 1,0 .1,0a.05,.05 0 1,0 -.1,0Z"
_SHIELD = "M-.24,.76A.24,.24 0 1,0 .24,.76A.24,.24 0 1,0 -.24,.76Z"
_ROBE = "M-.72,1C-.76,.66 -.6,.44 -.3,.4L0,.5L.3,.4C.6,.44 .76,.66 .72,1Z"
FIGURES = (
    Shape(
        "J",
        "Jack",
        "M-.48,-.46C-.52,-.8 -.2,-.96 .06,-.9C.3,-.85 .44,-.7 .46,-.46Z"
        "M.3,-.88C.5,-1.05 .74,-.95 .7,-.5C.62,-.74 .5,-.8 .4,-.76Z"
        "M-.44,-.4L.44,-.4L.5,.12L.27,.12C.2,.22 .1,.28 0,.28C-.1,.28 -.2,.22 -.27,.12L-.5,.12Z"
        f"M-.27,-.34L.27,-.34L.27,-.05C.25,.1 .1,.18 0,.18C-.1,.18 -.25,.1 -.27,-.05Z{_EYES}{_ROBE}{_SHIELD}",
    ),
    Shape(
        "Q",
        "Queen",
        "M-.38,-.6L-.52,-.9L-.22,-.76L0,-1L.22,-.76L.52,-.9L.38,-.6Z"
        "M-.36,-.54L.36,-.54C.6,-.42 .56,0 .66,.34L-.66,.34C-.56,0 -.6,-.42 -.36,-.54Z"
        "M-.26,-.38C-.1,-.44 .1,-.44 .26,-.38L.26,-.12C.26,.06 .12,.13 .1,.16L.1,.34L-.1,.34L-.1,.16"
        f"C-.12,.13 -.26,.06 -.26,-.12Z{_EYES}{_ROBE}{_SHIELD}",
    ),
    Shape(
        "K",
        "King",
        "M-.44,-.5L-.54,-.96L-.24,-.74L0,-1L.24,-.74L.54,-.96L.44,-.5Z"
        "M-.42,-.44L.42,-.44L.42,-.08C.42,.2 .16,.36 0,.38C-.16,.36 -.42,.2 -.42,-.08Z"
        f"M-.28,-.38L.28,-.38L.28,-.1C.2,0 .1,-.06 0,-.06C-.1,-.06 -.2,0 -.28,-.1Z{_EYES}{_ROBE}{_SHIELD}",
    ),
)
_NUMBERS = "A23456789T"
_RANKS = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
_NAMES = {shape.letter: shape.name for shape in SHAPES}


def _look(card: Card) -> Look:
    rank, suit = tuple(card)
    name = f"{_RANKS.get(rank, rank)} of {_NAMES[suit]}"
    court = (Mark(suit, rank, 0.6, 0.8, 0.44), Mark(suit, suit, 0.6, 1.134, 0.08))
    marks = pips(_NUMBERS.index(rank) + 1, suit, suit) if rank in _NUMBERS else court
    return Look(name, "10" if rank == "T" else rank, suit, suit, (*index_marks(suit, suit), *marks))


LOOKS = deck_looks(STANDARD, INKS, SHAPES, _look, FIGURES)
