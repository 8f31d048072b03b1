"""Suggestions for mistyped words."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question to append to an error message; "" if no known word is similar.

    >>> did_you_mean('univresal', ['universal', 'head']), did_you_mean('chess', ['universal', 'head'])
    (' (did you mean universal?)', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415  input without a mistake does without

    near = get_close_matches(word.lower(), list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
