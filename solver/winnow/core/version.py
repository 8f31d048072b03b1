"""The version of Winnow: surveys and packs state it."""

__version__ = "0.1.0"
