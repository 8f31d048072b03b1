"""The levels of packs: of full deals thirds by rating, of problems grades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

RATING_VERSION = 3
"""Raise this number with every change of the panel's play, or of levels: they are comparable within one version only.
"""
LEVELS = (1, 2, 3, 4, 5)
DEAL_LEVELS = (1, 2, 3)
"""The levels of full deals: players of every kind, those who see no card included, tell them apart, but not five."""
LEVEL_NAMES = {1: "easy", 2: "middling", 3: "hard"}
UNPLANNED = "nobody without planning has won one of these"


@dataclass(frozen=True)
class Shares:
    """The distribution of `count` puzzles over the wanted levels, and of the rated deals over the kinds of puzzle.

    Deals are rated for unwanted levels, too: a level is a third of all rated deals.
    """

    count: int
    levels: tuple[int, ...]
    kinds: int

    def of(self, level: int) -> int:
        """Return the number of puzzles of one level; lower levels get the remainder, one each.

        >>> [Shares(7, (1, 2), 1).of(level) for level in DEAL_LEVELS]
        [4, 3, 0]
        """
        if level not in self.levels:
            return 0
        return self.count // len(self.levels) + (self.levels.index(level) < self.count % len(self.levels))

    @property
    def rated(self) -> int:
        """The number of deals that are rated."""
        return -(-self.count * len(DEAL_LEVELS) // len(self.levels))

    def of_kind(self, kind: int) -> int:
        """Return how many of them are of a kind (numbered from 0); later kinds get the remainder, one each.

        >>> [Shares(50, DEAL_LEVELS, 3).of_kind(kind) for kind in range(3)]
        [16, 17, 17]
        """
        return (self.rated + kind) // self.kinds


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
