"""The puzzles and problems of One-Minute Solitaire."""
