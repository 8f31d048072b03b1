"""Fair play: what can be said of a position by a player who knows only the cards shown so far."""
