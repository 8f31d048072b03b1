"""Making a pack: screen numbered deals upward from a seed, choose for variety, work the chosen out, write.

Everything that is found goes to a journal in the pack's directory before the next step, so that a run that was killed
goes on where it was. What is written depends on the arguments only: deals are taken in order of their numbers
whatever the number of processes, and all limits are counts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from winnow.deals import MAX_NUMBER
from winnow.workers.local import Runner, stopping
from winnow_puzzles.games.base import PUZZLES
from winnow_puzzles.packs.files import PACK, PUZZLE_FORMAT, SUMS, PackError, files_of, puzzle_id, write
from winnow_puzzles.packs.journal import Journal, StoppedError
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.packs.selection import spread
from winnow_puzzles.players.levels import LEVELS, RATING_VERSION
from winnow_puzzles.players.metrics import deep, light
from winnow_puzzles.players.points import tags
from winnow_puzzles.players.rating import Rated, rate

BATCH = 8
"""Deals screened in one task."""
CHOICE = 2
"""Candidates gathered for each puzzle wanted, so that there is something to choose from."""
JOURNAL = "screening.part"

Record = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """The arguments that decide a pack: `count` puzzles shared out evenly over `levels`, lower levels first."""

    game: str
    rules: Record
    count: int
    levels: tuple[int, ...]
    seed: int
    deals: int
    """The most deals to screen."""

    def share(self, level: int) -> int:
        """Return the puzzles wanted of one level."""
        place = self.levels.index(level)
        return self.count // len(self.levels) + (place < self.count % len(self.levels))

    def arguments(self) -> Record:
        """Return the arguments as pack.json states them."""
        return {**asdict(self), "levels": list(self.levels)}

    def batches(self, begin: int) -> Iterator[int]:
        """Yield the first numbers of the batches from the `begin`-th deal on."""
        return iter(range(self.seed + begin, min(self.seed + self.deals, MAX_NUMBER), BATCH))


@dataclass
class Progress:
    """How far a run has come, for whoever watches it."""

    screened: int = 0
    found: Counter[int] = field(default_factory=Counter)
    worked_out: int = 0
    chosen: int = 0


def generate(
    wanted: Wanted, directory: Path, runner: Runner, report: Callable[[Progress], None] = lambda _: None
) -> Counter[int]:
    """Make the pack in `directory`, or go on making it; return the number of puzzles of each level.

    Raises PackError if the directory holds another pack, StoppedError when the run is told to stop.
    """
    finished = _finished(wanted, directory)
    if finished is not None:
        return finished
    directory.mkdir(parents=True, exist_ok=True)
    with Journal(directory / JOURNAL, {"journal": RATING_VERSION, **wanted.arguments()}) as journal:
        progress = Progress()
        candidates = _screen(wanted, journal, runner, progress, report)
        chosen = [candidate for level in wanted.levels for candidate in spread(candidates[level], wanted.share(level))]
        puzzles = _work_out(chosen, journal, runner, progress, report)
    for name, puzzle in zip((candidate["id"] for candidate in chosen), puzzles, strict=True):
        if puzzle["id"] != name:
            raise RuntimeError(f"puzzle {name} was worked out as {puzzle['id']}")
    write(directory, files_of(puzzles, wanted.game, wanted.rules, wanted.arguments(), progress.screened))
    (directory / JOURNAL).unlink()
    return Counter(puzzle["level"] for puzzle in puzzles)


def _finished(wanted: Wanted, directory: Path) -> Counter[int] | None:
    """Return the counts of the pack if it is there already; raise PackError if another one is."""
    if not (directory / SUMS).exists() or (directory / JOURNAL).exists():
        return None
    pack = json.loads((directory / PACK).read_text(encoding="utf-8"))
    same = pack["generator"]["arguments"] == json.loads(json.dumps(wanted.arguments()))
    if not same or pack["rating_version"] != RATING_VERSION:
        raise PackError(f"{directory} holds another pack, {pack['id']}")
    return Counter({int(level): count for level, count in pack["counts"].items() if count})


def _screen(
    wanted: Wanted, journal: Journal, runner: Runner, progress: Progress, report: Callable[[Progress], None]
) -> dict[int, list[Record]]:
    """Return the candidates of each level: twice as many as wanted, or all there are among the deals allowed.

    A number gives one puzzle at most, the level that lacks most coming first.
    """
    candidates: dict[int, list[Record]] = {level: [] for level in wanted.levels}
    forms: set[Any] = set()

    def lack(level: int) -> int:
        return CHOICE * wanted.share(level) - len(candidates[level])

    def take(found: list[Record]) -> bool:
        """Take a batch in; tell whether there is enough."""
        progress.screened = min(progress.screened + BATCH, wanted.deals)
        for _, puzzles in groupby(found, key=lambda candidate: candidate["number"]):
            candidate = max(puzzles, key=lambda candidate: (lack(candidate["level"]), candidate["level"]))
            puzzle = PUZZLES.of(wanted.game).form(deal_of(candidate))
            if lack(candidate["level"]) > 0 and puzzle not in forms:
                forms.add(puzzle)
                candidates[candidate["level"]].append(candidate)
        progress.found = Counter({level: len(known) for level, known in candidates.items()})
        report(progress)
        return all(lack(level) <= 0 for level in wanted.levels)

    screened = [record["candidates"] for record in journal.records if "candidates" in record]
    if any([take(found) for found in screened][-1:]):
        return candidates
    task = partial(screen_batch, wanted)
    for found in runner.run(task, wanted.batches(len(screened) * BATCH)):
        if found is None:
            raise StoppedError
        journal.write({"candidates": found})
        if take(found):
            return candidates
    if progress.screened < min(wanted.deals, MAX_NUMBER - wanted.seed):
        raise StoppedError
    return candidates


def screen_batch(wanted: Wanted, first: int) -> list[Record] | None:
    """Return the candidates among the deals from number `first` on; None if the run is to stop."""
    found, puzzles = [], PUZZLES.of(wanted.game)
    for number in range(first, min(first + BATCH, wanted.seed + wanted.deals, MAX_NUMBER)):
        for rules in puzzles.kinds(wanted.rules):
            found += [candidate_of(one) for one in rate(puzzles.deal(wanted.game, number, rules), wanted.levels)]
        if stopping():
            return None
    return found


def candidate_of(rated: Rated) -> Record:
    """Return a puzzle with its light figures."""
    deal, rules = rated.deal, rated.deal.rules.spelled_out()
    return {
        "format": PUZZLE_FORMAT,
        "id": puzzle_id(deal.game, rules, deal.text),
        "game": deal.game,
        "rules": rules,
        "deal": deal.text,
        "number": deal.number,
        "goal": PUZZLES.of(deal.game).goal(deal),
        "level": rated.level,
        "ladder": rated.climb.scores(),
        "metrics": light(rated),
        "verdict": rated.verdict,
    }


def _work_out(
    chosen: list[Record],
    journal: Journal,
    runner: Runner,
    progress: Progress,
    report: Callable[[Progress], None],
) -> list[Record]:
    """Return the chosen puzzles with all their figures, in their order."""
    done: dict[str, Record] = {r["puzzle"]["id"]: r["puzzle"] for r in journal.records if "puzzle" in r}
    progress.chosen, progress.worked_out = len(chosen), len(done)
    report(progress)
    for puzzle in runner.run(work_out, (candidate for candidate in chosen if candidate["id"] not in done)):
        if puzzle is None:
            raise StoppedError
        journal.write({"puzzle": puzzle})
        done[puzzle["id"]] = puzzle
        progress.worked_out += 1
        report(progress)
    if len(done) < len(chosen):
        raise StoppedError
    return [done[candidate["id"]] for candidate in chosen]


def work_out(candidate: Record) -> Record | None:
    """Return the puzzle with its deep figures and tags; None if the run is to stop."""
    metrics = {**candidate["metrics"], **deep(deal_of(candidate), candidate["verdict"]["line"])}
    puzzle = {**candidate, "metrics": metrics, "tags": tags(metrics)}
    return None if stopping() else puzzle


def read_levels(text: str) -> tuple[int, ...]:
    """Read `all`, or levels separated by commas; raise ValueError for anything else.

    >>> read_levels("5,2"), read_levels("all")
    ((2, 5), (1, 2, 3, 4, 5))
    """
    if text.strip().lower() == "all":
        return LEVELS
    known = {str(level): level for level in LEVELS}
    words = [word.strip() for word in text.split(",")]
    wrong = [word for word in words if word not in known]
    if wrong:
        raise ValueError(f"no level {wrong[0]!a}: levels are 1 to {LEVELS[-1]}, a list such as 1,3, or all")
    return tuple(sorted({known[word] for word in words}))
