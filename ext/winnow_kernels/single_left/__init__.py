"""single_left."""
