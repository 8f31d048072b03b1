"""Statistics of the ratings: spread, agreement of panels without a common player, correlation with decisions.

The unit is the deal: intervals are bootstrapped over deals, not problems (fixed seed), since problems of one deal are
similar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import fsum
from statistics import stdev

import numpy as np

from winnow.core.counted import counted
from winnow.core.deals import shuffled
from winnow_puzzles.players.correlation import rank_correlation, with_interval
from winnow_puzzles.problems.base import Record, problems_of
from winnow_puzzles.problems.generating import Harvest
from winnow_puzzles.problems.panel import kinds, player, success
from winnow_puzzles.problems.rasch import difficulties, fit
from winnow_puzzles.problems.rebuilding import rebuilt

Shares = dict[str, float]
_SPLITS = 40
"""The number of random pairs of halves."""


def markdown(game: str, taken: Harvest) -> Iterator[str]:
    """Yield the lines of the tables."""
    kept = taken.kept
    if len(kept) < 2:
        yield f"{counted(len(kept), 'problems')} from {counted(taken.screened, 'deals')}: too few to say more."
        return
    shares = [shares_of(record) for record in kept]
    ratings = [record["rating"]["logits"] for record in kept]
    several = sum(record["temptations"] > 1 for record in kept)
    yield f"{counted(len(kept), 'problems')} of {game}, each of another core, from {counted(taken.screened, 'deals')}."
    yield ""
    yield "| figure | value |"
    yield "|---|---|"
    yield from spread(ratings)
    yield f"| problems with two or more temptations | {100 * several / len(kept):.0f}% |"
    yield f"| positions that can follow, mean | {fsum(one['positions'] for one in kept) / len(kept):.0f} |"
    yield f"| losing moves refuted, mean | {_losing(kept) / len(kept):.1f} |"
    yield ""
    yield "| rank correlation (Spearman) | value | 95% interval over deals |"
    yield "|---|---|---|"
    for name, first, second in _pairs(kept, shares):
        value, span = with_interval([record["number"] for record in kept], first, second)
        yield f"| {name} | {value} | {span} |"
    yield _drawn_halves(problems_of(game).abilities, shares)
    yield ""
    yield "| theme | problems |"
    yield "|---|---|"
    counts = Counter(theme for record in kept for theme in record["themes"])
    for theme in problems_of(game).themes:
        yield f"| {theme} | {100 * counts[theme] / len(kept):.0f}% |"
    yield ""
    yield "| player | ability (logits) | solved |"
    yield "|---|---|---|"
    abilities, _ = fit({name: {str(i): (one[name], 1.0) for i, one in enumerate(shares)} for name in shares[0]})
    for name, ability in abilities.items():
        yield f"| {name} | {ability:.2f} | {100 * fsum(one[name] for one in shares) / len(shares):.0f}% |"


def spread(ratings: Sequence[float]) -> Iterator[str]:
    """Yield the rows of a table with the spread of two or more ratings."""
    ordered = sorted(ratings)
    low, high = ordered[len(ordered) // 20], ordered[-1 - len(ordered) // 20]
    yield f"| rating, 5% to 95% (logits) | {low:.2f} to {high:.2f} |"
    yield f"| rating, standard deviation | {stdev(ordered):.2f} |"


def shares_of(record: Record) -> Shares:
    """Return, by player of the panel, the probability that it solves a problem."""
    return success(*rebuilt(record), 0)


def _losing(kept: Sequence[Record]) -> int:
    return sum(len(decision["losing"]) for record in kept for decision in record["decisions"])


def _pairs(kept: Sequence[Record], shares: Sequence[Shares]) -> Iterator[tuple[str, list[int], list[int]]]:
    """Yield (name of a pair of rankings, first values, second values)."""
    abilities = problems_of(kept[0]["game"]).abilities
    names = list(shares[0])
    whole = _rated(abilities, shares, names)
    one, other = halves(names)
    yield (
        "two halves of the panel, every kind in both",
        _rated(abilities, shares, one),
        _rated(abilities, shares, other),
    )
    for (a, first), (b, second) in combinations(kinds(names).items(), 2):
        yield f"`{a}` players and `{b}` players", _rated(abilities, shares, first), _rated(abilities, shares, second)
    for name, value in (("decisions that matter", "decisions_that_matter"), ("positions that can follow", "positions")):
        yield f"rating and {name}", whole, [record[value] for record in kept]


def _rated(abilities: Mapping[str, float], shares: Sequence[Shares], names: Sequence[str]) -> list[int]:
    """Return each problem's difficulty, in thousandths of a logit, by these players alone."""
    able = np.array([abilities.get(name, 0.0) for name in names] * len(shares))
    solved = np.array([one[name] for one in shares for name in names])
    places = difficulties(able, solved, np.ones(len(able)), np.arange(len(shares)).repeat(len(names)), len(shares))
    return [round(1000 * place) for place in places.tolist()]


def _drawn_halves(abilities: Mapping[str, float], shares: Sequence[Shares]) -> str:
    """Return the table row for random halves of each kind's players (fixed seed)."""
    names = list(shares[0])
    by_kind = list(kinds(list(dict.fromkeys(map(player, names)))).values())
    values = []
    for split in range(_SPLITS):
        first = set[str]()
        for kind, players in enumerate(by_kind):
            drawn = shuffled(tuple(players), split * len(by_kind) + kind)
            first.update(drawn[: (len(drawn) + split % 2) // 2])
        one, other = ([name for name in names if (player(name) in first) == inside] for inside in (True, False))
        value = rank_correlation(_rated(abilities, shares, one), _rated(abilities, shares, other))
        values.append(0.0 if value is None else value)
    values.sort()
    mean, span = f"{fsum(values) / _SPLITS:+.2f}", f"{values[0]:+.2f} to {values[-1]:+.2f}"
    return f"| {_SPLITS} pairs of halves drawn at random, mean | {mean} | pairs: {span} |"


def halves(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the panel in two halves, alternating players with all their lapses, so that no player is in both.

    >>> halves(["ahead-1/0.1", "ahead-1/0.3", "ahead-2/0.1", "ahead-2/0.3", "natural-1/0.1", "natural-2/0.1"])
    (['ahead-1/0.1', 'ahead-1/0.3', 'natural-1/0.1'], ['ahead-2/0.1', 'ahead-2/0.3', 'natural-2/0.1'])
    """
    players = list(dict.fromkeys(map(player, names)))
    first = set(players[::2])
    return [name for name in names if player(name) in first], [name for name in names if player(name) not in first]
