"""Summaries of a survey's rows: counts, the win rate with its interval, and the distribution of scores."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from math import inf, isinf
from typing import Any, NamedTuple

from winnow.core.counted import value_repr
from winnow.core.game import unusual
from winnow.core.games import GAMES
from winnow.core.readonly import freeze
from winnow.core.statistics import percent_outward, quantile, win_rate
from winnow.core.text_files import printable
from winnow.surveys.survey import Row, Survey

SURVEY_FORMAT = "winnow-survey/1"
QUANTILES = (0, 5, 25, 50, 75, 95, 100)


@dataclass(frozen=True)
class Scores:
    """The best scores of a survey's deals.

    `proven` counts the deals by proven best score. `quantiles` maps percent to the least and greatest value that the
    quantile can have, for any values of the unproven best scores (None: without limit). `none` counts the deals that
    are decided and have no score.
    """

    proven: Mapping[int, int]
    unproven: int
    none: int
    quantiles: Mapping[int, tuple[int | None, int | None]]

    def __post_init__(self) -> None:
        freeze(self, "proven", "quantiles")


@dataclass(frozen=True)
class Summary:
    """One survey in figures. `positions` and `seconds` are None if the rows do not record their cost."""

    survey: Survey
    first: int
    last: int
    winnable: int
    unwinnable: int
    undecided: int
    positions: int | None
    seconds: float | None
    scores: Scores | None

    @property
    def deals(self) -> int:
        """The number of rows."""
        return self.winnable + self.unwinnable + self.undecided

    @property
    def rate(self) -> tuple[str, str]:
        """The 95% interval of the win rate in percent, outward: undecided deals all lost, then all won."""
        return percent_outward(win_rate(self.winnable, self.undecided, self.deals))

    def __repr__(self) -> str:
        counts = f"{self.winnable:,} winnable, {self.unwinnable:,} unwinnable, {self.undecided:,} undecided"
        return value_repr(self, self.survey.game, None, (), f"deals {self.first} to {self.last}, {counts}")

    def record(self) -> dict[str, Any]:
        """Return the summary as one JSON object (format `winnow-survey/1`)."""
        low, high = self.rate
        asked = asdict(self.survey)
        counts = ("first", "last", "deals", "winnable", "unwinnable", "undecided")
        record: dict[str, Any] = {
            "format": SURVEY_FORMAT,
            **{name: json.loads(asked[name]) if name in ("rules", "limits") else asked[name] for name in asked},
            **{name: getattr(self, name) for name in counts},
            "win_rate_percent": [float(low), float(high)],
            "positions": self.positions,
            "seconds": None if self.seconds is None else round(self.seconds, 3),
            "scores": None,
        }
        if self.scores is not None:
            record["scores"] = {
                "proven": {str(score): count for score, count in self.scores.proven.items()},
                "unproven": self.scores.unproven,
                "none": self.scores.none,
                "quantiles": {str(percent): list(span) for percent, span in self.scores.quantiles.items()},
            }
        return record


def summarize(survey: Survey, rows: Iterable[Row], asked: range | None = None) -> Summary | None:
    """Return the summary of rows in the order of their numbers, of the numbers `asked` if given; None without rows."""
    outcomes = Counter[Outcome]()
    first, last, positions, seconds = 0, 0, 0, 0.0
    for row in rows:
        first, last = first if outcomes else row.number, row.number
        outcomes[Outcome(row.verdict, row.score, row.bound, row.stopped is not None)] += 1
        positions += row.positions or 0
        seconds += row.seconds or 0
    if not outcomes:
        return None
    known = row.seconds is not None
    numbers = asked or range(first, last + 1)
    count = Counter[str]()
    for outcome, deals in outcomes.items():
        count[outcome.verdict] += deals
    return Summary(
        survey=survey,
        first=numbers.start,
        last=numbers.stop - 1,
        winnable=count["winnable"],
        unwinnable=count["unwinnable"],
        undecided=count["undecided"],
        positions=positions if known else None,
        seconds=seconds if known else None,
        scores=_scores(survey, outcomes),
    )


class Outcome(NamedTuple):
    """What was found of a deal; `cut` says that a limit ended the search."""

    verdict: str
    score: int | None
    bound: int | None
    cut: bool

    @property
    def proven(self) -> bool:
        """True if the best score is known."""
        return self.score is not None and self.score == self.bound

    @property
    def scoreless(self) -> bool:
        """True if the deal is decided and has no score."""
        return self.score is None and not self.cut and self.verdict != "undecided"


def _scores(survey: Survey, outcomes: Mapping[Outcome, int]) -> Scores | None:
    """Return the scores if the question was for them, or if the answer to the other question has one for every deal."""
    if survey.question == "win" and not all(outcome.proven for outcome in outcomes):
        return None
    proven = Counter[int]()
    spans: list[tuple[float, float, int]] = []
    higher = GAMES[survey.game].higher_is_better
    for outcome, deals in outcomes.items():
        if outcome.scoreless:
            continue
        if outcome.score is not None and outcome.proven:
            proven[outcome.score] += deals
        least, most = (outcome.score, outcome.bound) if higher else (outcome.bound, outcome.score)
        spans.append((-inf if least is None else least, inf if most is None else most, deals))
    if not spans:
        return None
    lows = sorted((least, deals) for least, _, deals in spans)
    highs = sorted((most, deals) for _, most, deals in spans)
    quantiles = {percent: (_value(quantile(lows, percent)), _value(quantile(highs, percent))) for percent in QUANTILES}
    return Scores(
        proven=dict(sorted(proven.items())),
        unproven=sum(deals for _, _, deals in spans) - proven.total(),
        none=sum(deals for outcome, deals in outcomes.items() if outcome.scoreless),
        quantiles=quantiles,
    )


def _value(score: float) -> int | None:
    return None if isinf(score) else int(score)


def span_text(span: tuple[int | None, int | None]) -> str:
    """Return a quantile as text: one value, or the least and greatest that it can have.

    >>> span_text((3, 3)), span_text((3, None))
    ('3', '3..?')
    """
    least, most = ("?" if end is None else str(end) for end in span)
    return least if least == most and least != "?" else f"{least}..{most}"


def rules_text(survey: Survey) -> str:
    """Return the rules that are not the game's defaults, or "defaults".

    >>> rules_text(Survey('single-left', '{"deck": "full", "goal": "one"}', "win", "forced", "0", "{}"))
    'goal=one'
    """
    given = unusual(GAMES[survey.game], json.loads(survey.rules))
    texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in given.items()}
    return " ".join(f"{name}={text}" for name, text in texts.items()) or "defaults"


def limits_text(survey: Survey) -> str:
    """Return the limits that were set.

    >>> limits_text(Survey('head', "{}", "best", "exact", "0", '{"positions": 5, "seconds": null, "memory": 2.5}'))
    'positions=5 memory=2.5'
    """
    return " ".join(f"{name}={value:g}" for name, value in json.loads(survey.limits).items() if value is not None)


FIGURES = (
    *("game", "rules", "question", "deals", "winnable", "undecided", "win %, 95%"),
    "score, median (5% to 95%)",
)
"""The columns of the Markdown table; the last is left out where no survey has scores."""


def markdown_table(found: Iterable[Summary]) -> str:
    """Return the main figures of the summaries as a Markdown table."""
    rows = [_figures(each) for each in found]
    end = None if any(row[-1] for row in rows) else -1
    lines = [line[:end] for line in (FIGURES, ("---",) * len(FIGURES), *rows)]
    return "\n".join(f"| {' | '.join(map(printable, line))} |" for line in lines)


def _figures(each: Summary) -> tuple[str, ...]:
    survey, (low, high) = each.survey, each.rate
    score = ""
    if each.scores is not None:
        least, middle, most = (span_text(each.scores.quantiles[percent]) for percent in (5, 50, 95))
        score = f"{middle} ({least} to {most})"
    counts = map(str, (each.deals, each.winnable, each.undecided))
    return (survey.game, rules_text(survey), survey.question, *counts, f"{low} to {high}", score)
