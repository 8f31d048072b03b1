"""Makes a pack of full deals: screen numbered deals upward from a seed for winnable ones, let the panel play
each, assign levels by rating, compute the other figures of the deals of the wanted levels, and write.

The output depends on the arguments only: deals are taken in order of their numbers for any number of processes, and all
limits are counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.results import CheckResult, Status, result_of
from winnow.workers.local import Runner, stopping
from winnow_puzzles.base import PUZZLES, Panel, Record
from winnow_puzzles.packs import files
from winnow_puzzles.packs.journal import BATCH, Journal, NoneWonError, Report, in_batches, make_pack, run_on
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.players.playing import sample
from winnow_puzzles.players.rating import deep, screened
from winnow_puzzles.players.simple import light, tags
from winnow_puzzles.problems.rasch import rating_of

HOPELESS = 1_000
"""Deals that are screened at most until the first that can be won."""
_OPEN = 20
"""A deal that search leaves open takes the time of many others: it counts as this number of deals."""
JOURNAL = "screening.part"


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

    def kinds(self) -> list[Record]:
        """Return the rules of each kind of puzzle."""
        return PUZZLES.of(self.game).kinds(self.rules)

    def of_level(self, level: int) -> int:
        """Return the number of puzzles of one level; lower levels get the remainder, one each.

        >>> [Wanted("golf", {}, 7, (1, 2), 0, 100).of_level(level) for level in (1, 2, 3)]
        [4, 3, 0]
        """
        if level not in self.levels:
            return 0
        return self.count // len(self.levels) + (self.levels.index(level) < self.count % len(self.levels))

    def of_kinds(self) -> list[int]:
        """Return how many deals of each kind are rated, for unwanted levels, too; later kinds get the remainder."""
        kinds = len(self.kinds())
        rated = -(-self.count * len(files.DEAL_LEVELS) // len(self.levels))
        return [(rated + kind) // kinds for kind in range(kinds)]

    def arguments(self) -> Record:
        """Return the arguments as pack.json states them."""
        return {**asdict(self), "levels": list(self.levels)}


def generate(wanted: Wanted, directory: Path, runner: Runner, report: Report = lambda _: None) -> Record:
    """Make the pack in `directory`, or continue; return its description. Raises what `make_pack` raises."""
    versions = {"rating_version": files.RATING_VERSION}
    make = partial(_made, wanted, runner, report)
    return make_pack(directory, JOURNAL, wanted.arguments(), versions, make)


def _made(wanted: Wanted, runner: Runner, report: Report, journal: Journal) -> dict[str, str]:
    """Return the text of every file of the pack."""

    def tell(step: str, done: int, of: str) -> None:
        report(f"{step}: {done} of {of}")

    candidates, taken = _screen(wanted, journal, runner, report)
    task, told = partial(rate, PUZZLES.of(wanted.game).deal_panel), counted(len(candidates), "deals")
    rated = _each(task, candidates, "rated", journal, runner, partial(tell, "playing", of=told))
    chosen = _chosen(wanted, sorted(rated, key=by_rating))
    told = counted(len(chosen), "puzzles")
    puzzles = _each(work_out, chosen, "puzzle", journal, runner, partial(tell, "working out figures", of=told))
    panel = {"rating_version": files.RATING_VERSION, "panel": files.panel_of(wanted.game)}
    return files.pack_texts(files.PACK_FORMAT, puzzles, wanted.arguments(), {"screened": taken}, panel)


def by_rating(puzzle: Record) -> tuple[float, str]:
    """Return the sort key of puzzles."""
    return puzzle["rating"]["logits"], puzzle["id"]


def _chosen(wanted: Wanted, rated: list[Record]) -> list[Record]:
    """Return the deals of the wanted levels, the easiest first as in `rated`; of each level the first by number."""
    levelled = [{**one, "level": level} for one, level in zip(rated, files.levels_of(len(rated)), strict=True)]
    chosen = []
    for level in wanted.levels:
        own = sorted((one for one in levelled if one["level"] == level), key=lambda one: one["number"])
        chosen += own[: wanted.of_level(level)]
    return sorted(chosen, key=by_rating)


def _screen(wanted: Wanted, journal: Journal, runner: Runner, report: Report) -> tuple[list[Record], int]:
    """Return the deals to be rated, by number, and how many deals were screened for them.

    They are the first winnable ones, up to the number wanted and the deals allowed. A number gives at most one puzzle;
    the kind with the largest shortage is tried first. Raises StoppedError and NoneWonError.
    """
    needed = wanted.of_kinds()
    candidates: list[Record] = []
    forms: set[Any] = set()
    asked, taken, left_open = sum(needed), 0, 0

    def kind_of(candidate: Record) -> int:
        return wanted.kinds().index(candidate["rules"])

    task = partial(screen_batch, wanted)
    for batch in in_batches(journal, runner, task, (wanted.seed, wanted.deals), "candidates"):
        taken = min(taken + BATCH, wanted.deals)
        left_open += batch["left_open"]
        for _, puzzles in groupby(batch["candidates"], key=lambda candidate: candidate["number"]):
            candidate = max(puzzles, key=lambda one: needed[kind_of(one)])
            form = PUZZLES.of(wanted.game).form(deal_of(candidate))
            if needed[kind_of(candidate)] > 0 and form not in forms:
                forms.add(form)
                needed[kind_of(candidate)] -= 1
                candidates.append(candidate)
        still = f", {left_open} left open" if left_open else ""
        report(f"{counted(taken, 'deals')} screened: {len(candidates)} of {asked} that can be won{still}")
        if not candidates and taken + _OPEN * left_open >= HOPELESS:
            raise NoneWonError(_none_won(wanted, taken, left_open))
        if not any(needed):
            break
    return candidates, taken


def _none_won(wanted: Wanted, taken: int, left_open: int) -> str:
    limit = PUZZLES.of(wanted.game).search_positions
    still = f"; {left_open} stay open after {limit:,} positions each" if left_open else ""
    return (
        f"no deal of {wanted.game} that can be won under these rules among the first {taken:,}"
        f"{still}: no pack is made; --seed {wanted.seed + taken} tries the deals after them"
    )


def screen_batch(wanted: Wanted, numbers: range) -> Record | None:
    """Return the candidates among these deals, and how many deals the search left open; None if the run is to stop."""
    candidates, left_open, puzzles = list[Record](), 0, PUZZLES.of(wanted.game)
    for number in numbers:
        for rules in wanted.kinds():
            deal = puzzles.deal(wanted.game, number, rules)
            verdict = screened(deal)
            candidates += [candidate_of(deal, verdict)] if isinstance(verdict, dict) else []
            left_open += verdict == "undecided"
        if stopping():
            return None
    return {"candidates": candidates, "left_open": left_open}


def candidate_of(deal: Deal, verdict: Record) -> Record:
    """Return the record of a puzzle before it is rated."""
    rules = deal.rules.identity()
    return {
        "format": files.DEAL_FORMAT,
        "id": files.puzzle_id(deal.game, rules, deal.text),
        "game": deal.game,
        "rules": rules,
        "deal": deal.text,
        "number": deal.number,
        "goal": PUZZLES.of(deal.game).goal(deal),
        "verdict": verdict,
    }


def rate(panel: Panel, candidate: Record) -> Record | None:
    """Return the puzzle with its rating, and each player's number of wins; None if the run should stop."""
    played = sample(deal_of(candidate), candidate["id"], panel, stopping)
    return None if played is None else {**candidate, "rating": rating_of(played, panel), "played": played}


