"""Makes a pack of problems: harvest numbered deals upward from a seed, one problem of a deal and of a core, until a
choice of them is balanced: no rule of thumb finds many first moves of a level.

The output depends on the arguments only: batches are taken in order of their numbers for any number of processes. Every
result goes to a journal first, so a killed run can continue.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import chain, groupby
from pathlib import Path

from winnow.core.deals import MAX_NUMBER, game_type
from winnow.core.errors import BadInputError, RuleError
from winnow.workers.local import Runner, stopping
from winnow_puzzles.base import PUZZLES, Record, usual_rules
from winnow_puzzles.packs.files import PROBLEMS_FORMAT, SUMS, PackError, make_folder, pack_texts, write
from winnow_puzzles.packs.journal import Journal, run_on
from winnow_puzzles.packs.reading import made_before
from winnow_puzzles.problems.balance import TWO, First, Lines, balanced, by_rating
from winnow_puzzles.problems.base import THUMBS_VERSION, problems_of
from winnow_puzzles.problems.checking import knows_thumbs
from winnow_puzzles.problems.harvest import harvest
from winnow_puzzles.problems.panel import PANEL_VERSION
from winnow_puzzles.problems.predicting import Moves, unpredicted
from winnow_puzzles.problems.shortcuts import thumbs_of

BATCH = 8
"""Deals harvested in one task."""
MOST_SHARE = 0.4
"""The largest share of a pool with the same first theme, and the largest with the same grade or number of decisions.

A share does not apply if such problems were requested.
"""
JOURNAL = "problems.part"

Span = tuple[float, float]


@dataclass(frozen=True)
class WantedProblems:
    """The arguments that decide a pack of problems; `rating` in logits, None: any."""

    game: str
    rules: Record
    count: int
    theme: str | None
    rating: Span | None
    decisions: None = field(default=None, init=False)
    """A field of the format: earlier versions could ask for a number of decisions."""
    seed: int
    deals: int
    """The most deals to harvest."""

    def share_of(self, theme: str) -> float:
        """Return the largest share of problems with this first theme; 1 if a theme was requested."""
        return 1.0 if self.theme else problems_of(self.game).shares.get(theme, MOST_SHARE)

    def arguments(self) -> Record:
        """Return the arguments as pack.json states them."""
        arguments: Record = json.loads(json.dumps(asdict(self)))
        return arguments


def problem_rules(game: str, given: Record) -> Record:
    """Return the rules of problems, every option spelled out; raise RuleError for rules that no problem can have."""
    rules = usual_rules(game_type(game), {**problems_of(game).defaults, **given})
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
    levels: Counter[int] = field(default_factory=Counter)
    """The number of kept problems by level."""
    decisions: Counter[int] = field(default_factory=Counter)
    """The number of kept problems by number of decisions that matter."""
    leaning: Counter[str] = field(default_factory=Counter)
    """By rule of thumb, how many more of the first moves with two legal moves it finds than it misses."""
    rejected: Counter[str] = field(default_factory=Counter)
    """How often positions and problems were rejected, by reason."""
    cores: set[str] = field(default_factory=set)
    """The last traps of the kept problems."""
    lines: Lines = field(default_factory=Lines)
    """Their solutions."""

    def keep(self, record: Record) -> None:
        """Add a problem."""
        self.kept.append(record)
        self.cores.add(record["core"])
        self.lines.add(record["forms"])
        self.themes[record["themes"][0]] += 1
        self.decisions[record["decisions_that_matter"]] += 1
        self.levels[record["level"]] += 1
        for name, step in self._steps(record):
            self.leaning[name] += step

    def leans(self, record: Record) -> int:
        """Return how much further a problem would make rules of thumb lean to one side; negative: it balances them."""
        return sum(self.leaning[name] * step for name, step in self._steps(record))

    @staticmethod
    def _steps(record: Record) -> Iterator[tuple[str, int]]:
        """Yield each rule of thumb with 1 if it finds the first of two moves, else -1; nothing for more moves."""
        first = First.of(record)
        if first.legal <= TWO:
            for thumb in thumbs_of(problems_of(record["game"])):
                yield thumb.name, 1 if thumb.name in first.thumbs else -1

    def is_full(self, wanted: WantedProblems, record: Record) -> bool:
        """Return whether there are enough problems of a problem's first theme, or with its number of decisions."""
        pool = problems_of(wanted.game).pool * wanted.count
        theme, decisions = record["themes"][0], record["decisions_that_matter"]
        if self.themes[theme] >= max(1, int(wanted.share_of(theme) * pool)):
            return True
        if self.levels[record["level"]] >= max(1, int(MOST_SHARE * pool)):
            return True
        return self.decisions[decisions] >= max(1, int(MOST_SHARE * pool))


