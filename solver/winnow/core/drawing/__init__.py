"""How a position is drawn from its rules alone: piles, gestures, text, SVG, and the looks of the decks."""
