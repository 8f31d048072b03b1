"""Does the rating mean anything? Levels, players and figures over many numbered deals."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from winnow.counted import counted
from winnow.workers.local import Runner, stopping
from winnow_puzzles.games.base import PUZZLES
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.packs.walkthrough import walkthrough
from winnow_puzzles.players.levels import LEVELS, LINES_IN_MIND
from winnow_puzzles.players.metrics import deep, light
from winnow_puzzles.players.rating import rate

BATCH = 8
WALKTHROUGHS = 3
_NO_FIGURES = ("random_games", "only_asked", "only_open", "layouts")
"""Metrics that say how others were counted."""

Record = dict[str, Any]


@dataclass
class Study:
    """What was found: the deals rated, those that make no puzzle, and the puzzles by number."""

    deals: int = 0
    processor_seconds: float = 0.0
    """What rating them took, the deep figures and the walkthroughs left out."""
    without: int = 0
    puzzles: list[Record] = field(default_factory=list)
    walkthroughs: list[str] = field(default_factory=list)


def study(
    game: str, rules: Record, first: int, deals: int, deeply: int, runner: Runner, report: Callable[[int], None]
) -> Study:
    """Rate the deals from number `first` on; give the first `deeply` puzzles of each level all their figures.

    The walkthroughs are of the puzzles of the highest level found in which the player goes on longest after the trap.
    A run that is told to stop returns what it has.
    """
    found = Study()
    screened: dict[int, list[Record]] = {}
    task = partial(_rated, game, rules, deals + first)
    for number, puzzles, seconds in runner.run(task, range(first, first + deals, BATCH)):
        screened[number] = puzzles
        found.processor_seconds += seconds
        found.deals = min(len(screened) * BATCH, deals)
        report(found.deals)
    found.puzzles = [puzzle for number in sorted(screened) for puzzle in screened[number]]
    found.without = found.deals - len({puzzle["number"] for puzzle in found.puzzles})
    chosen = [puzzle for level in LEVELS for puzzle in [one for one in found.puzzles if one["level"] == level][:deeply]]
    done = {(one["number"], one["level"], one["deal"]): one for one in runner.run(_deepened, chosen)}
    found.puzzles = [done.get((one["number"], one["level"], one["deal"]), one) for one in found.puzzles]
    hardest = max((puzzle["level"] for puzzle in done.values()), default=0)
    candidates = [one for one in done.values() if one["level"] == hardest and one["metrics"]["trap_after"] is not None]
    candidates.sort(key=lambda one: (-one["metrics"]["trap_after"], one["number"]))
    told = {one["number"]: text for one, text in runner.run(_told, candidates[:WALKTHROUGHS])}
    found.walkthroughs = [told[one["number"]] for one in candidates[:WALKTHROUGHS] if one["number"] in told]
    return found


def _rated(game: str, rules: Record, end: int, first: int) -> tuple[int, list[Record], float]:
    began, puzzles_of = time.process_time(), PUZZLES.of(game)
    puzzles = []
    for number in range(first, min(first + BATCH, end)):
        for own in [] if stopping() else puzzles_of.kinds(rules):
            for rated in rate(puzzles_of.deal(game, number, own), whole_ladder=True):
                bound = rated.deal.bind()
                wins = {
                    name: score is not None and puzzles_of.wins(bound, score)
                    for name, score in rated.climb.scores().items()
                }
                puzzles.append(
                    {
                        **{"game": game, "rules": rated.deal.rules.spelled_out(), "number": number},
                        **{"deal": rated.deal.text, "level": rated.level, "wins": wins},
                        **{"line": rated.verdict["line"], "metrics": light(rated)},
                    }
                )
    return first, puzzles, time.process_time() - began


def _deepened(puzzle: Record) -> Record:
    deal = deal_of(puzzle)
    return {**puzzle, "metrics": {**puzzle["metrics"], **deep(deal, puzzle["line"])}}


def _told(puzzle: Record) -> tuple[Record, str]:
    deal = deal_of(puzzle)
    return puzzle, walkthrough(deal, puzzle["line"], puzzle["metrics"]["trap_at"])


def markdown(found: Study) -> Iterator[str]:
    """Yield the lines of the tables and walkthroughs."""
    levels = [level for level in LEVELS if any(puzzle["level"] == level for puzzle in found.puzzles)]
    yield f"{counted(found.deals, 'deals')}, {counted(len(found.puzzles), 'puzzles')}; without any: {found.without}."
    yield ""
    counts = Counter(puzzle["level"] for puzzle in found.puzzles)
    players = ["random", "first", "greedy", *LINES_IN_MIND]
    yield "| level | puzzles | " + " | ".join(players) + " |"
    yield "|---" * (2 + len(players)) + "|"
    for level in levels:
        wins = [sum(one["wins"][name] for one in found.puzzles if one["level"] == level) for name in players]
        shares = " | ".join(f"{100 * won / counts[level]:.1f}%" for won in wins)
        yield f"| {level} | {counts[level]} | {shares} |"
    yield ""
    yield "| figure | puzzles | rank correlation with the level |"
    yield "|---|---|---|"
    for name in dict.fromkeys(name for puzzle in found.puzzles for name in puzzle["metrics"]):
        pairs = [
            (puzzle["level"], value)
            for puzzle in found.puzzles
            if (value := puzzle["metrics"].get(name)) is not None and name not in _NO_FIGURES
        ]
        value = rank_correlation([level for level, _ in pairs], [value for _, value in pairs])
        if value is not None:
            yield f"| `{name}` | {len(pairs)} | {value:+.2f} |"
    for text in found.walkthroughs:
        yield ""
        yield text


def rank_correlation(a: Sequence[int], b: Sequence[int]) -> float | None:
    """Return Spearman's rank correlation, equal values sharing their mean rank; None if either never changes.

    >>> rank_correlation([1, 2, 3], [5, 7, 7]), rank_correlation([1, 2], [4, 4])
    (0.866025..., None)
    """
    x, y = _ranks(a), _ranks(b)
    mean = (len(x) + 1) / 2
    spread = sum((u - mean) ** 2 for u in x) * sum((v - mean) ** 2 for v in y)
    if not spread:
        return None
    return float(sum((u - mean) * (v - mean) for u, v in zip(x, y, strict=True)) / spread**0.5)


def _ranks(values: Sequence[int]) -> list[float]:
    below: dict[int, int] = {}
    counts = Counter(values)
    total = 0
    for value in sorted(counts):
        below[value] = total
        total += counts[value]
    return [below[value] + (counts[value] + 1) / 2 for value in values]
