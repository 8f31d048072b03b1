"""What packs of problems are like, as a table: rules of thumb, predictors, reasons, sizes and grades.

`python puzzles/report.py DIR...` prints it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import correlation, median

import numpy as np

from winnow_puzzles.packs.reading import Puzzle, read_pack
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.predicting import Moves, found, started
from winnow_puzzles.problems.refuted import VERDICT
from winnow_puzzles.problems.shortcuts import reaches, thumbs_of
from winnow_puzzles.universal.thought import Thinker

PLAIN = (VERDICT, "not in time")
"""The kinds of reasons that name nothing on the table."""
STEPS = {"head": "meld", "one-minute": r"\b[A-Z2-9][CDHS]\b"}
"""By game, the regular expression of a step in the sentences of thought, where it is not " at "."""


def whole(problems: Sequence[Puzzle]) -> Iterator[str]:
    """Yield the rules that solve most of a level, the three worst. The problems state whose first move wins."""
    stated = {name for problem in problems for name in problem["thumbs"]}
    levels = Counter(problem["level"] for problem in problems)
    own, shares = problems_of(problems[0]["game"]), []
    for name, thumb in thumbs_of(own).items():
        able = (problem for problem in problems if name in problem["thumbs"] or name not in stated)
        solved = Counter(problem["level"] for problem in able if reaches(thumb, own, *started(problem)))
        level = max(levels, key=lambda one: solved[one] / levels[one])
        shares.append((solved[level] / levels[level], sum(solved.values()) / len(problems), level, name))
    for most, share, level, name in sorted(shares, reverse=True)[:3]:
        yield f"solved whole by '{name}': {share:.1%}, of level {level} {most:.1%}"


def reasons(problems: Sequence[Puzzle]) -> Iterator[str]:
    """Yield how often each kind of reason is given at a natural trap, and how many name nothing on the table."""
    kinds = Counter(
        one["kind"]
        for problem in problems
        for decision in problem["decisions"]
        for one in decision["losing"]
        if one["move"] in decision["natural"]
    )
    plain = sum(kinds[kind] for kind in PLAIN)
    yield f"reasons at natural traps: {plain / kinds.total():.0%} name nothing on the table"
    for kind, count in kinds.most_common(5):
        yield f"  {kind}: {count / kinds.total():.0%}"


def agreement(a: Sequence[float], b: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    ranks = []
    for values in (a, b):
        _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
        ranks.append((np.cumsum(counts) - counts / 2)[place].tolist())
    return correlation(*ranks)


def steps_of(problem: Puzzle) -> int:
    """Return how many steps one takes to refute the losing moves; in Universal, how many positions one looks at."""
    own, (game, position) = problems_of(problem["game"]), started(problem)
    if problem["game"] == "universal":
        thinker = Thinker(own, game)
        return thinker.looked_at(after for _, lost, _ in thinker.thoughts(position) for _, after in lost)
    return sum(len(re.findall(STEPS.get(problem["game"], " at "), text)) for text in own.thought(game, position))


def grades(problems: Sequence[Puzzle]) -> Iterator[str]:
    """Yield the number of problems of each level, with ratings and the steps that thought takes."""
    ratings = [problem["rating"]["logits"] for problem in problems]
    levels = [problem["level"] for problem in problems]
    steps = list(map(steps_of, problems))
    for level in sorted(set(levels)):
        rated, thought = (median(v for v, at in zip(of, levels, strict=True) if at == level) for of in (ratings, steps))
        yield f"level {level}: {levels.count(level)}, rating {rated:+.2f}, steps of thought {thought:g}"
    yield f"agreement of level and steps of thought {agreement(levels, steps):+.2f}"
    yield f"agreement of level and rating {agreement(levels, ratings):+.2f}"


def report(problems: Sequence[Puzzle]) -> Iterator[str]:
    """Yield the lines about one pack."""
    yield f"{problems[0]['game']}: {len(problems)} problems"
    yield from whole(problems)
    shares = found([Moves.of(problem) for problem in problems])
    yield "first moves found: " + ", ".join(f"{name} {share.mean():.0%}" for name, share in shares.items())
    yield from reasons(problems)
    for name in ("solution", "decisions"):
        sizes = sorted(len(problem[name]) for problem in problems)
        yield f"length of {name}: {sizes[0]}, {median(sizes):g}, {sizes[-1]}"
    yield from grades(problems)


def main() -> None:
    """Print what packs are like, whose folders the command line names."""
    for path in sys.argv[1:]:
        for line in report(read_pack(path, known_good=True).puzzles):
            print(line, flush=True)


if __name__ == "__main__":
    main()
