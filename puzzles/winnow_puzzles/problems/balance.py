"""The balance of a pack: within each level no rule of thumb finds the first move much more often than chance does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from winnow_puzzles.players.levels import LEVELS

Record = dict[str, Any]
TWO = 2

OF_TWO = 0.6
"""The largest share of first moves with two legal moves that a rule may find in a level."""
ABOVE_CHANCE = 0.15
"""How much the share may exceed chance where there are more legal moves."""


@dataclass(frozen=True)
class First:
    """What the balance needs to know of a problem's first move."""

    id: str
    theme: str
    beauty: int
    legal: int
    """The number of legal moves."""
    winning: int
    """The number of legal moves that win."""
    thumbs: frozenset[str]
    """The rules of thumb that choose a winning move."""

    @classmethod
    def of(cls, problem: Mapping[str, Any]) -> First:
        """Return the first move of a problem."""
        first = problem["decisions"][0]
        winning = len(first["winning"])
        return cls(
            problem["id"],
            problem["themes"][0],
            problem["beauty"]["score"],
            winning + len(first["losing"]),
            winning,
            frozenset(problem["thumbs"]),
        )


@dataclass(frozen=True)
class Excess:
    """A rule of thumb that finds too many first moves of some problems of one level."""

    thumb: str
    level: int
    problems: tuple[First, ...]
    """Those whose first move it finds."""
    allowed: int


def by_rating(problems: Sequence[Record]) -> list[Record]:
    """Return the problems in the order of a pack: by rating, then by id."""
    return sorted(problems, key=lambda one: (one["rating"]["logits"], one["id"]))


def allowed(problems: Sequence[First]) -> int:
    """Return how many first moves a rule may find of problems of one level, all with two legal moves, or all with more.

    Small numbers are rounded up to the next whole problem.
    """
    if all(one.legal <= TWO for one in problems):
        return ceil(OF_TWO * len(problems))
    return ceil(sum(one.winning / one.legal + ABOVE_CHANCE for one in problems))


def excesses(ordered: Sequence[First]) -> Iterator[Excess]:
    """Yield the rules of thumb that find too many first moves of a level; the problems are in the order of a pack."""
    for level in LEVELS:
        own = [one for place, one in enumerate(ordered) if LEVELS[place * len(LEVELS) // len(ordered)] == level]
        for of_two in (True, False):
            group = [one for one in own if (one.legal <= TWO) == of_two]
            most = allowed(group) if group else 0
            for thumb in sorted(set().union(*(one.thumbs for one in group))):
                found = tuple(one for one in group if thumb in one.thumbs)
                if len(found) > most:
                    yield Excess(thumb, level, found, most)


def crowded(problems: Sequence[First], share_of: Callable[[str], float]) -> Iterator[tuple[list[First], int]]:
    """Yield the problems of each first theme that has more than its share, and how many more; one is always allowed."""
    for theme in sorted({one.theme for one in problems}):
        found = [one for one in problems if one.theme == theme]
        most = max(1, int(share_of(theme) * len(problems)))
        if len(found) > most:
            yield found, len(found) - most


def balanced(problems: Sequence[Record], count: int, share_of: Callable[[str], float]) -> list[Record]:
    """Return at most `count` of the problems without an excess, by rating, the most beautiful where there is a choice.

    Problems are dropped one by one. As long as a rule of thumb finds too many first moves, or a theme has more than its
    share, the problem goes that belongs to most such excesses; after that, the least beautiful. `share_of` returns the
    largest share of a theme.
    """
    kept = [First.of(one) for one in by_rating(problems)]
    while True:
        weight = _weight(kept, share_of)
        if weight:
            kept.remove(max(kept, key=lambda one: (weight[one.id], -one.beauty, one.id)))
        elif len(kept) > count:
            kept.remove(_least(kept, len(kept) == count + 1, share_of))
        else:
            ids = {one.id for one in kept}
            return [one for one in by_rating(problems) if one["id"] in ids]


def _least(kept: Sequence[First], last: bool, share_of: Callable[[str], float]) -> First:
    """Return the least beautiful problem; for the last drop the least beautiful one whose absence keeps the balance."""
    ordered = sorted(kept, key=lambda one: (one.beauty, one.id))
    able = (one for one in ordered if not last or not _weight([other for other in kept if other is not one], share_of))
    return next(able, ordered[0])


def _weight(kept: Sequence[First], share_of: Callable[[str], float]) -> Counter[str]:
    """Return by id how much a problem counts in what there is too much of; nothing if all is balanced."""
    weight = Counter[str]()
    over = [(excess.problems, len(excess.problems) - excess.allowed) for excess in excesses(kept)]
    for found, more in (*over, *crowded(kept, share_of)):
        weight.update({one.id: more for one in found})
    return weight
