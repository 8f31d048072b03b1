"""The puzzles of this game."""

from winnow_puzzles.games.single_left.puzzles import SingleLeftPuzzles

__all__ = ["SingleLeftPuzzles"]
