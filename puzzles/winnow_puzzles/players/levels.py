"""The levels of a pack of full deals: fifths of its deals by rating, within each kind of puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

RATING_VERSION = 2
"""Raise this number with every change of the panel's play: ratings are comparable within one version only."""
LEVELS = (1, 2, 3, 4, 5)


LEVEL_NAMES = {1: "easy", 2: "fairly easy", 3: "middling", 4: "hard", 5: "very hard"}


@dataclass(frozen=True)
class Shares:
    """The distribution of `count` puzzles over the wanted levels and over the kinds of puzzle.

    Deals are rated for unwanted levels, too: a level is a fifth of all rated deals.
    """

    count: int
    levels: tuple[int, ...]
    kinds: int

    def of(self, level: int) -> int:
        """Return the number of puzzles of one level; lower levels get the remainder, one each.

        >>> [Shares(7, (1, 2, 4), 1).of(level) for level in LEVELS]
        [3, 2, 0, 2, 0]
        """
        if level not in self.levels:
            return 0
        return self.count // len(self.levels) + (self.levels.index(level) < self.count % len(self.levels))

    def quotas(self, kind: int) -> list[int]:
        """Return the number of deals of a kind (numbered from 0) that are rated for each level.

        >>> [Shares(50, LEVELS, 3).quotas(kind) for kind in range(3)]
        [[3, 3, 4, 3, 3], [3, 4, 3, 3, 4], [4, 3, 3, 4, 3]]
        """
        most = max(self.of(level) for level in self.levels)
        return [self._part(most, kind, level) for level in LEVELS]

    def kept(self, kind: int, level: int) -> int:
        """Return how many of the deals rated for a level are kept."""
        return self._part(self.of(level), kind, level)

    @property
    def all_kept(self) -> bool:
        """Whether every rated deal is kept, so that the levels follow from the pack's ratings alone."""
        return all([self.kept(kind, level) for level in LEVELS] == self.quotas(kind) for kind in range(self.kinds))

    def _part(self, size: int, kind: int, level: int) -> int:
        return size // self.kinds + ((kind + level) % self.kinds < size % self.kinds)


def levels_of(count: int, quotas: Sequence[int]) -> list[int]:
    """Return the levels of `count` puzzles of one kind, the easiest first: `quotas` puzzles of each level, else fifths.

    >>> levels_of(5, [1, 2, 0, 1, 1]), levels_of(3, [1, 1, 1, 1, 1])
    ([1, 2, 2, 4, 5], [1, 2, 4])
    """
    if count != sum(quotas):
        return [LEVELS[place * len(LEVELS) // count] for place in range(count)]
    ends = list(accumulate(quotas))
    return [next(level for level, end in zip(LEVELS, ends, strict=True) if place < end) for place in range(count)]