def generate(
    wanted: WantedProblems, directory: Path, runner: Runner, report: Callable[[Harvest], None] = lambda _: None
) -> Harvest:
    """Make the pack in `directory`, or continue; return its problems.

    Raises PackError if the directory holds another pack, BadInputError for an unknown theme, and StoppedError when the
    run is stopped.
    """
    themes = problems_of(wanted.game).themes
    if wanted.theme is not None and wanted.theme not in themes:
        raise BadInputError(f"theme {wanted.theme}: the themes of {wanted.game} are {', '.join(themes)}")
    if (directory / SUMS).exists() and not (directory / JOURNAL).exists():
        return _finished(wanted, directory)
    make_folder(directory)
    version = f"{PANEL_VERSION}.{THUMBS_VERSION}"
    with Journal(directory / JOURNAL, {"journal": version, **wanted.arguments()}) as journal:
        taken = gather(wanted, runner, report, journal)
    write(directory, files_of(wanted, taken))
    (directory / JOURNAL).unlink()
    return taken


def _finished(wanted: WantedProblems, directory: Path) -> Harvest:
    """Return the problems of the existing pack; raise PackError if it is another one."""
    pack = made_before(directory, wanted.arguments(), PANEL_VERSION)
    if not knows_thumbs(pack.description):
        raise PackError(f"{directory} holds another pack, {pack.description['id']}")
    made = pack.description["generator"]
    return Harvest(made["screened"], list(pack.puzzles), rejected=Counter(made["rejected"]))


def gather(
    wanted: WantedProblems, runner: Runner, report: Callable[[Harvest], None], journal: Journal | None = None
) -> Harvest:
    """Return a balanced choice of the problems harvested until there are enough, or no more deals.

    Raises StoppedError if asked to stop.
    """
    taken = Harvest()
    pool = Pool(wanted)
    before = journal.records if journal else []
    numbers = range(wanted.seed + len(before) * BATCH, min(wanted.seed + wanted.deals, MAX_NUMBER), BATCH)
    for batch in chain(before, run_on(journal, runner, partial(harvest_batch, wanted), numbers)):
        _take(wanted, taken, batch)
        report(taken)
        if pool.enough(taken.kept):
            return _chosen(taken, pool)
    pool.choose(taken.kept)
    return _chosen(taken, pool)


