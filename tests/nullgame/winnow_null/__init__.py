"""The null game: the smallest package that Winnow takes. Copy it, rename it, and replace the rules."""
