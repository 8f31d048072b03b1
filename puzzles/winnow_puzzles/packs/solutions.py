"""The solution of a puzzle: its moves, and the sentences that `winnow solve` uses for them."""

from __future__ import annotations

from winnow.core.face import FACES
from winnow.core.lines import replay
from winnow_puzzles.packs.reading import Puzzle, Record, deal_of


def solution_line(puzzle: Record) -> list[str]:
    """Return the moves of the solution, from the position that the puzzle shows."""
    return list(Puzzle(puzzle).line)


def solution_steps(puzzle: Record) -> list[str]:
    """Return the solution in sentences, a step each."""
    game = deal_of(puzzle).bind()
    position = replay(game, game.start(), puzzle.get("after", ()))
    return FACES.of(game.name).steps(game, position, solution_line(puzzle))
