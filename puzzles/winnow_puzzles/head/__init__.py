"""The puzzles and problems of Head Solitaire."""