class Pool:
    """Chooses a pack from the problems gathered, as soon as there are enough for a balanced one."""

    def __init__(self, wanted: WantedProblems) -> None:
        self.wanted = wanted
        self.chosen: list[Record] = []
        self._moves: dict[str, Moves] = {}
        self._next = int(problems_of(wanted.game).pool * wanted.count)

    def enough(self, kept: Sequence[Record]) -> bool:
        """Return whether a balanced choice of the problems has the number wanted."""
        if len(kept) < self._next:
            return False
        self._next = len(kept) + max(1, self.wanted.count // 10)
        self.choose(kept)
        return len(self.chosen) == self.wanted.count

    def choose(self, kept: Sequence[Record]) -> None:
        """Choose the most beautiful problems that are balanced, at most the number wanted."""
        pool, names = list(kept), [thumb.name for thumb in thumbs_of(problems_of(self.wanted.game))]
        while True:
            self.chosen = balanced(pool, names, self.wanted.count, self.wanted.share_of)
            told = self._told()
            if not told:
                return
            pool = [record for record in pool if record["id"] not in told]

    def _told(self) -> set[str]:
        """Return the ids of chosen problems that predictors find too easily."""
        for record in self.chosen:
            if record["id"] not in self._moves:
                self._moves[record["id"]] = Moves.of(record)
        ids = [record["id"] for record in self.chosen]
        return set(ids) - {ids[place] for place in unpredicted([self._moves[name] for name in ids])}


def _chosen(taken: Harvest, pool: Pool) -> Harvest:
    rejected = taken.rejected + Counter({"left out for balance or beauty": len(taken.kept) - len(pool.chosen)})
    return Harvest(taken.screened, pool.chosen, rejected=rejected)


def harvest_batch(wanted: WantedProblems, first: int) -> Record | None:
    """Return the problems of the deals from number `first` on and the rejected positions by reason.

    None if asked to stop.
    """
    found: list[Record] = []
    rejected = Counter[str]()
    puzzles, problems = PUZZLES.of(wanted.game), problems_of(wanted.game)
    for number in range(first, min(first + BATCH, wanted.seed + wanted.deals, MAX_NUMBER)):
        more, why = harvest(problems, puzzles.deal(wanted.game, number, wanted.rules))
        found += more
        rejected += why
        if stopping():
            return None
    return {"found": found, "rejected": dict(rejected)}


def _take(wanted: WantedProblems, taken: Harvest, batch: Record) -> None:
    taken.screened = min(taken.screened + BATCH, wanted.deals, MAX_NUMBER - wanted.seed)
    taken.rejected.update(batch["rejected"])
    for _, of_deal in groupby(batch["found"], key=lambda record: record["number"]):
        able = []
        for record in of_deal:
            wrong = _unwanted(wanted, taken, record)
            taken.rejected[wrong] += 1 if wrong else 0
            able += [] if wrong else [record]
        if able:
            taken.rejected["another problem has the same deal"] += len(able) - 1
            record = min(able, key=taken.leans)
            taken.keep(record)


def _unwanted(wanted: WantedProblems, taken: Harvest, record: Record) -> str:
    """Return why a problem is not wanted: by the arguments, by its line, or as one of a kind that is full; else ""."""
    if wanted.rating and not wanted.rating[0] <= record["rating"]["logits"] <= wanted.rating[1]:
        return "another rating is wanted"
    if wanted.theme and wanted.theme not in record["themes"]:
        return "another theme is wanted"
    if record["core"] in taken.cores:
        return "another problem has the same core"
    if taken.lines.shares(record["forms"]):
        return "half of the line is shared with another problem"
    return "the pack is full of such problems" if taken.is_full(wanted, record) else ""


def files_of(wanted: WantedProblems, taken: Harvest) -> dict[str, str]:
    """Return the text of every file of the pack, SHA256SUMS last."""
    problems = by_rating(taken.kept)
    made = {"screened": taken.screened, "rejected": dict(sorted(taken.rejected.items()))}
    versions = {"rating_version": PANEL_VERSION, "thumbs_version": THUMBS_VERSION}
    themes = Counter(problem["themes"][0] for problem in problems)
    counts = {"themes": dict(sorted(themes.items()))}
    return pack_texts(PROBLEMS_FORMAT, problems, wanted.arguments(), made, versions, counts)


def spans(text: str) -> Span:
    """Return the two numbers in a text LO-HI or LO:HI; raise ValueError for anything else.

    >>> spans("2-5"), spans("-1.5:2")
    ((2.0, 5.0), (-1.5, 2.0))
    """
    at = text.find(":") if ":" in text else text.find("-", 1)
    try:
        low, high = float(text[: max(0, at)]), float(text[at + 1 :])
    except ValueError:
        raise ValueError(f"{text!a} is not two numbers such as 1-3 (or -1:2 below 0)") from None
    if not low <= high:
        raise ValueError(f"{text!a} has the larger number first")
    return low, high
