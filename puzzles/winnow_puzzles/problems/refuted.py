"""A losing move with everything that can follow it, from which a game's `reasons.py` reads why it loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from winnow.core.registry import hook
from winnow_puzzles.problems.tree import Tree

VERDICT = "verdict"
"""The kind of a reason that only states the result."""


@dataclass(frozen=True)
class Reason:
    """Why a move loses: a kind, and a sentence that holds in every position that can follow."""

    kind: str
    text: str
    about: tuple[str, ...] = ()
    """The cards that the sentence names, and in Blink the cell as `x,y`: a page can mark them on the table."""


@dataclass(frozen=True)
class Refuted:
    """A losing move at a decision of a solution, with the tree of what can follow it."""

    tree: Tree
    goal: int
    before: Any
    move: str
    node: int
    """The place of the position after the move and the automatic moves."""
    won: Sequence[tuple[str, Any]]
    """The solution from this decision on: each move, and the position after it and its automatic moves."""

    @property
    def game(self) -> Any:
        """The game, whose rules state the goal."""
        return self.tree.game

    @property
    def after(self) -> Any:
        """The position after the move."""
        return self.tree.positions[self.node]

    @property
    def best(self) -> int | None:
        """The best result that can follow."""
        return self.tree.value[self.node]

    @cached_property
    def positions(self) -> list[Any]:
        """Every position that can follow, the one after the move first."""
        return [self.tree.positions[place] for place in self._following]

    @cached_property
    def steps(self) -> list[tuple[Any, str, Any]]:
        """Every move that can follow: the position before it, the move, and the position after it."""
        positions = self.tree.positions
        steps = ((at, step) for at in self._following for step in self.tree.steps(at))
        return [(positions[at], step.move, positions[step.child]) for at, step in steps]

    @cached_property
    def ends(self) -> list[Any]:
        """The positions without a move that is worth examining."""
        return [self.tree.positions[place] for place in self._following if not self.tree.steps(place)]

    @cached_property
    def _following(self) -> list[int]:
        return self.tree.following(self.node)


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as a list within a sentence, `word` before the last."""
    return f" {word} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def forced(parts: Sequence[str]) -> str:
    """Return the start of a sentence: what is forced."""
    return f"Then {listed(parts)} {'are' if len(parts) > 1 else 'is'} forced, and " if parts else "Then "


@hook("reasons", own="winnow_puzzles")
def reasons(_refuted: Refuted) -> Iterator[Reason]:
    """Yield reasons why a move loses, the most telling first; each holds in every position that can follow.

    The last one is the plain verdict, if others may be missing.
    """
    yield Reason(VERDICT, "After that the goal is out of reach.")
