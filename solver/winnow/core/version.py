"""The version of Winnow, which surveys and packs record."""

__version__ = "0.1.0"
