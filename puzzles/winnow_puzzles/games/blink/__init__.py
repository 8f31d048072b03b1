"""The puzzles of this game."""

from winnow_puzzles.games.blink.puzzles import BlinkPuzzles

__all__ = ["BlinkPuzzles"]
