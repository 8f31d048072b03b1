"""One file or folder for each game: its players, goals, texts, pictures and problems. `base.PUZZLES` finds them."""
