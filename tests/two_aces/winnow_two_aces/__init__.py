"""Two Aces for Winnow: two decks, so that every card is there twice, and a score that is a cost."""
