"""Checks the claims of a record that the rules alone do not prove by searching again: `winnow check --search`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from winnow.api.count import count_layouts
from winnow.api.hint import answer_hint
from winnow.checking.claims import deal_of, moves_of
from winnow.core.errors import EngineError
from winnow.core.games import GAMES
from winnow.core.meter import Meter
from winnow.core.question import Question
from winnow.core.results import CheckResult, Status, result_of
from winnow.core.verdicts import COUNT_FORMAT, HINT_FORMAT, VERDICT_FORMAT, Verdict
from winnow.search.questions import answer
from winnow_kernels.common.budget import Budget


def searched(record: Mapping[str, Any], result: CheckResult, meter: Meter) -> CheckResult:
    """Return the result with a record's unproven claims checked by engines, within the rest of the meter's limits.

    A claim that the search confirms is `verified by search`; one that it refutes is `failed`; one that it does not
    decide stays `unproven`.
    """
    if record.get("format") not in (VERDICT_FORMAT, HINT_FORMAT, COUNT_FORMAT) or not result.claims:
        return result
    deal = deal_of(record, meter)
    best = record.get("question") == "best" or record.get("bound") is not None
    question = Question(deal, moves_of(record, "after") or (), best)
    budget = Budget(meter.steps_left, meter.seconds_left, meter.bytes_left / (1 << 20))
    try:
        if record["format"] == COUNT_FORMAT:
            return _counted(record, result, question, budget)
        if record["format"] == HINT_FORMAT:
            hint = answer_hint(question, budget)
            stated = [(move.get("move"), move.get("verdict")) for move in record["moves"]]
            found = [(move.move, move.verdict) for move in hint.moves]
            verdict = hint.verdict
        else:
            verdict, stated, found = answer(question, budget), [], []
    except EngineError as error:
        plain = result.text.split("; unproven: ")[0]
        return result_of(f"{plain}; no engine takes it: {error}", dict(result.claims))
    wrong = contradiction(record, verdict)
    wrong = wrong or next((f"{a[0]} is {b[1]}" for a, b in zip(stated, found, strict=True) if _differ(a[1], b[1])), "")
    if wrong:
        return CheckResult("failed", f"by search: {wrong}", result.claims)
    open_moves = any(name == "undecided" for _, name in found)
    claims: dict[str, Status] = {}
    for name, status in result.claims:
        shown = not open_moves if name == "the moves' verdicts" else shows(record, verdict, name)
        claims[name] = "verified by search" if status == "unproven" and shown else status
    return result_of(result.text, claims)


def _counted(record: Mapping[str, Any], result: CheckResult, question: Question, budget: Budget) -> CheckResult:
    found = count_layouts(question, record["cap"], budget)
    if (found.layouts, found.exact) == (record["layouts"], record["exact"]):
        return result_of(result.text, dict.fromkeys(dict(result.claims), "verified by search"))
    if found.exact or found.layouts > record["layouts"]:
        return CheckResult("failed", f"by search: the number is {found.layouts:,}", result.claims)
    return result


def _differ(stated: object, found: str) -> bool:
    return "undecided" not in (stated, found) and stated != found


def contradiction(record: Mapping[str, Any], found: Verdict) -> str:
    """Return a phrase for the contradiction between a search and a record; "" if there is none."""
    if _differ(record["verdict"], found.verdict):
        return f"the deal is {found.verdict}"
    higher = GAMES[found.game].higher_is_better
    for score, bound, text in (
        (found.answer.score, record.get("bound"), "a line reaches {0}, beyond the bound {1}"),
        (record.get("score"), found.answer.bound, "no line reaches {0}, beyond the bound {1}"),
    ):
        if score is not None and bound is not None and (score > bound if higher else score < bound):
            return text.format(score, bound)
    return ""


def shows(record: Mapping[str, Any], found: Verdict, name: str) -> bool:
    """Return whether a search confirms a claim of a record: `score N`, `bound N`, or its verdict."""
    kind = name.partition(" ")[0]
    if kind not in ("score", "bound"):
        return record["verdict"] == found.verdict and found.verdict != "undecided"
    stated, other = record[kind], getattr(found.answer, kind)
    if other is None:
        return False
    # A better score shows a worse one, and a tighter bound a looser one.
    return bool(other >= stated if GAMES[found.game].higher_is_better == (kind == "score") else other <= stated)