def work_out(candidate: Record) -> Record | None:
    """Return the puzzle with its figures and tags; None if the run should stop."""
    deal, line = deal_of(candidate), candidate["verdict"]["line"]
    metrics = {**light(deal, line), **deep(deal, line)}
    order = ("format", "id", "game", "rules", "deal", "number", "goal", "level", "rating", "played")
    told = {name: candidate[name] for name in order}
    puzzle = {**told, "metrics": metrics, "verdict": candidate["verdict"], "tags": tags(metrics)}
    return None if stopping() else puzzle


def _each(
    task: Callable[[Record], Record | None],
    given: list[Record],
    name: str,
    journal: Journal,
    runner: Runner,
    report: Callable[[int], None],
) -> list[Record]:
    """Return the task's result for each record, in order; the journal keeps them under a name."""
    done: dict[str, Record] = {one[name]["id"]: one[name] for one in journal.records if name in one}
    report(len(done))
    for record in run_on(journal, runner, task, [one for one in given if one["id"] not in done], name):
        done[record["id"]] = record
        report(len(done))
    return [done[one["id"]] for one in given]


def searched(puzzle: Mapping[str, Any], result: CheckResult, levels_follow: bool) -> CheckResult:
    """Return the result with a puzzle's unproven claims recomputed by the panel and by searches.

    `levels_follow`: the level follows from the ratings in the pack, which has all of them. All limits are counts: a
    version finds the same on every machine.
    """
    record = dict(puzzle)
    metrics = deep(deal_of(record), record["verdict"]["line"])
    rated = rate(PUZZLES.of(record["game"]).deal_panel, record)
    if rated is None:
        return result
    again = {"metrics": {**record["metrics"], **metrics}, "played": rated["played"], "rating": rated["rating"]}
    asked = {"tags", "played", "rating", *(f"metrics.{name}" for name in metrics)}
    asked |= {"level"} if levels_follow else set()
    for name, value in again.items():
        if value != record[name]:
            return CheckResult("failed", f"by search: {name} is {value}", result.claims)
    claims: dict[str, Status] = {
        name: "verified by search" if status == "unproven" and name in asked else status
        for name, status in result.claims
    }
    return result_of(result.text.split("; unproven: ")[0], claims)


def read_levels(text: str) -> tuple[int, ...]:
    """Return the levels in a text, `all` or numbers separated by commas; raise ValueError for anything else.

    >>> read_levels("3,2"), read_levels("all")
    ((2, 3), (1, 2, 3))
    """
    if text.strip().lower() == "all":
        return files.DEAL_LEVELS
    known = {str(level): level for level in files.DEAL_LEVELS}
    words = [word.strip() for word in text.split(",")]
    wrong = [word for word in words if word not in known]
    if wrong:
        raise ValueError(f"no level {wrong[0]!a}: levels are 1 to {files.DEAL_LEVELS[-1]}, a list such as 1,3, or all")
    return tuple(sorted({known[word] for word in words}))
