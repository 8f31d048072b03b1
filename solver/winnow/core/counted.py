"""Numbers and names in messages: a number with its noun, a deal, a mistyped word, a whole number as callers give it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any


def counted(number: int, nouns: str) -> str:
    """Return `number` with its noun. `nouns` is the plural; for 1 its first word is put in the singular.

    >>> counted(1, "cards on the bar"), counted(0, "matches"), counted(1, "passes"), counted(1234, "positions")
    ('1 card on the bar', '0 matches', '1 pass', '1,234 positions')
    """
    first, *rest = nouns.split(" ")
    return " ".join([f"{number:,}", singular(first) if number == 1 else first, *rest])


def singular(noun: str) -> str:
    """Return the singular of a noun in the plural; any other noun as it is.

    >>> singular("free cells"), singular("passes"), singular("table")
    ('free cell', 'pass', 'table')
    """
    if noun.endswith("ss"):
        return noun
    return noun.removesuffix("es" if noun.endswith(("sses", "ches", "xes")) else "s")


def deal_name(game: str, number: int | None) -> str:
    """Return what a `repr` calls a deal: its game, and its number if it has one.

    >>> deal_name("golf", 5), deal_name("golf", None)
    ('golf, number 5', 'golf')
    """
    return game if number is None else f"{game}, number {number}"


def value_repr(value: object, game: str, number: int | None, after: Sequence[str], found: str) -> str:
    """Return the `repr` of a public value, one short line: the deal that it is about, and what was found."""
    moves = f", after {counted(len(after), 'moves')}" if after else ""
    return f"<winnow.{type(value).__name__} on {deal_name(game, number)}{moves}: {found}>"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question to append to an error message; "" if no known word is similar.

    >>> did_you_mean('univresal', ['universal', 'head']), did_you_mean('chess', ['universal', 'head'])
    (' (did you mean universal?)', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415  input without a mistake does without

    near = get_close_matches(word.lower(), list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def is_whole(value: Any) -> bool:
    """Return whether a value is an integer and no bool.

    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return hasattr(type(value), "__index__") and not isinstance(value, bool)


def whole_number(name: str, value: Any, least: int | None = None) -> int:
    """Return the value as an int; raise TypeError, with this name for it, for a value that is no integer.

    Raises ValueError for one below `least`.
    """
    if not is_whole(value):
        raise TypeError(f"{name} is a whole number, not {value!r}")
    number = index(value)
    if least is not None and number < least:
        raise ValueError(f"{name} is {least} or more, not {number}")
    return number
