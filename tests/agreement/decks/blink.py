"""Small decks of Blink."""

from blink_decks import random_game

__all__ = ["random_game"]
