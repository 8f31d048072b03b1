"""Checks the rows of a survey by their certificates and by the rules: all rows, or a random sample."""

from __future__ import annotations

import hashlib
import heapq
import json
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from winnow.checking.certificates import check_text
from winnow.checking.claims import BAD, object_of, require_deck
from winnow.checking.facts import NOTHING, Fact, Facts
from winnow.checking.stream import DigestedLines, lines
from winnow.checking.survey_files import KEY, VERDICTS, certificate_folder, certificate_name, survey_fault
from winnow.checking.survey_rows import Row, opened
from winnow.core.counted import counted
from winnow.core.deals import Deal, game_type
from winnow.core.game import Game, spells_out
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.referee import known_referee
from winnow.core.results import (
    BeyondError,
    CheckFailedError,
    CheckResult,
    Status,
    exhausted,
    failed,
    require,
    result_of,
)
from winnow.core.statistics import most_marked

SURVEY_CHECK_FORMAT = "winnow-survey-check/1"
Finding = tuple[str, CheckResult]

_DIGEST = re.compile("[0-9a-f]{64}")
_CARD_BYTES = 200


@dataclass(frozen=True)
class Draw:
    """A random sample of the rows of each survey, drawn by the SHA-256 of seed, question and number."""

    rows: int
    seed: int

    def rank(self, values: tuple[Any, ...], number: int) -> bytes:
        """Return the rank of a row; the rows of least rank are the sample."""
        return hashlib.sha256(f"{self.seed} {values!r} {number}".encode()).digest()


@dataclass(frozen=True)
class SurveyReport:
    """The result of checking a survey's rows, and the share of winnable deals that follows.

    `stated` counts the verdicts of all rows; `found` counts the checked rows by result: `verified`, `undecided` (no
    claim), `unproven`, `exhausted` or `failed`. `whole` counts the rows in which every figure is verified.
    """

    survey: int
    question: dict[str, str]
    stated: Counter[str]
    found: Counter[str]
    whole: int
    draw: Draw | None

    @property
    def rows(self) -> int:
        """The number of the survey's rows."""
        return self.stated.total()

    @property
    def most_wrong(self) -> int:
        """The most rows whose verdict can be wrong: certain if all rows were checked, otherwise at 95% confidence."""
        looked_at = self.found.total()
        shown = self.found["verified"] + self.found["undecided"]
        # An undecided row claims nothing and cannot be wrong.
        decided = self.rows - self.stated["undecided"]
        return min(decided, most_marked(self.rows, looked_at, looked_at - shown))

    @property
    def share(self) -> tuple[str, str]:
        """The least and greatest share of these deals that can be won, in percent; undecided deals may be either."""
        won, wrong = self.stated["winnable"], self.most_wrong
        least, most = max(0, won - wrong), min(self.rows, won + self.stated["undecided"] + wrong)
        return _percent(least, self.rows), _percent(-most, self.rows)

    def text(self) -> str:
        """Return the report as a sentence."""
        found, looked_at = self.found, self.found.total()
        drawn = "all" if looked_at == self.rows or self.draw is None else f"{looked_at:,} drawn, seed {self.draw.seed}"
        parts = [f"{counted(found['verified'], 'verdicts')} verified"]
        parts += [f"{found['undecided']:,} undecided, which claim none"] if found["undecided"] else []
        parts += [f"{found[name]:,} {name}" for name in ("unproven", "exhausted", "failed") if found[name]]
        low, high = self.share
        between = f"{low} %" if low == high else f"between {low} and {high} %"
        return (
            f"{counted(self.rows, 'rows')}, {drawn}: {', '.join(parts)}; every figure verified of {self.whole:,}. "
            f"{self._limit()}, so {between} of these deals can be won"
        )

    def _limit(self) -> str:
        """Return a sentence that states how many verdicts can be wrong at most; its share is rounded up."""
        wrong = self.most_wrong
        share = _percent(-wrong, self.rows)
        if self.found.total() < self.rows:
            return f"At 95% at most {counted(wrong, 'verdicts')} of all rows ({share} %) can be wrong"
        return f"At most {counted(wrong, 'verdicts')} ({share} %) can be wrong" if wrong else "No verdict can be wrong"

    def record(self) -> dict[str, Any]:
        """Return the report as an object (format `winnow-survey-check/1`)."""
        low, high = self.share
        question = {name: json.loads(self.question[name]) for name in ("rules", "limits")}
        return {
            "format": SURVEY_CHECK_FORMAT,
            "survey": self.survey,
            **self.question,
            **question,
            "rows": self.rows,
            **{name: self.stated[name] for name in VERDICTS},
            "sample": None if self.draw is None else self.draw.rows,
            "seed": None if self.draw is None else self.draw.seed,
            "checked": self.found.total(),
            "verified": self.found["verified"],
            "checked_undecided": self.found["undecided"],
            **{name: self.found[name] for name in ("unproven", "exhausted", "failed")},
            "every_figure_verified": self.whole,
            "most_wrong": self.most_wrong,
            "confidence_percent": 100 if self.found.total() == self.rows else 95,
            "winnable_percent": [float(low), float(high)],
            "text": self.text(),
        }


