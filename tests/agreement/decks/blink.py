"""Small decks of Blink."""

from blink_decks import random_game

__all__ = ["OF_THE_FULL_DECK", "random_game"]

OF_THE_FULL_DECK = {"decks"}
"""Options that say what the full deck is, and nothing of a deck as dealt."""
