"""The solution of a puzzle: its moves, and the sentences in which `winnow solve` prints them."""

from __future__ import annotations

from winnow.core.face import FACES
from winnow.core.lines import replay
from winnow_puzzles.packs.reading import Puzzle, Record, deal_of


def solution_line(puzzle: Record) -> list[str]:
    """Return the moves of the solution, from the puzzle's position."""
    return list(Puzzle(puzzle).line)


def solution_steps(puzzle: Record) -> list[str]:
    """Return the solution as sentences, one for each step."""
    game = deal_of(puzzle).bind()
    position = replay(game, game.start(), puzzle.get("after", ()))
    return FACES.of(game.name).steps(game, position, solution_line(puzzle))
