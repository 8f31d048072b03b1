"""What holds between the problems of a pack: no two share a line, and within each level no rule of thumb finds the
first move much more often than chance does.

Of two legal moves, neither the one that a rule takes nor the other may be right too often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from winnow_puzzles.base import Record
from winnow_puzzles.packs.files import LEVELS

Places = npt.NDArray[np.int64]
TWO = 2

OF_TWO = 0.6
"""The largest share of first moves with two legal moves that a rule, or its opposite, may find in a level."""
ABOVE_CHANCE = 0.15
"""How much the share may exceed chance where there are more legal moves."""
_MARGIN = 0.01
"""How much less the shares are while problems are dropped: a choice at one of its limits has few ways on. Of 4,165
problems of Single Left 999 are kept with it, 860 without."""


@dataclass(frozen=True)
class First:
    """What the balance needs to know of a problem's first move."""

    theme: str
    beauty: int
    legal: int
    """The number of legal moves."""
    winning: int
    """The number of legal moves that win."""
    thumbs: frozenset[str]
    """The rules of thumb that choose a winning move."""
    level: int

    @classmethod
    def of(cls, problem: Mapping[str, Any]) -> First:
        """Return the first move of a problem."""
        winning, losing = (len(problem["decisions"][0][kind]) for kind in ("winning", "losing"))
        theme, beauty, thumbs = problem["themes"][0], problem["beauty"]["score"], frozenset(problem["thumbs"])
        return cls(theme, beauty, winning + losing, winning, thumbs, problem["level"])


def by_rating(problems: Sequence[Record]) -> list[Record]:
    """Return the problems in the order of a pack: by level, by rating, then by id."""
    return sorted(problems, key=lambda one: (one["level"], one["rating"]["logits"], one["id"]))


class Lines:
    """The solutions of the problems of a pack, by the forms of their positions (equal up to renaming of suits)."""

    def __init__(self) -> None:
        self._met, self._begun = set[str](), set[str]()
        """The forms of all positions, and those from which half of a solution, or more, is still to be played."""

    def add(self, forms: Sequence[str]) -> None:
        """Add a problem's solution."""
        self._met.update(forms)
        self._begun.update(forms[: len(forms) // 2 + 1])

    def shares(self, forms: Sequence[str]) -> bool:
        """Return whether a solution shares half of it, or of one added, with the other; the whole included."""
        return not (self._met.isdisjoint(forms[: len(forms) // 2 + 1]) and self._begun.isdisjoint(forms))


class _Table:
    """First moves as arrays, in the order of a pack: a row for each problem, a column for each rule of thumb."""

    def __init__(self, problems: Sequence[First], names: Sequence[str]) -> None:
        shape = len(problems), len(names)
        self.names = names
        self.right = np.array([[name in one.thumbs for name in names] for one in problems], bool).reshape(shape)
        self.of_two = np.array([one.legal <= TWO for one in problems], bool)
        self.chance = np.array([one.winning / one.legal for one in problems])
        self.themes = np.array([one.theme for one in problems])
        self.beauty = np.array([one.beauty for one in problems], np.int64)
        self.levels = np.array([one.level for one in problems], np.int64)

    def groups(self, kept: Places) -> Iterator[tuple[int, bool, Places, int]]:
        """Yield level, whether there are two legal moves, the problems, and how many first moves a rule may find.

        Small numbers are rounded up to the next whole problem.
        """
        for level in LEVELS:
            own = kept[self.levels[kept] == level]
            for two in (True, False):
                group = own[self.of_two[own] == two]
                share = np.full(len(group), OF_TWO) if two else self.chance[group] + ABOVE_CHANCE
                yield level, two, group, ceil(round(float(share.sum()), 9))

    def weight(self, kept: Places, share_of: Callable[[str], float], margin: float = 0.0) -> Places:
        """Return, for each kept problem, how much it counts in what there is too much of; zeros if all is balanced."""
        weight = np.zeros(len(self.of_two), np.int64)
        for _, two, group, allowed in self.groups(kept):
            most = allowed - int(margin * len(group))
            right = self.right[group].astype(np.int64)
            found = right.sum(axis=0)
            weight[group] += right @ np.maximum(found - most, 0)
            if two:
                weight[group] += (1 - right) @ np.maximum(len(group) - found - most, 0)
        for theme in np.unique(self.themes[kept]):
            of_theme = kept[self.themes[kept] == theme]
            most = max(1, int(share_of(str(theme)) * len(kept)))
            weight[of_theme] += max(0, len(of_theme) - most)
        return weight[kept]


def excesses(ordered: Sequence[First], names: Sequence[str]) -> Iterator[str]:
    """Yield which rules of thumb find too many first moves of a level; the problems are in the order of a pack."""
    table = _Table(ordered, names)
    for level, two, group, most in table.groups(np.arange(len(ordered))):
        for name, found in zip(names, table.right[group].sum(axis=0).tolist(), strict=True):
            for rule, right in ((f"{name!a}", found), (f"the opposite of {name!a}", (len(group) - found) * two)):
                if right > most:
                    yield f"{rule} finds {right} first moves of level {level}, of which it may find {most}"


def balanced(
    problems: Sequence[Record], names: Sequence[str], count: int, share_of: Callable[[str], float]
) -> list[Record]:
    """Return at most `count` of the problems without an excess, by rating, the most beautiful where there is a choice.

    `names` are those of the rules of thumb, and `share_of` returns the largest share of a theme. Problems are dropped
    one by one: as long as there is too much of something, the one that belongs to most of it; after that, the least
    beautiful. Then those that fit come back.
    """
    ordered = by_rating(problems)
    table = _Table([First.of(one) for one in ordered], names)
    kept = np.arange(len(ordered))
    while True:
        weight = table.weight(kept, share_of, _MARGIN)
        if len(kept) <= count and not (weight.any() and table.weight(kept, share_of).any()):
            return [ordered[place] for place in _filled(table, kept, count, share_of)]
        # The last key decides first; among equals the last in the order of a pack goes.
        kept = np.delete(kept, np.lexsort((np.arange(len(kept)), -table.beauty[kept], weight))[-1])


def _filled(table: _Table, kept: Places, count: int, share_of: Callable[[str], float]) -> Places:
    """Return the balanced problems with others, the most beautiful first, that leave the balance as it is."""
    left_out = np.setdiff1d(np.arange(len(table.beauty)), kept)
    for place in left_out[np.lexsort((left_out, -table.beauty[left_out]))]:
        more = np.sort(np.append(kept, place))
        if len(kept) < count and not table.weight(more, share_of).any():
            kept = more
    return kept
