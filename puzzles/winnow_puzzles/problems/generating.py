"""Makes a pack of problems: harvest numbered deals upward from a seed, one problem of a deal and of a core, until a
choice of them is balanced: no rule of thumb finds many first moves of a level.

The output depends on the arguments only: batches are taken in order of their numbers for any number of processes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path

from winnow.core.deals import MAX_NUMBER, game_type
from winnow.core.errors import BadInputError, RuleError
from winnow.workers.local import Runner, stopping
from winnow_puzzles.base import PUZZLES, Record, usual_rules
from winnow_puzzles.packs.files import PROBLEMS_FORMAT, pack_texts
from winnow_puzzles.packs.journal import BATCH, Journal, Report, in_batches, make_pack
from winnow_puzzles.problems.balance import TWO, First, Lines, balanced, by_rating
from winnow_puzzles.problems.base import THUMBS_VERSION, problems_of
from winnow_puzzles.problems.harvest import harvest
from winnow_puzzles.problems.panel import PANEL_VERSION
from winnow_puzzles.problems.predicting import Moves, unpredicted
from winnow_puzzles.problems.shortcuts import thumbs_of

MOST_SHARE = 0.4
"""The largest share of a pool with the same first theme, and the largest with the same grade or number of decisions.

A share does not apply if such problems were requested.
"""
JOURNAL = "problems.part"
VERSIONS = {"rating_version": PANEL_VERSION, "thumbs_version": THUMBS_VERSION}

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

    @property
    def pool(self) -> float:
        """The number of problems gathered at first, from which the pack is chosen."""
        return problems_of(self.game).pool * self.count

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
    leaning: Counter[str] = field(default_factory=Counter)
    """By rule of thumb, how many more of the first moves with two legal moves it finds than it misses."""
    rejected: Counter[str] = field(default_factory=Counter)
    """How often positions and problems were rejected, by reason."""
    lines: Lines = field(default_factory=Lines)
    """The solutions of the kept problems."""

    def keep(self, record: Record) -> None:
        """Add a problem."""
        self.kept.append(record)
        self.lines.add(record["forms"])
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
            for name in thumbs_of(problems_of(record["game"])):
                yield name, 1 if name in first.thumbs else -1

    def is_full(self, wanted: WantedProblems, record: Record) -> bool:
        """Return whether there are enough problems of a problem's first theme, level or number of decisions."""
        shares: list[tuple[Callable[[Record], object], float]] = [
            (lambda one: one["themes"][0], wanted.share_of(record["themes"][0])),
            (lambda one: one["level"], MOST_SHARE),
            (lambda one: one["decisions_that_matter"], MOST_SHARE),
        ]
        alike = (([of(one) for one in self.kept].count(of(record)), share) for of, share in shares)
        return any(count >= max(1, int(share * wanted.pool)) for count, share in alike)


def generate(wanted: WantedProblems, directory: Path, runner: Runner, report: Report = lambda _: None) -> Record:
    """Make the pack in `directory`, or continue; return its description.

    Raises what `make_pack` raises, and BadInputError for an unknown theme.
    """
    themes = problems_of(wanted.game).themes
    if wanted.theme is not None and wanted.theme not in themes:
        raise BadInputError(f"theme {wanted.theme}: the themes of {wanted.game} are {', '.join(themes)}")

    def make(journal: Journal) -> dict[str, str]:
        return files_of(wanted, gather(wanted, runner, report, journal))

    return make_pack(directory, JOURNAL, wanted.arguments(), VERSIONS, make)


def gather(wanted: WantedProblems, runner: Runner, report: Report, journal: Journal) -> Harvest:
    """Return a balanced choice of the problems harvested until there are enough, or no more deals.

    Raises StoppedError if asked to stop.
    """
    taken, moves, enough = Harvest(), dict[str, Moves](), int(wanted.pool)
    task = partial(harvest_batch, wanted)
    for batch in in_batches(journal, runner, task, (wanted.seed, wanted.deals), "found"):
        _take(wanted, taken, batch)
        report(f"{len(taken.kept)} of {wanted.count} problems from {taken.screened} deals")
        if len(taken.kept) >= enough:
            enough = len(taken.kept) + max(1, wanted.count // 10)
            chosen = choice(wanted, taken.kept, moves)
            if len(chosen) == wanted.count:
                return _without(taken, chosen)
    return _without(taken, choice(wanted, taken.kept, moves))


def choice(wanted: WantedProblems, kept: Sequence[Record], moves: dict[str, Moves]) -> list[Record]:
    """Return the most beautiful problems that are balanced, at most the number wanted.

    `moves` gathers their first moves by id. Problems that predictors find too easily are left out.
    """
    pool, names = list(kept), list(thumbs_of(problems_of(wanted.game)))
    while True:
        chosen = balanced(pool, names, wanted.count, wanted.share_of)
        moves.update((one["id"], Moves.of(one)) for one in chosen if one["id"] not in moves)
        untold = {chosen[place]["id"] for place in unpredicted([moves[one["id"]] for one in chosen])}
        told = {one["id"] for one in chosen} - untold
        if not told:
            return chosen
        pool = [one for one in pool if one["id"] not in told]


def _without(taken: Harvest, chosen: list[Record]) -> Harvest:
    rejected = taken.rejected + Counter({"left out for balance or beauty": len(taken.kept) - len(chosen)})
    return Harvest(taken.screened, chosen, rejected=rejected)


def harvest_batch(wanted: WantedProblems, numbers: range) -> Record | None:
    """Return the problems of these deals and the rejected positions by reason; None if asked to stop."""
    found: list[Record] = []
    rejected = Counter[str]()
    puzzles, problems = PUZZLES.of(wanted.game), problems_of(wanted.game)
    for number in numbers:
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
    if any(one["core"] == record["core"] for one in taken.kept):
        return "another problem has the same core"
    if taken.lines.shares(record["forms"]):
        return "half of the line is shared with another problem"
    return "the pack is full of such problems" if taken.is_full(wanted, record) else ""


def files_of(wanted: WantedProblems, taken: Harvest) -> dict[str, str]:
    """Return the text of every file of the pack, SHA256SUMS last."""
    problems = by_rating(taken.kept)
    made = {"screened": taken.screened, "rejected": dict(sorted(taken.rejected.items()))}
    themes = Counter(problem["themes"][0] for problem in problems)
    counts = {"themes": dict(sorted(themes.items()))}
    return pack_texts(PROBLEMS_FORMAT, problems, wanted.arguments(), made, VERSIONS, counts)


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
