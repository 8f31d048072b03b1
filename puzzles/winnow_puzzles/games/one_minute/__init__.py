"""The puzzles of this game."""

from winnow_puzzles.games.one_minute.puzzles import OneMinutePuzzles

__all__ = ["OneMinutePuzzles"]
