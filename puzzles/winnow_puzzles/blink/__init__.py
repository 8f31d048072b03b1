"""The puzzles and problems of Blink Solitaire."""
