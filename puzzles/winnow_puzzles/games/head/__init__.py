"""The puzzles of this game."""

from winnow_puzzles.games.head.puzzles import HeadPuzzles

__all__ = ["HeadPuzzles"]
