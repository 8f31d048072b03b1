"""The puzzles and problems of Universal Solitaire."""
