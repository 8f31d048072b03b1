"""The cards of Blink: one to five equal shapes in one colour."""

from __future__ import annotations

from math import cos, pi, sin

from winnow.core.cards import BLINK, Card
from winnow.core.drawing.looks import Ink, Look, Shape, deck_looks, index_marks, pips

INKS = (
    Ink("R", "red", "#cf2c20", "#f4696f", "red"),
    Ink("B", "blue", "#175dc2", "#699de1", "blue"),
    Ink("G", "green", "#659b74", "#9eeabf", "green"),
    Ink("Y", "yellow", "#e4b202", "#fedd52", "yellow"),
    Ink("N", "brown", "#3f1e00", "#95661e", "rgb(170,110,50)"),
    Ink("A", "grey", "#6b6a6a", "#b0aeb8", "bright_black"),
)


def _turns(radii: tuple[float, ...]) -> str:
    """Return a closed SVG path of points at equal angles, the first straight up, their distances from `radii`."""
    points = [(r * sin(2 * pi * k / len(radii)), -r * cos(2 * pi * k / len(radii))) for k, r in enumerate(radii)]
    return "M" + "L".join(f"{x:.2f},{y:.2f}" for x, y in points) + "Z"


def _flower() -> str:
    ends = [(0.55 * sin((k + 0.5) * pi / 3), -0.55 * cos((k + 0.5) * pi / 3)) for k in range(6)]
    petals = "".join(f"A.3,.32 {k * 60} 1,1 {x:.2f},{y:.2f}" for k, (x, y) in enumerate(ends))
    return f"M{ends[-1][0]:.2f},{ends[-1][1]:.2f}{petals}ZM-.22,0A.22,.22 0 1,0 .22,0A.22,.22 0 1,0 -.22,0Z"


SHAPES = (
    Shape("S", "star", _turns((1.0, 0.45) * 5)),
    Shape("M", "moon", "M.38,-.92A1,1 0 1,0 .38,.92A.96,.96 0 0,1 .38,-.92Z"),
    Shape("T", "triangle", "M0,-.92L1,.85L-1,.85Z"),
    Shape("D", "drop", "M0,-1C.3,-.4 .7,0 .7,.35A.7,.65 0 1,1 -.7,.35C-.7,0 -.3,-.4 0,-1Z"),
    Shape("L", "lightning", "M.15,-1L-.7,.15L-.08,.15L-.3,1L.7,-.23L.08,-.23L.55,-1Z"),
    Shape("F", "flower", _flower()),
)
_NAMES = {shape.letter: shape.name for shape in SHAPES}
_COLOURS = {ink.letter: ink.name for ink in INKS}


def _look(card: Card) -> Look:
    count, colour, shape = tuple(card)
    shapes = _NAMES[shape] if count == "1" else f"{_NAMES[shape]}s"
    marks = (*index_marks(colour, shape), *pips(int(count), colour, shape))
    return Look(f"{count} {_COLOURS[colour]} {shapes}", count, colour + shape, "", marks)


LOOKS = deck_looks(BLINK, INKS, SHAPES, _look)
