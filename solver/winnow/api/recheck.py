"""Checks claims by searching again (`winnow check --search`): of a record, and of a sample of a survey's rows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from winnow.api.construct import count_layouts
from winnow.api.hint import answer_hint
from winnow.api.prove import prove_verdict
from winnow.checking.claims import BAD, deal_of, moves_of, require_deck
from winnow.core.deals import Deal, game_type
from winnow.core.errors import EngineError
from winnow.core.games import GAMES
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.question import Question
from winnow.core.results import STATUSES, CheckResult, Status, exhausted, failed, result_of
from winnow.core.rng import SplitMix64
from winnow.core.statistics import most_marked
from winnow.core.verdicts import COUNT_FORMAT, HINT_FORMAT, VERDICT_FORMAT, MoveVerdict, Verdict
from winnow.search.questions import answer
from winnow.surveys.kept import PlacedRow, every_row
from winnow.workers.interrupts import interruptible
from winnow_kernels.common.budget import Budget

SAMPLE_FORMAT = "winnow-survey-check/2"


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
            verdict, again = hint.verdict, {move.move: move for move in hint.moves}
        else:
            verdict, again = answer(question, budget), {}
    except EngineError as error:
        plain = result.text.split("; unproven: ")[0]
        return result_of(f"{plain}; no engine takes it: {error}", dict(result.claims))
    higher = GAMES[verdict.game].higher_is_better
    # A limit that ends the hint leaves its moves out.
    moves = [(move, again.get(move["move"], _UNKNOWN)) for move in record.get("moves", ())]
    faults = ((move["move"], contradiction(move, found, higher)) for move, found in moves)
    wrong = contradiction(record, verdict, higher) or next((f"{name}: {fault}" for name, fault in faults if fault), "")
    if wrong:
        return CheckResult("failed", f"by search: {wrong}", result.claims)
    all_moves = all(found.verdict != "undecided" and _scores_shown(move, found, higher) for move, found in moves)
    claims: dict[str, Status] = {}
    for name, status in result.claims:
        shown = all_moves if name == "the moves' verdicts" else shows(record, verdict, name, higher)
        claims[name] = "verified by search" if status == "unproven" and shown else status
    return result_of(result.text, claims)


def _counted(record: Mapping[str, Any], result: CheckResult, question: Question, budget: Budget) -> CheckResult:
    found = count_layouts(question, record["cap"], budget)
    if (found.layouts, found.exact) == (record["layouts"], record["exact"]):
        return result_of(result.text, {**dict(result.claims), "layouts": "verified by search"})
    if found.exact or found.layouts > record["layouts"]:
        return CheckResult("failed", f"by search: the number is {found.layouts:,}", result.claims)
    return result


_UNKNOWN = MoveVerdict("", "undecided", None, None)


def _scores_shown(move: Mapping[str, Any], found: MoveVerdict, higher: bool) -> bool:
    """Return whether a search confirms the score and the bound of a move, as far as it has them."""
    return all(move.get(name) is None or shows(move, found, name, higher) for name in ("score", "bound"))


def contradiction(record: Mapping[str, Any], found: Verdict | MoveVerdict, higher: bool) -> str:
    """Return a phrase for the contradiction between a search and a record; "" if there is none.

    With `higher` higher scores are better.
    """
    if "undecided" not in (record["verdict"], found.verdict) and record["verdict"] != found.verdict:
        return f"the deal is {found.verdict}"
    for score, bound, text in (
        (found.score, record.get("bound"), "a line reaches {0}, beyond the bound {1}"),
        (record.get("score"), found.bound, "no line reaches {0}, beyond the bound {1}"),
    ):
        if score is not None and bound is not None and (score > bound if higher else score < bound):
            return text.format(score, bound)
    return ""


def shows(record: Mapping[str, Any], found: Verdict | MoveVerdict, name: str, higher: bool) -> bool:
    """Return whether a search confirms a claim of a record: `score N`, `bound N`, or its verdict; never a `field F`."""
    kind = name.partition(" ")[0]
    if kind not in ("score", "bound"):
        return kind != "field" and record["verdict"] == found.verdict and found.verdict != "undecided"
    stated, other = record[kind], getattr(found, kind)
    if other is None:
        return False
    # A better score shows a worse one, and a tighter bound a looser one.
    return bool(other >= stated if higher == (kind == "score") else other <= stated)


@dataclass(frozen=True)
class SampleReport:
    """The result of checking a random sample of the `rows` that state an answer: counts of the drawn ones by status."""

    file: str
    rows: int
    seed: int
    found: Counter[str] = field(default_factory=Counter)

    @property
    def agreed(self) -> int:
        """The number of drawn rows whose every claim was found again."""
        return self.found["verified"] + self.found["verified by search"]

    @property
    def most_wrong(self) -> int:
        """The most of all rows that can be wrong: at 95%, or for certain if all were drawn.

        It counts a drawn row that was not found again as wrong.
        """
        drawn = self.found.total()
        return most_marked(self.rows, drawn, drawn - self.agreed)

    def text(self) -> str:
        """Return the report as a sentence."""
        drawn = self.found.total()
        others = "".join(f", {self.found[name]:,} {name}" for name in STATUSES[2:] if self.found[name])
        sure = "" if drawn == self.rows else " (95%)"
        wrong = f"at most {self.most_wrong:,} of {self.rows:,} rows can be wrong{sure}"
        return f"{drawn:,} rows drawn with seed {self.seed}, {self.agreed:,} agreed{others}: {wrong}"

    def record(self) -> dict[str, Any]:
        """Return the report as an object (format `winnow-survey-check/2`)."""
        return {
            "format": SAMPLE_FORMAT,
            "file": self.file,
            "rows": self.rows,
            "seed": self.seed,
            "drawn": self.found.total(),
            **{name.replace(" ", "_"): self.found[name] for name in STATUSES},
            "most_wrong": self.most_wrong,
            "confidence_percent": 100 if self.found.total() == self.rows else 95,
            "text": self.text(),
        }


def draw(name: str, count: int, seed: int) -> tuple[int, list[PlacedRow]]:
    """Return how many rows at a path state an answer, and `count` of these, or all, drawn without replacement.

    The same rows and seed give the same sample, in the order of the rows. Raises StoreError.
    """
    stream = SplitMix64(seed)
    drawn: list[tuple[int, PlacedRow]] = []
    seen = 0
    for row in every_row(name):
        if not claims_of(row):
            continue
        seen += 1
        if seen <= count:
            drawn.append((seen, row))
        elif (place := stream.below(seen)) < count:
            drawn[place] = seen, row
    return seen, [row for _, row in sorted(drawn, key=itemgetter(0))]


def claims_of(row: PlacedRow) -> list[str]:
    """Return the claims of a row: its verdict, and for the question `best` its score and bound.

    In a survey of the question `win` the score is that of any line found.
    """
    stated = row.row
    claims = [] if stated.verdict == "undecided" else [stated.verdict]
    if row.survey.question == "best":
        claims += [] if stated.score is None else [f"score {stated.score}"]
        claims += [] if stated.bound is None else [f"bound {stated.bound}"]
    return claims


def check_sample(name: str, count: int, seed: int, meter: Meter) -> Iterator[tuple[str, CheckResult] | SampleReport]:
    """Yield (place, result) of each drawn row, and then the report.

    The limits of the meter hold for all rows together; Ctrl-C raises KeyboardInterrupt. Raises StoreError.
    """
    rows, drawn = draw(name, count, seed)
    if not drawn:
        yield name, CheckResult("unproven", "no row states an answer")
    report = SampleReport(name, rows, seed)
    with interruptible() as interrupt:
        for row in drawn:
            try:
                meter.look()
                budget = Budget(meter.steps_left, meter.seconds_left, meter.bytes_left / (1 << 20))
                result = _decided_again(row, interrupt.watch(budget))
                meter.steps += budget.positions
            except (ExhaustedError, MemoryError, RecursionError) as error:
                result = exhausted(error)
            except BAD as error:
                result = failed(error)
            if interrupt.asked:
                raise KeyboardInterrupt
            report.found[result.status] += 1
            yield f"{row.place}:{row.row.number}", result
    yield report


def _decided_again(row: PlacedRow, budget: Budget) -> CheckResult:
    """Return the result for one row; raise one of BAD for rules under which no deal has a number."""
    survey, stated = row.survey, row.row
    text = f"{survey.game} deal {stated.number}: {stated.verdict}"
    rules = json.loads(survey.rules)
    require_deck(game_type(survey.game), rules)
    question = Question(Deal.numbered(survey.game, stated.number, rules), (), survey.question == "best")
    try:
        verdict = answer(question, budget)
        proof = prove_verdict(question, verdict, budget)
    except EngineError as error:
        return CheckResult("unproven", f"{text}; no engine takes it: {error}")
    record = {"verdict": stated.verdict, "score": stated.score, "bound": stated.bound}
    higher = GAMES[survey.game].higher_is_better
    wrong = contradiction(record, verdict, higher)
    if wrong:
        return CheckResult("failed", f"{text}; by search: {wrong}")
    found: dict[str, Status] = {}
    for claim in claims_of(row):
        proved = proof.content is not None and shows(record, proof.verdict, claim, higher)
        again = shows(record, verdict, claim, higher)
        found[claim] = "verified" if proved else "verified by search" if again else "unproven"
    if budget.stopped is not None and "unproven" in found.values():
        return CheckResult("exhausted", f"{text}; the limit of {budget.stopped} ended the search", tuple(found.items()))
    return result_of(text, found)
