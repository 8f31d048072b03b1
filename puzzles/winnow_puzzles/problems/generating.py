"""Makes a pack of problems: harvest numbered deals upward from a seed, keep the wanted problems, one of each core.

The output depends on the arguments only: batches are taken in order of their numbers for any number of processes. Every
result goes to a journal first, so a killed run can continue.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from winnow.core.counted import counted
from winnow.core.deals import MAX_NUMBER, game_type
from winnow.core.errors import RuleError
from winnow.core.game import read_rules
from winnow.core.games import GAMES
from winnow.core.version import __version__
from winnow.workers.local import Runner, stopping
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.packs.files import (
    DEALS,
    LICENCE,
    NUMBERING,
    PACK,
    PROBLEMS_FORMAT,
    SUMS,
    line_of,
    made_before,
    make_folder,
    read_records,
    with_common_files,
    write,
)
from winnow_puzzles.packs.journal import Journal, StoppedError
from winnow_puzzles.players.levels import LEVELS
from winnow_puzzles.problems.base import Record, problems_of
from winnow_puzzles.problems.harvest import Enough, harvest
from winnow_puzzles.problems.panel import PANEL_VERSION

BATCH = 8
"""Deals harvested in one task."""
MOST_SHARE = 0.4
"""The largest share of a pack with the same first theme, and the largest with the same number of decisions.

