"""The puzzles of this game."""

from winnow_puzzles.games.universal.puzzles import UniversalPuzzles

__all__ = ["UniversalPuzzles"]
