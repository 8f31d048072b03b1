"""What a page offers of a game: a played introduction, and the deals of the day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Step:
    """One step: what a player should know, in two short sentences, and the moves that follow from it."""

    text: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """A deal with its rules as texts, and the steps that play it to a win from the start."""

    deal: str
    steps: tuple[Step, ...]
    rules: Mapping[str, str] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """Return the lesson as JSON values."""
        steps = [{"text": step.text, "moves": list(step.moves)} for step in self.steps]
        return {"deal": self.deal, "rules": {"deck": "as-dealt", **self.rules}, "steps": steps}


@dataclass(frozen=True)
class Daily:
    """A game's deal of the day on one weekday (0 is Monday), the same for everybody.

    `form` is how it is played: `open`, `down` (face down) or `clock`. In week w since the Monday before 1970, with
    p = w modulo 100, the deal is number 100 d + p: d is the digit of `digits` at p (base 36; 0 where there is none), so
    that the deal can be won. Cards count as settled on the piles whose keys begin with `goal`.
    """

    weekday: int
    form: str
    goal: str
    rules: Mapping[str, str] = field(default_factory=dict)
    digits: str = ""
