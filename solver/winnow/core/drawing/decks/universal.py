"""The sixty cards of Universal Solitaire: six planets, ranks 1 to 7, Moon, Sun and Galaxy."""

from __future__ import annotations

from math import cos, pi, sin

from winnow.core.cards import UNIVERSAL, UNIVERSAL_RANKS, Card
from winnow.core.drawing.looks import Ink, Look, Mark, Shape, deck_looks, pips


def _sun() -> str:
    ends = [(cos(k * pi / 6), sin(k * pi / 6)) for k in range(12)]
    rays = "".join(
        f"M{x - 0.13 * y:.2f},{y + 0.13 * x:.2f}L{0.72 * x - 0.1 * y:.2f},{0.72 * y + 0.1 * x:.2f}"
        f"L{0.72 * x + 0.1 * y:.2f},{0.72 * y - 0.1 * x:.2f}L{x + 0.04 * y:.2f},{y - 0.04 * x:.2f}Z"
        for x, y in ends
    )
    return f"M-.6,0A.6,.6 0 1,1 .6,0A.6,.6 0 1,1 -.6,0Z{rays}"


def _galaxy() -> str:
    turns = [k / 24 for k in range(25)]
    outer = [(0.3 + 0.7 * t, 1.25 * pi * t) for t in turns]
    inner = [(0.3 + 0.7 * t - 0.34 * sin(pi * t), 1.25 * pi * t) for t in reversed(turns)]
    arms = (
        "M" + "L".join(f"{r * cos(a + turn):.2f},{0.8 * r * sin(a + turn):.2f}" for r, a in [*outer, *inner]) + "Z"
        for turn in (0.0, pi)
    )
    return f"M-.2,0A.2,.17 0 1,1 .2,0A.2,.17 0 1,1 -.2,0Z{''.join(arms)}"


INKS = (
    Ink("E", "blue", "#4393f9", "#5794fc", "blue"),
    Ink("J", "orange", "#c48310", "#f7b20e", "yellow"),
    Ink("M", "red", "#bb0217", "#ee5662", "red"),
    Ink("N", "teal", "#004b53", "#48edf3", "cyan"),
    Ink("S", "purple", "#8f38aa", "#9f679c", "magenta"),
    Ink("V", "green", "#467e5b", "#b5d8a5", "green"),
)
SHAPES = (
    Shape(
        "E",
        "Earth",
        "M-1,0A1,1 0 1,1 1,0A1,1 0 1,1 -1,0Z"
        "M.13,.13L.72,.13A.73,.73 0 0,1 .13,.72ZM-.13,.13L-.13,.72A.73,.73 0 0,1 -.72,.13Z"
        "M-.13,-.13L-.72,-.13A.73,.73 0 0,1 -.13,-.72ZM.13,-.13L.13,-.72A.73,.73 0 0,1 .72,-.13Z",
    ),
    Shape(
        "J",
        "Jupiter",
        "M.35,-1L.62,-1L.62,.3L1,.3L1,.56L.62,.56L.62,1L.35,1L.35,.56L-.9,.56L-.9,.34C-.35,.3 -.1,-.1 -.1,-.42"
        "C-.1,-.68 -.25,-.78 -.42,-.78C-.6,-.78 -.7,-.66 -.68,-.46L-.94,-.46C-1,-.8 -.75,-1 -.42,-1"
        "C-.05,-1 .18,-.76 .18,-.42C.18,-.12 .02,.16 -.2,.3L.35,.3Z",
    ),
    Shape(
        "M",
        "Mars",
        "M-.88,.28A.66,.66 0 1,1 .44,.28A.66,.66 0 1,1 -.88,.28ZM-.62,.28A.4,.4 0 1,0 .18,.28A.4,.4 0 1,0 -.62,.28Z"
        "M.15,-.28L.5,-.63L.25,-.88L1,-1L.88,-.25L.63,-.5L.28,-.15Z",
    ),
    Shape(
        "N",
        "Neptune",
        "M-.9,-.9L-.62,-.9L-.62,-.35C-.62,0 -.4,.1 -.13,.12L-.13,-1L.13,-1L.13,.12C.4,.1 .62,0 .62,-.35L.62,-.9"
        "L.9,-.9L.9,-.3C.9,.2 .55,.38 .13,.4L.13,.6L.45,.6L.45,.82L.13,.82L.13,1L-.13,1L-.13,.82L-.45,.82L-.45,.6"
        "L-.13,.6L-.13,.4C-.55,.38 -.9,.2 -.9,-.3Z",
    ),
    Shape(
        "S",
        "Saturn",
        "M-.62,0A.62,.62 0 1,1 .62,0A.62,.62 0 1,1 -.62,0Z"
        "M-.64,-.3C-.9,-.22 -1,-.1 -1,.02C-1,.3 -.55,.45 0,.45C.55,.45 1,.3 1,.02C1,-.1 .9,-.22 .64,-.3L.66,-.14"
        "C.76,-.1 .82,-.04 .82,.02C.82,.15 .45,.26 0,.26C-.45,.26 -.82,.15 -.82,.02C-.82,-.04 -.76,-.1 -.66,-.14Z",
    ),
    Shape(
        "V",
        "Venus",
        "M-.6,-.4A.6,.6 0 1,1 .6,-.4A.6,.6 0 1,1 -.6,-.4ZM-.35,-.4A.35,.35 0 1,0 .35,-.4A.35,.35 0 1,0 -.35,-.4Z"
        "M-.13,.19L.13,.19L.13,.46L.46,.46L.46,.72L.13,.72L.13,1L-.13,1L-.13,.72L-.46,.72L-.46,.46L-.13,.46Z",
    ),
)
FIGURES = (
    Shape("moon", "Moon", "M.38,-.92A1,1 0 1,0 .38,.92A.96,.96 0 0,1 .38,-.92Z"),
    Shape("sun", "Sun", _sun()),
    Shape("galaxy", "Galaxy", _galaxy()),
)
_BELOW_STRIP = (0.13, 0.41, 0.87, 1.33)
_RANKS = {"M": "Moon", "S": "Sun", "G": "Galaxy"}
_NAMES = {shape.letter: shape.name for shape in SHAPES}


def _look(card: Card) -> Look:
    rank, suit = tuple(card)
    value = UNIVERSAL_RANKS.index(rank) + 1
    # The corner shows the value: a name that is read aloud has it, too.
    name = f"{_RANKS[rank]} {value} of {_NAMES[suit]}" if rank in _RANKS else f"{rank} of {_NAMES[suit]}"
    # Columns show the strip above a card, so that the suit stands beside the corner.
    strip = Mark(suit, suit, 0.52, 0.21, 0.15)
    if rank in _RANKS:
        return Look(name, str(value), suit, suit, (strip, Mark(suit, _RANKS[rank].lower(), 0.5, 0.86, 0.42)))
    return Look(name, str(value), suit, suit, (strip, *pips(value, suit, suit, _BELOW_STRIP)))


LOOKS = deck_looks(UNIVERSAL, INKS, SHAPES, _look, FIGURES)
