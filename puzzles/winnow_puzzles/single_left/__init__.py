"""The puzzles and problems of Single Left."""
