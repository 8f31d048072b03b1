"""Packs of puzzles: made, read, checked, proved and exported."""
