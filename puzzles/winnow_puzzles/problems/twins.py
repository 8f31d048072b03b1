"""Problems that share a line: half of one solution, or more, lies on another, up to renaming of suits and places."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from winnow.core.game import Game
from winnow_puzzles.problems.base import Problems
from winnow_puzzles.problems.tree import Tree
from winnow_puzzles.problems.walk import Solution


def digest(problems: Problems, game: Game[Any, Any], position: Any) -> str:
    """Return a 16-digit digest of a position's form."""
    return hashlib.sha256(repr(problems.form(game, position)).encode()).hexdigest()[:16]


def forms_of(problems: Problems, game: Game[Any, Any], tree: Tree, solution: Solution) -> list[str]:
    """Return the digest of each position of a solution before a move by hand, up to the goal."""
    return [digest(problems, game, tree.positions[node]) for _, node in solution.path]


def first_half(forms: Sequence[str]) -> Sequence[str]:
    """Return the forms from which half of the solution, or more, is still to be played.

    >>> first_half("abcd"), first_half("abcde")
    ('abc', 'abc')
    """
    return forms[: len(forms) // 2 + 1]


class Lines:
    """The solutions of the problems of a pack."""

    def __init__(self) -> None:
        self._met = set[int]()
        """The forms of all positions."""
        self._begun = set[int]()
        """Those of the first halves."""

    def add(self, forms: Sequence[str]) -> None:
        """Add a problem's solution."""
        self._met.update(int(form, 16) for form in forms)
        self._begun.update(int(form, 16) for form in first_half(forms))

    def shares(self, forms: Sequence[str]) -> bool:
        """Return whether a solution shares half of it, or of one added, with the other; the whole included."""
        begun = {int(form, 16) for form in first_half(forms)}
        return not begun.isdisjoint(self._met) or any(int(form, 16) in self._begun for form in forms)