def _percent(part: int, of: int) -> str:
    """Return |part / of| in percent, to hundredths: rounded down, or up for a negative `part`.

    >>> _percent(2, 3), _percent(-2, 3)
    ('66.66', '66.67')
    """
    return f"{abs(10_000 * part // of) / 100:.2f}"


def check_survey(
    path: Path, meter: Meter, draw: Draw | None, tell: Callable[[SurveyReport], None]
) -> Iterator[Finding]:
    """Yield a finding for each checked row of a survey's database, with its place; `tell` gets each survey's report.

    Raises UnreadableError for a file that is no survey's database, and ExhaustedError.
    """
    with opened(path, meter) as rows:
        checks = {number: _SurveyCheck(path, number, values, draw, meter) for number, values in rows.surveys()}
        before = None
        for survey, row in rows.rows():
            if survey not in checks:
                yield str(path), CheckResult("failed", f"there is no survey {str(survey)[:40]!a}, and a row of it")
                return
            if before is not None and survey < before:
                yield str(path), CheckResult("failed", f"a row of survey {survey} is behind those of survey {before}")
                return
            before = survey
            checks[survey].take(row)
        for survey, check in checks.items():
            if check.fault:
                yield f"{path}:{survey}", CheckResult("failed", check.fault)
            elif check.rows:
                yield from check.results()
                tell(check.report())
        if not any(check.rows or check.fault for check in checks.values()):
            yield str(path), CheckResult("unproven", "a survey without rows claims nothing")


class _SurveyCheck:
    """One survey of a database being checked."""

    def __init__(
        self,
        path: Path,
        survey: int,
        values: tuple[Any, ...],
        draw: Draw | None,
        meter: Meter,
    ) -> None:
        self._path, self._survey, self._values, self._meter = path, survey, values, meter
        self._draw = draw
        self._folder = certificate_folder(path)
        self._stated, self._found, self._whole = Counter[str](), Counter[str](), 0
        self._chosen: list[tuple[int, int, Row]] = []
        """The rows to be checked: a heap by negative rank, so that the greatest rank is dropped first."""
        self._before = -1
        fault = survey_fault(values)
        self.fault = fault and f"the survey {fault}"
        """The fault of the survey as a whole; "" if there is none."""

    @property
    def rows(self) -> int:
        """The number of rows counted."""
        return self._stated.total()

    def take(self, row: Row) -> None:
        """Count the next row, and add it to the sample if it is drawn."""
        if self.fault:
            return
        number = row.number
        try:
            require(type(number) is int, f"the number of a row is {str(number)[:40]!a}")
            require(number > self._before, f"deal {number} is not behind the row before it")
            require(row.verdict in VERDICTS, f"deal {number}: verdict {str(row.verdict)[:40]!a}")
        except CheckFailedError as error:
            self.fault = str(error)
            return
        self._before = number
        self._stated[row.verdict] += 1
        self._choose(row)

    def _choose(self, row: Row) -> None:
        draw = self._draw
        rank = 0 if draw is None else -int.from_bytes(draw.rank(self._values, row.number), "big")
        self._meter.hold(row.bytes_held)
        heapq.heappush(self._chosen, (rank, row.number, row))
        if draw is not None and len(self._chosen) > draw.rows:
            self._meter.release(heapq.heappop(self._chosen)[2].bytes_held)

    def results(self) -> Iterator[Finding]:
        """Yield a finding for each row of the sample."""
        kind, rules = game_type(self._values[0]), None
        for number, row in sorted((number, row) for _, number, row in self._chosen):
            held = self._meter.held
            self._meter.step()
            try:
                rules = self._rules(kind) if rules is None else rules
                result = self._check(kind, rules, row)
            except (BeyondError, MemoryError, RecursionError) as error:
                result = exhausted(error)
            except ExhaustedError as error:
                if error.limit != "memory":
                    raise
                result = exhausted(error)
            except BAD as error:
                result = failed(error)
            self._count(row, result)
            self._meter.release(self._meter.held - held)
            yield f"{self._path}:{self._survey}:{number}", result

    def report(self) -> SurveyReport:
        """Return the report of the check."""
        question = dict(zip(KEY, self._values, strict=True))
        return SurveyReport(self._survey, question, self._stated, self._found, self._whole, self._draw)

    def _count(self, row: Row, result: CheckResult) -> None:
        verdict = dict(result.claims).get("verdict", result.status)
        self._found["undecided" if row.verdict == "undecided" and result.status != "failed" else verdict] += 1
        self._whole += bool(result.claims) and result.status == "verified"

    def _rules(self, kind: type[Game[Any, Any]]) -> dict[str, Any]:
        """Return the survey's rules, with every option spelled out."""
        rules = object_of(self._values[1], self._meter)
        require_deck(kind, rules)
        require(spells_out(rules, Deal.numbered(kind.name, 0, rules).rules), "rules must spell every option out")
        return rules

    def _check(self, kind: type[Game[Any, Any]], rules: dict[str, Any], row: Row) -> CheckResult:
        """Return the result of checking one row by the facts of its certificate, and a loss also by its reason."""
        _require_sound(row)
        deal = Deal.numbered(kind.name, row.number, rules)
        self._meter.hold(_CARD_BYTES * len(deal.cards))
        self._meter.step(len(deal.cards))
        fact = self._fact(deal, row)
        game = deal.bind()
        _require_agreement(game, row, fact)
        claims: dict[str, bool] = {}
        if row.verdict != "undecided":
            claims["verdict"] = fact.won if row.verdict == "winnable" else fact.lost
        if row.score is not None:
            claims[f"score {row.score}"] = fact.reaches(row.score, game.higher_is_better)
        if row.bound is not None:
            best = row.bound == game.best_possible()
            claims[f"bound {row.bound}"] = best or fact.limits(row.bound, game.higher_is_better)
        if not all(claims.values()) and row.verdict == "unwinnable":
            self._ask_witness(game, row, claims)
        return _result(row, claims)

    def _fact(self, deal: Deal, row: Row) -> Fact:
        """Return the facts that the row's certificate proves; raise CheckFailedError if it is not the one named."""
        if row.sha256 is None:
            return NOTHING
        require(isinstance(row.sha256, str) and _DIGEST.fullmatch(row.sha256) is not None, "its SHA-256 is none")
        with _opened(self._folder / certificate_name(row.sha256)) as file:
            text = DigestedLines(lines(file, self._meter))
            result, header = check_text(text, self._meter)
        short = f"its certificate {row.sha256[:16]}"
        if result.status == "exhausted":
            self._meter.step()
            self._meter.look()
            raise BeyondError(f"{short}: {result.text}")
        require(result.status == "verified", f"{short}: {result.text}")
        require(text.digest.hexdigest() == row.sha256, f"{short} has another SHA-256")
        require(row.size == text.size, f"{short} has {counted(text.size, 'bytes')}, not {row.size!a}")
        facts = Facts(self._meter)
        facts.add(header or {})
        fact = facts.of({"game": deal.game, "rules": deal.rules.spelled_out(), "deal": deal.text}, ())
        require(fact != NOTHING, f"{short} is about another question")
        return fact

    def _ask_witness(self, game: Game[Any, Any], row: Row, claims: dict[str, bool]) -> None:
        """Mark a loss verified if the rules alone confirm the row's reason."""
        witness = known_referee(game.name, game.rules).witnesses().get(row.reason)
        if witness is None:
            return
        proven = witness.check(game, game.start(), row.bound, self._meter)
        require(proven.loses, f"{proven.text}, and that does not rule a win out")
        claims["verdict"] = True
        if row.score is not None and proven.exact:
            require(row.score == proven.bound, f"{proven.text}, which the score {row.score} denies")
            claims[f"score {row.score}"] = True
        if row.bound is not None and proven.shows(game, row.bound):
            claims[f"bound {row.bound}"] = True


