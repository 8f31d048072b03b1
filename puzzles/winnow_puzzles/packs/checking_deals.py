"""Checks one full deal of a pack by the rules alone: its line, its goal, its rating's arithmetic, and every figure
that the rules decide. No engine is used, and only the players without foresight play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from winnow.checking.bundles import Subject
from winnow.checking.records import Facts
from winnow.checking.records import check as check_record
from winnow.core.deals import Deal
from winnow.core.errors import RuleError
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.results import CheckResult, Status, by_facts, result_of
from winnow.core.verdicts import VERDICT_FORMAT
from winnow_puzzles.base import METRICS, PUZZLES
from winnow_puzzles.packs import files
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.players.simple import asked_points, greedy, light, points, tags
from winnow_puzzles.problems.checking import check_problem
from winnow_puzzles.problems.rasch import rating_of

_MOST_MOVES = 1_000_000
"""The most moves of all players without foresight together, in one puzzle."""
TRAP, ONLY, OPEN = "metrics.trap_at", "metrics.only_moves", "metrics.only_open"
BY_PLAYERS = ("rating", "played", "level")
"""The fields that depend on the panel; `rating` must follow from `played`, which is checked."""

Compared = Iterator[tuple[str, Any, Any]]
"""(name of a figure, the puzzle's value, the correct value)."""


def check_puzzle(
    puzzle: Any, pack: Mapping[str, Any], meter: Meter | None = None, facts: Facts | None = None, search: bool = False
) -> CheckResult:
    """Return the result for one puzzle: schema, id, deal, line, the rating's arithmetic, and figures by the rules.

    Claims that depend on searches or players are `unproven` and named, unless `facts`, which come from certificates,
    prove them, or with `search` players and engines find the same again. Raises ExhaustedError.
    """
    meter = Meter() if meter is None else meter
    wrong = files.breach(puzzle, files.DEALS) or _stranger(puzzle, pack)
    if wrong:
        return CheckResult("failed", wrong)
    puzzles = PUZZLES.of(puzzle["game"])
    result = check_record(_verdict_of(puzzle), meter)
    if result.status == "exhausted":
        return result
    if result.status != "verified":
        return CheckResult("failed", result.text)
    deal = deal_of(puzzle)
    if deal.text != puzzle["deal"]:
        return CheckResult("failed", f"these are not the first cards of deal number {puzzle['number']}")
    if puzzle["goal"] != puzzles.goal(deal):
        return CheckResult("failed", "the goal in words is not that of the rules")
    line = puzzle["verdict"]["line"]
    by_rules = light(deal, line, _counted(meter)) | {"only_asked": len(asked_points(deal.bind(), line))}
    by_rules |= puzzles.metrics(deal, line, search=False)
    for figures in (_of_panel(puzzle, pack), _figures(puzzle, deal, by_rules)):
        for name, stated, found in figures:
            if stated != found:
                return CheckResult("failed", f"{name} is {stated}, and {found} by the rules")
    claims: dict[str, Status] = {"deal, line and goal": "verified", "figures by the rules": "verified"}
    unproven = [*BY_PLAYERS, *_by_search(puzzle, by_rules)]
    result = result_of(result.text, {**claims, **dict.fromkeys(unproven, "unproven")})
    if facts is not None:
        shown, wrong = shown_by(puzzle, deal, facts)
        result = CheckResult("failed", wrong) if wrong else by_facts(result, shown)
    if search and result.status == "unproven":
        from winnow_puzzles.packs.generating import searched  # noqa: PLC0415  imports the engines

        result = searched(puzzle, result, bool(pack) and files.has_all_rated(pack))
    return result


def puzzle_subject(kind: str) -> Subject:
    """Return the check of puzzles of a format, for bundles."""
    check = check_problem if kind == files.PROBLEM_FORMAT else check_puzzle
    return lambda record, meter, facts: check(record, {}, meter, facts)


def _stranger(puzzle: Mapping[str, Any], pack: Mapping[str, Any]) -> str:
    """Return why a puzzle does not belong to its pack or game; "" if it does."""
    if puzzle["id"] != files.puzzle_id(puzzle["game"], puzzle["rules"], puzzle["deal"]):
        return "the id does not follow from game, rules and deal"
    try:
        wrong = files.misfit(puzzle, pack, lambda: _own_rules(pack))
        if wrong:
            return wrong
        rules, kinds = _kinds(puzzle)
    except RuleError as error:
        return str(error)
    return "" if rules in kinds else "no puzzle of this game has these rules"


def _kinds(record: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the rules of a puzzle or pack, spelled out, and the kinds of puzzle under them. Raises RuleError."""
    rules = files.rules_of(record).identity()
    return rules, PUZZLES.of(record["game"]).kinds(rules)


def _own_rules(pack: Mapping[str, Any]) -> frozenset[str]:
    rules, kinds = _kinds(pack)
    return frozenset(name for kind in kinds for name, value in kind.items() if value != rules[name])


def _verdict_of(puzzle: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "format": VERDICT_FORMAT,
        **{name: puzzle[name] for name in ("game", "rules", "deal")},
        "number": None if puzzle["rules"]["deck"] == "as-dealt" else puzzle["number"],
        "question": "win",
        "bound": None,
        "optimal": False,
        **puzzle["verdict"],
    }


def _counted(meter: Meter) -> Callable[[], None]:
    """Return a function to call at each move of the players; it limits random play, which may never end."""
    moves = count()

    def tick() -> None:
        meter.step()
        if next(moves) >= _MOST_MOVES:
            raise ExhaustedError("positions")

    return tick


def _of_panel(puzzle: Mapping[str, Any], pack: Mapping[str, Any]) -> Compared:
    """Yield the conditions on the rating: it must follow from the plays won and from the pack's panel."""
    stated = pack.get("panel") or files.panel_of(puzzle["game"])
    panel = {name: (one["ability"], one["plays"]) for name, one in stated.items()}
    yield "the names in played", sorted(puzzle["played"]), sorted(panel)
    yield "what is won more often than played", [], [n for n, won in puzzle["played"].items() if won > panel[n][1]]
    yield "rating", puzzle["rating"], rating_of(puzzle["played"], panel)


def _by_search(puzzle: Mapping[str, Any], by_rules: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the figures that rest on searches."""
    for name, value in puzzle["metrics"].items():
        if value is not None and name not in by_rules:
            yield f"metrics.{name}"
    if puzzle["tags"]:
        yield "tags"


def _figures(puzzle: Mapping[str, Any], deal: Deal, by_rules: Mapping[str, Any]) -> Compared:
    """Yield the name of each figure that the rules decide, what the puzzle says, and what it is."""
    metrics = puzzle["metrics"]
    for name, value in by_rules.items():
        yield f"metrics.{name}", metrics.get(name), value
    yield "metrics.trap_after is null", metrics["trap_after"] is None, metrics["trap_at"] is None
    if metrics["trap_at"] is not None:
        moves = metrics["trap_at"] + 1 + metrics["trap_after"]
        yield "metrics.trap_at + 1 + metrics.trap_after", moves, len(greedy(deal.bind()).line)
    for name in metrics.keys() - {*METRICS, *by_rules, *PUZZLES.of(deal.game).searched_metrics}:
        yield f"metrics.{name}", metrics[name], None
    yield "tags", puzzle["tags"], tags(metrics)


def _others_lose(puzzle: Mapping[str, Any], facts: Facts, before: tuple[str, ...], others: list[str]) -> bool | None:
    """Return whether every other move loses; None if the facts do not say."""
    found = [facts.of(puzzle, (*before, other)) for other in others]
    if any(fact.won for fact in found):
        return False
    return True if all(fact.lost for fact in found) else None


def trap(puzzle: Mapping[str, Any], deal: Deal) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the obvious play up to the losing move, without it and with it; None if the puzzle names no such move."""
    kept = puzzle["metrics"]["trap_at"]
    if kept is None:
        return None
    line = greedy(deal.bind()).line
    return line[:kept], line[: kept + 1]


def shown_by(puzzle: Mapping[str, Any], deal: Deal, facts: Facts) -> tuple[dict[str, bool], str]:
    """Return whether the facts prove each claim, by name, and a sentence about a refuted claim ("" without one)."""
    metrics = puzzle["metrics"]
    shown: dict[str, bool] = {}
    wrong = ""
    parts = trap(puzzle, deal)
    if parts is not None:
        before, after = (facts.of(puzzle, moves) for moves in parts)
        shown[TRAP] = shown["metrics.trap_after"] = before.won and after.lost
        if before.lost or after.won:
            wrong = f"{TRAP} is not where the obvious play loses, by certificates"
    asked = list(points(deal.bind(), puzzle["verdict"]["line"]))
    decided = [_others_lose(puzzle, facts, before, others) for before, others in asked]
    only, more, still = (decided.count(value) for value in (True, False, None))
    least, most = metrics["only_moves"], metrics["only_moves"] + metrics["only_open"]
    if only > most or len(asked) - more < least:
        wrong = f"{ONLY} is {least}, and at least {only} and at most {len(asked) - more} by certificates"
    # The puzzle leaves a point with too many moves open; the certificates may leave it open, too.
    shown[ONLY] = least <= only and len(asked) - more <= most
    shown[OPEN] = shown[ONLY] and metrics["only_open"] == still == 0
    if puzzle["tags"] == tags(metrics):
        shown["tags"] = shown[ONLY] and shown.get(TRAP, metrics["trap_at"] is None)
    return shown, wrong
