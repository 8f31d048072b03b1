"""Packs of puzzles: full deals that can be won and problems from play, rated by a panel of simulated players."""
