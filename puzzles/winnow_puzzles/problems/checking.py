"""Checks a problem by the rules alone: its whole tree is enumerated again, and its fields are recomputed from it.

The rating does not follow from the rules: the panel of players is run again only with `--search`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from winnow.checking.records import Facts
from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.errors import DealError, IllegalMoveError, RuleError
from winnow.core.games import GAMES
from winnow.core.meter import Meter
from winnow.core.results import CheckResult, Status, result_of
from winnow_puzzles.base import Record
from winnow_puzzles.packs.files import DEALS, PROBLEMS_FORMAT, breach, misfit
from winnow_puzzles.problems.base import THUMBS_VERSION, Problems, find_problems, problems_of
from winnow_puzzles.problems.describing import NoProblemError, describe
from winnow_puzzles.problems.panel import PANEL_VERSION

GOAL = "goal is the best"
"""The name of the claim that the solution and the decisions are correct."""
_BY_RULES = ("problem", "solution and decisions", "themes")


def check_problem(
    record: Any,
    pack: Mapping[str, Any],
    meter: Meter | None = None,
    facts: Facts | None = None,
    search: bool = False,
) -> CheckResult:
    """Return the result for one problem: schema, deal, legal moves, one solution, losing moves, and all other fields.

    `pack` is the description of its pack, {} without one. The rules verify all of that; with `facts` from certificates
    the goal and each losing move become named claims, and one that the facts refute fails. The rating is
    `unproven`; with `search` the panel recomputes it, unless another version rated the pack. So are the rules of
    thumb of a pack made with other ones. Raises ExhaustedError.
    """
    meter = Meter() if meter is None else meter
    search = search and pack.get("rating_version", PANEL_VERSION) == PANEL_VERSION
    wrong = breach(record, DEALS, PROBLEMS_FORMAT) or misfit(
        record, pack, lambda: problems_of(pack["game"]).goal_rules(record["goal"])
    )
    if wrong:
        return CheckResult("failed", wrong)
    problems = find_problems(record["game"]) if record["game"] in GAMES else None
    if problems is None:
        return CheckResult("failed", f"{record['game']!a} is no game with problems")
    try:
        deal = Deal.numbered(record["game"], record["number"], record["rules"])
        if deal.text != record["deal"]:
            return CheckResult("failed", f"this is not deal number {record['number']}")
        after = tuple(record["after"])
        made = _described(problems, deal, after, search, not knows_thumbs(pack), meter)
    except (DealError, RuleError, IllegalMoveError, NoProblemError) as error:
        return CheckResult("failed", str(error))
    wrong = _difference(record, made, search, knows_thumbs(pack))
    if wrong:
        return CheckResult("failed", wrong)
    if facts is not None and any(facts.of(record, moves).won for _, moves in losing_moves(record)):
        return CheckResult("failed", "a move that loses wins, by certificates")
    claims: dict[str, Status] = dict.fromkeys(_BY_RULES, "verified")
    if facts is not None:
        claims |= dict.fromkeys((GOAL, *(name for name, _ in losing_moves(record))), "verified")
    claims |= {"rating": "verified by search" if search else "unproven", "level": "verified"}
    claims["rules of thumb"] = "verified" if record["thumbs"] == made["thumbs"] else "unproven"
    losing = sum(len(decision["losing"]) for decision in made["decisions"])
    text = f"one answer, {counted(losing, 'refutations')} by all {counted(made['positions'], 'positions')} to come"
    return result_of(text, claims)


def _described(
    problems: Problems, deal: Deal, after: tuple[str, ...], rated: bool, other_thumbs: bool, meter: Meter
) -> Record:
    """Return the problem's record by the rules; `thumbs` is None if it may be made with other rules of thumb, and one
    of this version's solves it.
    """
    try:
        return describe(problems, deal, after, rated=rated, tick=meter.step)
    except NoProblemError:
        if not other_thumbs:
            raise
    return {**describe(problems, deal, after, rated=rated, thumbs=False, tick=meter.step), "thumbs": None}


def knows_thumbs(pack: Mapping[str, Any]) -> bool:
    """Return whether a pack was made with this version's rules of thumb; a problem without a pack tells nothing."""
    found = find_problems(pack["game"]) if pack.get("game") in GAMES else None
    return found is not None and bool(pack.get("thumbs_version") == THUMBS_VERSION)


def _difference(record: Mapping[str, Any], made: Mapping[str, Any], search: bool, thumbs: bool) -> str:
    """Return which field is not what the rules give; "" if there is none.

    The rating is compared with `search` only, the rules of thumb with `thumbs`.
    """
    skipped = {name for name, is_compared in {"rating": search, "thumbs": thumbs}.items() if not is_compared}
    for name in made.keys() - skipped:
        value = made[name]
        if record.get(name) != value:
            return f"{name} is not what the rules give: {str(value)[:200]}"
    return ""


def losing_moves(record: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (name of the claim, moves up to and with it) for each losing move of a problem."""
    for decision in record["decisions"]:
        before = (*record["after"], *record["solution"][: decision["place"]])
        for one in decision["losing"]:
            yield f"after {decision['place']} moves {one['move']} loses", (*before, one["move"])
