"""The Decktet: ranks Ace to 9 and Crown, six suits, most cards with two; Pawns, Courts and the Excuse."""

from __future__ import annotations

from winnow.core.cards import DECKTET, EXCUSE, Card
from winnow.core.drawing.looks import Ink, Look, Mark, Shape, deck_looks, suit_marks

INKS = (
    Ink("M", "indigo", "#242a58", "#5c75b9", "blue"),
    Ink("S", "orange", "#bd8b02", "#fcc353", "yellow"),
    Ink("W", "teal", "#4f90b4", "#5eb0c2", "cyan"),
    Ink("L", "brown", "#4c2b1f", "#976427", "magenta"),
    Ink("Y", "green", "#206f1b", "#9bfecd", "green"),
    Ink("K", "red", "#de3363", "#f76676", "red"),
)
SHAPES = (
    Shape("M", "Moons", "M.38,-.92A1,1 0 1,0 .38,.92A.96,.96 0 0,1 .38,-.92Z"),
    Shape(
        "S",
        "Suns",
        "M0,-1L.2,-.58L.59,-.81L.52,-.35L.95,-.31L.63,0L.95,.31L.52,.35L.59,.81L.2,.58L0,1L-.2,.58L-.59,.81"
        "L-.52,.35L-.95,.31L-.63,0L-.95,-.31L-.52,-.35L-.59,-.81L-.2,-.58Z",
    ),
    Shape(
        "W",
        "Waves",
        "M-1,-.45C-.75,-.85 -.45,-.85 -.1,-.55C.2,-.3 .5,-.35 .8,-.8L1,-.55C.65,.05 .3,.05 -.15,-.25"
        "C-.5,-.5 -.65,-.45 -.85,-.1Z"
        "M-1,.4C-.75,0 -.45,0 -.1,.3C.2,.55 .5,.5 .8,.05L1,.3C.65,.9 .3,.9 -.15,.6C-.5,.35 -.65,.4 -.85,.75Z",
    ),
    Shape(
        "L",
        "Leaves",
        "M0,-1C.8,-.55 .8,.3 .1,.6L.1,1L-.1,1L-.1,.6C-.8,.3 -.8,-.55 0,-1ZM-.05,-.5L-.05,.4L.05,.4L.05,-.5Z",
    ),
    Shape(
        "Y",
        "Wyrms",
        "M.7,-.75C.4,-1.05 -.75,-1.05 -.75,-.45C-.75,.1 .4,0 .4,.4C.4,.7 -.3,.65 -.6,.4L-.8,.7"
        "C-.3,1.1 .8,1.05 .8,.4C.8,-.25 -.35,-.1 -.35,-.45C-.35,-.65 .2,-.65 .5,-.45Z",
    ),
    Shape(
        "K",
        "Knots",
        "M-1,0A.55,.55 0 1,1 .1,0A.55,.55 0 1,1 -1,0ZM-.1,0A.55,.55 0 1,1 1,0A.55,.55 0 1,1 -.1,0Z"
        "M-.55,-.45A.55,.55 0 1,1 .55,-.45A.55,.55 0 1,1 -.55,-.45Z"
        "M-.55,.45A.55,.55 0 1,1 .55,.45A.55,.55 0 1,1 -.55,.45Z",
    ),
)
CROWN = Shape("crown", "Crown", "M-.8,.5L-1,-.5L-.45,-.05L0,-.8L.45,-.05L1,-.5L.8,.5ZM-.8,.6L.8,.6L.8,.8L-.8,.8Z")
_RANKS = {"A": "Ace", "C": "Crown", "P": "Pawn", "T": "Court"}
_NAMES = {shape.letter: shape.name for shape in SHAPES}


def _look(card: Card) -> Look:
    if card == EXCUSE:
        return Look("the Excuse", "X", "", "", ())
    rank, suits = card[0], card[1:]
    names = [_NAMES[suit] for suit in suits]
    of = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    marks = suit_marks(suits)
    if rank == "C":
        marks = (marks[0], Mark(suits, "crown", 0.66, 0.46, 0.28), Mark(suits, suits, 0.66, 1.0, 0.24))
    return Look(f"{_RANKS.get(rank, rank)} of {of}", rank, suits, suits if len(suits) == 1 else "", marks)


LOOKS = deck_looks(DECKTET, INKS, SHAPES, _look, [CROWN])
