"""Whole numbers as callers give them: an int, or any other integer, such as numpy's."""

from __future__ import annotations

from operator import index
from typing import Any


def is_whole(value: Any) -> bool:
    """Return whether a value is an integer and no bool.

    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return hasattr(type(value), "__index__") and not isinstance(value, bool)


def whole_number(name: str, value: Any) -> int:
    """Return the value as an int; raise TypeError, with this name for it, for a value that is no integer."""
    if not is_whole(value):
        raise TypeError(f"{name} is a whole number, not {value!r}")
    return index(value)
