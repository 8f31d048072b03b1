"""Statistics of the ratings of full deals: spread, agreement of kinds of player, and correlations with figures.

The unit is the deal: intervals come from drawing deals with replacement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import fsum
from typing import Any

from winnow.core.counted import counted
from winnow_puzzles.base import PUZZLES, Panel
from winnow_puzzles.players.correlation import with_interval
from winnow_puzzles.players.logits import AVERAGE_PLAY, rating_of
from winnow_puzzles.problems.panel import kinds
from winnow_puzzles.problems.rasch import fit
from winnow_puzzles.problems.study import halves, spread

Record = dict[str, Any]
_NO_FIGURES = ("random_games", "only_asked", "only_open", "layouts")
"""Metrics that are only the counts behind others."""


def markdown(game: str, puzzles: Sequence[Record]) -> Iterator[str]:
    """Yield the lines of the tables; all `puzzles` are rated, and some have figures."""
    panel = PUZZLES.of(game).deal_panel
    yield f"{counted(len(puzzles), 'deals')} of {game} that can be won."
    if len(puzzles) < 2:
        return
    yield ""
    yield from _spread([puzzle["rating"] for puzzle in puzzles])
    yield ""
    yield "| rank correlation (Spearman) | deals | value | 95% interval over deals |"
    yield "|---|---|---|---|"
    for name, pairs in _pairs(puzzles, panel):
        numbers, first, second = zip(*pairs, strict=True) if pairs else ((), (), ())
        value, span = with_interval(numbers, first, second)
        yield f"| {name} | {len(pairs)} | {value} | {span} |"
    yield ""
    yield "| player | plays of a deal | won | ability (logits) |"
    yield "|---|---|---|---|"
    for name, ability in abilities(puzzles, panel).items():
        plays = panel[name][1]
        won = fsum(puzzle["played"][name] for puzzle in puzzles) / (plays * len(puzzles))
        yield f"| `{name}` | {plays} | {100 * won:.1f}% | {ability:.2f} |"


def abilities(puzzles: Sequence[Record], panel: Panel) -> dict[str, float]:
    """Return the players' abilities, fitted to these deals with mean difficulty 0.

    Every player gets one extra play, half won, spread over the deals: it keeps the ability finite if all or none are
    won.
    """
    _, half, one = AVERAGE_PLAY
    part, whole = half / len(puzzles), one / len(puzzles)
    results = {
        name: {puzzle["id"]: (puzzle["played"][name] + part, plays + whole) for puzzle in puzzles}
        for name, (_, plays) in panel.items()
    }
    return fit(results)[0]


def _spread(ratings: Sequence[Mapping[str, float]]) -> Iterator[str]:
    error = fsum(rating["standard_error"] ** 2 for rating in ratings) / len(ratings)
    share = sum(rating["solved"] for rating in ratings) / sum(rating["plays"] for rating in ratings)
    yield "| figure | value |"
    yield "|---|---|"
    yield from spread([rating["logits"] for rating in ratings])
    yield f"| standard error of a rating, root mean square | {error**0.5:.2f} |"
    yield f"| plays won | {100 * share:.0f}% |"
    yield f"| deals that no play won, that every play won | {_none(ratings)}, {_all(ratings)} |"


def _none(ratings: Sequence[Mapping[str, float]]) -> int:
    return sum(rating["solved"] == 0 for rating in ratings)


def _all(ratings: Sequence[Mapping[str, float]]) -> int:
    return sum(rating["solved"] == rating["plays"] for rating in ratings)


def _pairs(puzzles: Sequence[Record], panel: Panel) -> Iterator[tuple[str, list[tuple[int, float, float]]]]:
    """Yield (name of a pair of rankings, [(deal number, first value, second value), ...])."""

    def by(names: Sequence[str]) -> list[float]:
        part = {name: panel[name] for name in names}
        return [rating_of(puzzle["played"], part)["logits"] for puzzle in puzzles]

    def paired(first: Sequence[float], second: Sequence[float]) -> list[tuple[int, float, float]]:
        return list(zip([puzzle["number"] for puzzle in puzzles], first, second, strict=True))

    names = list(panel)
    one, other = halves(names)
    yield "two halves of the panel, no player in both", paired(by(one), by(other))
    for (a, first), (b, second) in combinations(kinds(names).items(), 2):
        yield f"`{a}` players and `{b}` players", paired(by(first), by(second))
    figures = dict.fromkeys(name for puzzle in puzzles for name in puzzle.get("metrics", ()))
    for figure in figures:
        if figure not in _NO_FIGURES:
            told = [puzzle for puzzle in puzzles if puzzle.get("metrics", {}).get(figure) is not None]
            pairs = [(one["number"], one["rating"]["logits"], one["metrics"][figure]) for one in told]
            if len(pairs) > 1:
                yield f"rating and `{figure}`", pairs