A share does not apply if such problems were requested.
"""
JOURNAL = "problems.part"

Span = tuple[float, float]


@dataclass(frozen=True)
class WantedProblems:
    """The arguments that decide a pack of problems; `rating` in logits, `decisions` that matter, None: any."""

    game: str
    rules: Record
    count: int
    theme: str | None
    rating: Span | None
    decisions: Span | None
    seed: int
    deals: int
    """The most deals to harvest."""

    def arguments(self) -> Record:
        """Return the arguments as pack.json states them."""
        arguments: Record = json.loads(json.dumps(asdict(self)))
        return arguments

    def command(self) -> str:
        """Return the command that makes the pack again."""
        words: list[object] = ["winnow", "problems", self.game, "--count", self.count]
        words += ["--theme", self.theme] if self.theme else []
        for name, span in (("--rating", self.rating), ("--decisions", self.decisions)):
            words += [name, f"{span[0]:g}:{span[1]:g}"] if span else []
        for name, value in self.rules.items():
            words += ["--rule", f"{name}={value}"]
        words += ["--seed", self.seed, "--deals", self.deals, "-o", "DIR"]
        return shlex.join(map(str, words))


def problem_rules(game: str, given: Record) -> Record:
    """Return the rules of problems, every option spelled out; raise RuleError for rules that no problem can have."""
    rules: Record = read_rules(game_type(game), {**problems_of(game).defaults, **given}).spelled_out()
    if rules["deck"] == "as-dealt":
        raise RuleError("rule deck=as-dealt: problems are made of numbered deals, which shuffle the full deck")
    return rules


@dataclass
class Harvest:
    """The problems that a run has kept so far."""

    screened: int = 0
    kept: list[Record] = field(default_factory=list)
    themes: Counter[str] = field(default_factory=Counter)
    """The number of kept problems by first theme."""
    decisions: Counter[int] = field(default_factory=Counter)
    """The number of kept problems by number of decisions that matter."""

    def keep(self, record: Record) -> None:
        """Add a problem."""
        self.kept.append(record)
        self.themes[record["themes"][0]] += 1
        self.decisions[record["decisions_that_matter"]] += 1

    def enough(self, wanted: WantedProblems) -> Enough:
        """Return the themes and numbers of decisions that are full; they stay full."""
        most = max(1, int(MOST_SHARE * wanted.count))
        themes = (theme for theme, kept in self.themes.items() if kept >= most and wanted.theme is None)
        decisions = (number for number, kept in self.decisions.items() if kept >= most and wanted.decisions is None)
        return Enough(frozenset(themes), frozenset(decisions))


def generate(
    wanted: WantedProblems, directory: Path, runner: Runner, report: Callable[[Harvest], None] = lambda _: None
) -> Harvest:
    """Make the pack in `directory`, or continue; return its problems.

    Raises PackError if the directory holds another pack, StoppedError when the run is stopped.
    """
    if (directory / SUMS).exists() and not (directory / JOURNAL).exists():
        return _finished(wanted, directory)
    make_folder(directory)
    with Journal(directory / JOURNAL, {"journal": PANEL_VERSION, **wanted.arguments()}) as journal:
        taken = gather(wanted, runner, report, journal)
    write(directory, files_of(wanted, taken))
    (directory / JOURNAL).unlink()
    return taken


def _finished(wanted: WantedProblems, directory: Path) -> Harvest:
    """Return the problems of the existing pack; raise PackError if it is another one."""
    pack = made_before(directory, wanted.arguments(), PANEL_VERSION)
    return Harvest(pack["generator"]["screened"], list(read_records(directory / DEALS)))


def gather(
    wanted: WantedProblems, runner: Runner, report: Callable[[Harvest], None], journal: Journal | None = None
) -> Harvest:
    """Return the problems harvested until there are enough, or no more deals. Raises StoppedError if asked to stop."""
    taken, seen = Harvest(), set[str]()
    for record in journal.records if journal else []:
        if _take(wanted, taken, seen, record["found"]):
            return taken
    begin = wanted.seed + taken.screened
    end = min(wanted.seed + wanted.deals, MAX_NUMBER)
    # A task starts with what is full by then, and skips records that would be dropped anyway.
    tasks = ((first, taken.enough(wanted)) for first in range(begin, end, BATCH))
    for found in runner.run(partial(harvest_batch, wanted), tasks):
        if found is None:
            raise StoppedError
        if journal is not None:
            journal.write({"found": found})
        enough = _take(wanted, taken, seen, found)
        report(taken)
        if enough:
            return taken
    if taken.screened < end - wanted.seed:
        raise StoppedError
    return taken


def harvest_batch(wanted: WantedProblems, task: tuple[int, Enough]) -> list[Record] | None:
    """Return the problems of a batch of deals; a task is its first number and what is full. None if asked to stop."""
    first, enough = task
    found: list[Record] = []
    puzzles, problems = PUZZLES.of(wanted.game), problems_of(wanted.game)
    for number in range(first, min(first + BATCH, wanted.seed + wanted.deals, MAX_NUMBER)):
        found += harvest(problems, puzzles.deal(wanted.game, number, wanted.rules), enough)
        if stopping():
            return None
    return found


def _take(wanted: WantedProblems, taken: Harvest, cores: set[str], found: list[Record]) -> bool:
    """Add the wanted problems of a batch; return whether there are enough."""
    taken.screened = min(taken.screened + BATCH, wanted.deals, MAX_NUMBER - wanted.seed)
    for record in found:
        if len(taken.kept) < wanted.count and _is_wanted(wanted, taken, cores, record):
            cores.add(record["core"])
            taken.keep(record)
    return len(taken.kept) == wanted.count


def _is_wanted(wanted: WantedProblems, taken: Harvest, cores: set[str], record: Record) -> bool:
    """Tell whether a problem meets the arguments, has a new core, and is not of a kind that is full."""
    asked = {"rating": wanted.rating, "decisions": wanted.decisions}
    values = {"rating": record["rating"]["logits"], "decisions": record["decisions_that_matter"]}
    if not all(span is None or span[0] <= values[name] <= span[1] for name, span in asked.items()):
        return False
    if wanted.theme and wanted.theme not in record["themes"]:
        return False
    return record["core"] not in cores and not taken.enough(wanted).has(record["themes"][0], values["decisions"])


def files_of(wanted: WantedProblems, taken: Harvest) -> dict[str, str]:
    """Return the text of every file of the pack, SHA256SUMS last: problems by rating, in five levels of one size."""
    ordered = sorted(taken.kept, key=lambda record: (record["rating"]["logits"], record["id"]))
    problems = [
        {**record, "level": LEVELS[place * len(LEVELS) // len(ordered)]} for place, record in enumerate(ordered)
    ]
    deals = "".join(line_of(problem) for problem in problems)
    digest = hashlib.sha256(deals.encode()).hexdigest()
    themes = Counter(problem["themes"][0] for problem in problems)
    pack: dict[str, Any] = {
        "format": PROBLEMS_FORMAT,
        "id": f"{wanted.game}-{digest[:12]}",
        "title": f"{GAMES[wanted.game].title}: {counted(len(problems), 'problems')}",
        "version": "1.0.0",
        "licence": LICENCE,
        "game": wanted.game,
        "rules": wanted.rules,
        "numbering": NUMBERING,
        "generator": {
            "name": "winnow",
            "version": __version__,
            "command": wanted.command(),
            "arguments": wanted.arguments(),
            "screened": taken.screened,
        },
        "rating_version": PANEL_VERSION,
        "counts": {str(level): sum(problem["level"] == level for problem in problems) for level in LEVELS},
        "themes": dict(sorted(themes.items())),
        "deals": {"file": DEALS, "puzzles": len(problems), "sha256": digest},
    }
    return with_common_files({PACK: json.dumps(pack, indent=2) + "\n", DEALS: deals}, PROBLEMS_FORMAT)


def spans(text: str) -> Span:
    """Return the two numbers in a text LO-HI or LO:HI; raise ValueError for anything else.

    >>> spans("2-5"), spans("-1.5:2")
    ((2.0, 5.0), (-1.5, 2.0))
    """
    parts = text.split(":") if ":" in text else _split(text)
    try:
        low, high = map(float, parts)
    except ValueError:
        raise ValueError(f"{text!a} is not two numbers such as 1-3 (or -1:2 below 0)") from None
    if not low <= high:
        raise ValueError(f"{text!a} has the larger number first")
    return low, high


def _split(text: str) -> Iterator[str]:
    place = text.find("-", 1)
    return iter((text[:place], text[place + 1 :]) if place > 0 else (text,))
