"""The interface of a game's part of `winnow bench`, and the workloads that it can use."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from winnow.api.hint import answer_hint
from winnow.core.deals import UNKNOWN, Deal
from winnow.core.errors import DealError, RuleError
from winnow.core.question import Question
from winnow.core.registry import hook
from winnow.core.rng import SplitMix64
from winnow.core.statistics import win_rate
from winnow.core.verdicts import Limits, Verdict
from winnow.search.questions import answer, make_budget
from winnow_kernels.common.budget import Budget

N = TypeVar("N", int, float)

LIMITS = Limits(positions=3_000_000)
"""The limit of one deal of a fixed workload: a count, so that the sum is the same on every machine."""
FULL_SIZE_LIMITS = Limits(seconds=60)
"""The limit of one deal if `--deals` sets the number of deals."""
_PLAIN_LIMITS = Limits(positions=20_000)
_FEW_CARDS = 8


@dataclass(frozen=True)
class Sizes:
    """How much to measure: `games` in one go; `deals` of each workload (None: its own number) from `first` on."""

    games: int
    deals: int | None
    first: int = 0


@dataclass(frozen=True)
class Measured:
    """The figures of one workload: positions are exact and repeatable, CPU seconds and MiB are not.

    The command fills in the fields that are keywords.
    """

    game: str = field(default="", kw_only=True)
    workload: str = field(default="", kw_only=True)
    deals: int
    decided: int
    winnable: int
    positions: int
    seconds: float
    peak_mib: float = field(default=0.0, kw_only=True)
    note: str


@dataclass(frozen=True)
class Deals:
    """Deals of one kind; `make` poses the question about the deal of a number, `ask` answers it."""

    name: str
    deals: int
    make: Callable[[int], Question]
    limits: Limits = LIMITS
    ask: Callable[[Question, Budget], Verdict] = answer

    def run(self, sizes: Sizes) -> Measured:
        """Return the figures of the questions, asked in this process, which was started to measure its memory peak."""
        limits = self.limits if sizes.deals is None else replace(FULL_SIZE_LIMITS, memory=self.limits.memory)
        count = self.deals if sizes.deals is None else sizes.deals
        numbers = range(sizes.first, sizes.first + count)
        verdicts, times = [], []
        for number in numbers:
            question = self.make(number)
            # CPU time of this process: on a busy machine the clock would be worthless.
            began = time.process_time()
            verdicts.append(self.ask(question, make_budget(limits)))
            times.append(time.process_time() - began)
        return Measured(
            count,
            sum(verdict.decided for verdict in verdicts),
            sum(verdict.verdict == "winnable" for verdict in verdicts),
            sum(verdict.positions for verdict in verdicts),
            sum(times),
            _note(numbers, verdicts, sorted(times)),
        )


@dataclass(frozen=True)
class Special:
    """A workload that only one game has."""

    name: str
    measure: Callable[[Sizes], Measured]

    def run(self, sizes: Sizes) -> Measured:
        """Return the figures that `measure` returns."""
        return self.measure(sizes)


Workload = Deals | Special
"""One thing to measure."""


@hook("bench")
def workloads(game: str) -> Sequence[Workload]:
    """Return the workloads of the game, each with a name of its own; by default small decks for the plain engine."""
    return (Deals("small decks", 20, partial(small_or_full, game), limits=_PLAIN_LIMITS),)


def numbered(game: str, best: bool = False, **rules: Any) -> Callable[[int], Question]:
    """Return a function that takes a number and returns the question about that deal under these rules."""
    return lambda number: Question(Deal.numbered(game, number, rules), best=best)


def hinted(question: Question, budget: Budget) -> Verdict:
    """Return the verdict of a position after deciding each of its legal moves; undecided if one of these is."""
    hint = answer_hint(question, budget)
    if any(move.verdict == "undecided" for move in hint.moves):
        return replace(hint.verdict, answer=replace(hint.verdict.answer, verdict="undecided"))
    return hint.verdict


def first_cards(game: str, cards: int, best: bool = False, **rules: Any) -> Callable[[int], Question]:
    """Return a function that takes a number and returns the question about a deck of that deal's first cards."""

    def make(number: int) -> Question:
        tokens = " ".join(Deal.numbered(game, number).cards[:cards])
        return Question(Deal.parse(game, tokens, {"deck": "as-dealt", **rules}), best=best)

    return make


def small_or_full(game: str, number: int) -> Question:
    """Return the question about the first few cards of a numbered deal, or about all if the game has no such decks."""
    try:
        return first_cards(game, _FEW_CARDS)(number)
    except (DealError, RuleError):
        return numbered(game)(number)


def unknown(make: Callable[[int], Question], count: int) -> Callable[[int], Question]:
    """Return a function like `make` whose deals have `count` unknown cards, drawn by the deal's number."""

    def hide(number: int) -> Question:
        question = make(number)
        rng, cards = SplitMix64(number), list(question.deal.cards)
        places = list(range(len(cards)))
        for _ in range(count):
            cards[places.pop(rng.below(len(places)))] = UNKNOWN
        hidden = Deal.parse(question.deal.game, " ".join(cards), question.deal.rules.spelled_out())
        return replace(question, deal=hidden)

    return hide


def _note(numbers: Sequence[int], verdicts: Sequence[Verdict], times: Sequence[float]) -> str:
    """Return in words the summary of the verdicts and of the CPU seconds, given in rising order."""
    spread = f"median {quantile(times, 50):.3f}, p99 {quantile(times, 99):.3f}, max {times[-1]:.3f}"
    note = f"{_shares(verdicts)}; CPU seconds a deal: {spread}"
    reached = sorted(v.answer.score for v in verdicts if v.question == "best" and v.answer.score is not None)
    if reached:
        note += f"; scores: {reached[0]} to {reached[-1]}, median {quantile(reached, 50)}"
    # A deck as dealt has no number of its own, so the number that the workload made it from identifies it.
    open_deals = [
        _left_open(number, verdict) for number, verdict in zip(numbers, verdicts, strict=True) if not verdict.decided
    ]
    return f"{note}; not decided: {', '.join(open_deals)}" if open_deals else note


def _shares(verdicts: Sequence[Verdict]) -> str:
    """Return in words how many verdicts there are of each kind; of whole deals, the share that can be won."""
    count, kinds = len(verdicts), Counter(verdict.verdict for verdict in verdicts)
    if kinds["open"]:
        return ", ".join(f"{kinds[kind]} {kind}" for kind in sorted(kinds))
    # Outer ends: all undecided deals lost, then all won.
    low, high = win_rate(kinds["winnable"], count - kinds["winnable"] - kinds["unwinnable"], count)
    return f"winnable {kinds['winnable'] / count:.1%}, 95% interval {low:.1%} to {high:.1%}"


def _left_open(number: int, verdict: Verdict) -> str:
    """Return the number of an undecided deal, and what is known of its best score."""
    score, bound = verdict.answer.score, verdict.answer.bound
    if verdict.question != "best" or score is None or bound is None:
        return str(number)
    return f"{number} (best known {score}, bound {bound}, gap {abs(bound - score) / max(abs(bound), 1):.1%})"


def quantile(ordered: Sequence[N], percent: int) -> N:
    """Return the smallest value that at least `percent` of the values do not exceed."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
