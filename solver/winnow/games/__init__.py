"""The games that come with Winnow: a folder each, found by its name (winnow.core.registry)."""
