"""Small decks of Head."""

from head_decks import random_game

__all__ = ["random_game"]