def _result(row: Row, claims: dict[str, bool]) -> CheckResult:
    name = f"deal {row.number}: {row.verdict}"
    if not claims:
        return CheckResult("unproven", f"{name} claims nothing")
    statuses: dict[str, Status] = {claim: "verified" if shown else "unproven" for claim, shown in claims.items()}
    return result_of(name if row.sha256 is not None else f"{name}, without a certificate", statuses)


def _require_sound(row: Row) -> None:
    """Raise CheckFailedError unless a row has values that a survey writes."""
    for name in ("score", "bound"):
        value = getattr(row, name)
        require(value is None or type(value) is int, f"{name} is {str(value)[:40]!a}, no whole number")
    for name in ("proof", "reason", "stopped", "lacking"):
        value = getattr(row, name)
        require(value is None or isinstance(value, str), f"{name} is no text")
    require(type(row.positions) is int and type(row.seconds) is float, "positions or seconds is no number")


def _require_agreement(game: Game[Any, Any], row: Row, fact: Fact) -> None:
    """Raise CheckFailedError if a row contradicts itself or the facts."""
    higher, best = game.higher_is_better, game.best_possible()
    require(not (row.verdict == "winnable" and fact.lost), "its certificate shows that no line wins")
    require(not (row.verdict == "unwinnable" and fact.won), "its certificate shows a win")
    for score, bound, why in (
        (row.score, row.bound, "its score is beyond its bound"),
        (row.score, best, "its score is beyond what the rules allow"),
        (row.bound, best, "its bound is beyond what the rules allow"),
        (row.score, fact.bound, "its certificate shows that no line reaches its score"),
        (fact.score, row.bound, "its certificate shows a score beyond its bound"),
    ):
        if score is not None and bound is not None:
            require(score <= bound if higher else score >= bound, why)
    require(row.reason is None or row.verdict == "unwinnable", "only a loss has a reason")


def _opened(path: Path) -> BinaryIO:
    """Return an open certificate; raise CheckFailedError unless it is a plain, readable file."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        raise CheckFailedError(f"its certificate {path.name[:16]} cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise CheckFailedError(f"its certificate {path.name[:16]} is no plain file")
    return os.fdopen(handle, "rb")
