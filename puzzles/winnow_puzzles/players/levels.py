"""The levels of packs: of full deals thirds by rating, of problems grades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

RATING_VERSION = 3
"""Raise this number with every change of the panel's play, or of levels: they are comparable within one version only.
"""
LEVELS = (1, 2, 3, 4, 5)
DEAL_LEVELS = (1, 2, 3)
"""The levels of full deals: players of every kind, those who see no card included, tell them apart, but not five."""
LEVEL_NAMES = {1: "easy", 2: "middling", 3: "hard"}
UNPLANNED = "nobody without planning has won one of these"


def levels_of(count: int) -> list[int]:
    """Return the levels of `count` full deals, the easiest first.

    >>> levels_of(5)
    [1, 1, 2, 2, 3]
    """
    return [DEAL_LEVELS[place * len(DEAL_LEVELS) // count] for place in range(count)]


def level_name(pack: Mapping[str, Any], level: int) -> str:
    """Return the number and the name of a level of full deals; the five of earlier versions have no names."""
    return f"{level}: {LEVEL_NAMES[level]}" if pack["rating_version"] == RATING_VERSION else str(level)


def only_planners_won(deals: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether of the panel's players none who does not plan has won one of these full deals."""
    return not any(won for deal in deals for name, won in deal["played"].items() if not name.startswith("plans"))
