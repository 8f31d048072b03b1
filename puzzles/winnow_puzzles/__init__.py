"""Puzzle packs: deals that can be won, rated by the weakest player who wins them, chosen for variety."""
