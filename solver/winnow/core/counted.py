"""How a sentence writes a number with its noun, and names a deal."""

from __future__ import annotations


def counted(number: int, nouns: str) -> str:
    """Return `number` with its noun. `nouns` is the plural; for 1 its first word is put in the singular.

    >>> counted(1, "cards on the bar"), counted(0, "matches"), counted(1, "passes"), counted(1234, "positions")
    ('1 card on the bar', '0 matches', '1 pass', '1,234 positions')
    """
    first, *rest = nouns.split(" ")
    if number == 1:
        first = first.removesuffix("es" if first.endswith(("sses", "ches", "xes")) else "s")
    return " ".join([f"{number:,}", first, *rest])


def deal_name(game: str, number: int | None) -> str:
    """Return what a `repr` calls a deal: its game, and its number if it has one.

    >>> deal_name("golf", 5), deal_name("golf", None)
    ('golf, number 5', 'golf')
    """
    return game if number is None else f"{game}, number {number}"
