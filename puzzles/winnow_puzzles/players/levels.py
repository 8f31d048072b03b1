"""The levels of a pack of full deals: fifths of its deals by rating, within each kind of puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

RATING_VERSION = 2
"""Whatever changes a play of the panel raises this number: ratings are compared within one version only.

Version 1 were the rungs of a ladder of planners (`winnow_puzzles.packs.ladder`).
"""
LEVELS = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class Shares:
    """How `count` puzzles are shared out over the levels wanted, and over the kinds of puzzle there are.

    As many deals are rated for a level that is not wanted as for one that is: a level is a fifth of all that are rated.
    """

    count: int
    levels: tuple[int, ...]
    kinds: int

    def of(self, level: int) -> int:
        """Return the puzzles wanted of one level; lower levels have one more where they do not come out even.

        >>> [Shares(7, (1, 2, 4), 1).of(level) for level in LEVELS]
        [3, 2, 0, 2, 0]
        """
        if level not in self.levels:
            return 0
        return self.count // len(self.levels) + (self.levels.index(level) < self.count % len(self.levels))

    def quotas(self, kind: int) -> list[int]:
        """Return how many deals of a kind (from 0) are rated for each level.

        >>> [Shares(50, LEVELS, 3).quotas(kind) for kind in range(3)]
        [[3, 3, 4, 3, 3], [3, 4, 3, 3, 4], [4, 3, 3, 4, 3]]
        """
        most = max(self.of(level) for level in self.levels)
        return [self._part(most, kind, level) for level in LEVELS]

    def kept(self, kind: int, level: int) -> int:
        """Return how many of them are kept."""
        return self._part(self.of(level), kind, level)

    @property
    def all_kept(self) -> bool:
        """Whether every deal rated is kept, so that the levels follow from the ratings of the pack alone."""
        return all([self.kept(kind, level) for level in LEVELS] == self.quotas(kind) for kind in range(self.kinds))

    def _part(self, size: int, kind: int, level: int) -> int:
        return size // self.kinds + ((kind + level) % self.kinds < size % self.kinds)


def levels_of(count: int, quotas: Sequence[int]) -> list[int]:
    """Return the levels of `count` puzzles of one kind, the easiest first: `quotas` of each level, or else fifths.

    >>> levels_of(5, [1, 2, 0, 1, 1]), levels_of(3, [1, 1, 1, 1, 1])
    ([1, 2, 2, 4, 5], [1, 2, 4])
    """
    if count != sum(quotas):
        return [LEVELS[place * len(LEVELS) // count] for place in range(count)]
    ends = list(accumulate(quotas))
    return [next(level for level, end in zip(LEVELS, ends, strict=True) if place < end) for place in range(count)]
