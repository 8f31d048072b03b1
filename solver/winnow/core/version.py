"""The version of Winnow, which surveys and packs record."""

__version__ = "1.0.0"
