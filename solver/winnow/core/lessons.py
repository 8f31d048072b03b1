"""A played introduction to a game: a small deal, and what to do in it step by step."""

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
