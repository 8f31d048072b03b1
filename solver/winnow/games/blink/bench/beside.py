"""Blink's best scores compared with CP-SAT, with clingo and with the bound, on the same deals in one run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count, islice
from statistics import median

from winnow.bench.base import FULL_SIZE_LIMITS, LIMITS, Measured, Sizes, first_cards
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.question import Question
from winnow.core.verdicts import Limits
from winnow.games.blink.bench.asp import best_by_clingo
from winnow.games.blink.engine import solving as blink
from winnow.games.blink.engine.bound import most_matched
from winnow.games.blink.engine.loss import LossSearch
from winnow.games.blink.engine.table import Table, in_numbers
from winnow.games.blink.rules import Blink
from winnow.search.questions import answer, make_budget
from winnow_kernels.common.budget import Budget

_TABLE = {"columns": 8, "rows": 8}
_SCORE_LIMITS = Limits(positions=1_000_000)
"""The limit for one best score, where a position is one move of an annealing."""
_SCORED_DEALS = 2
_OTHERS_LIMITS = Limits(positions=500)
"""The limit for CP-SAT and clingo, whose positions are conflicts, in a run of the fixed size."""

_NODES_A_TURN = 10_000


def wins(hold: int, sizes: Sizes) -> Measured:
    """Return the best scores of the first winnable deals on 8 x 8, and the model's times to win them by itself."""
    limits, deals = (_SCORE_LIMITS, _SCORED_DEALS) if sizes.deals is None else (FULL_SIZE_LIMITS, sizes.deals)
    scores: list[str] = []
    gaps: list[float] = []
    ours: list[float] = []
    theirs: list[float] = []
    open_alone = positions = 0
    seconds = 0.0
    for deal in islice(_winnable(hold), deals):
        best = answer(Question(deal, best=True), make_budget(limits))
        score, bound = best.answer.score or 0, best.answer.bound or 0
        scores.append(f"{deal.number}:{score}/{bound}")
        gaps.append((bound - score) / bound)
        positions += best.positions
        seconds += best.seconds
        ours.append(answer(Question(deal), make_budget(Limits())).seconds)
        began = time.monotonic()
        open_alone += not _wins_alone(deal, make_budget(limits))
        theirs.append(time.monotonic() - began)
    note = (
        f"score/bound by deal: {' '.join(scores)}; gap to the bound: median {median(gaps):.1%}, max {max(gaps):.1%}; "
        f"a win: median {median(ours):.3f} s, CP-SAT alone {median(theirs):.3f} s ({open_alone} of {deals} not won "
        f"within its limit), ratio of summed times {sum(theirs) / max(sum(ours), 1e-9):.0f}"
    )
    return Measured(deals, 0, deals, positions, seconds, note)


def _winnable(hold: int) -> Iterator[Deal]:
    """Yield the numbered deals that can be won on the table."""
    for number in count():
        deal = Deal.numbered(Blink.name, number, {"hold": hold, **_TABLE})
        game = deal.bind()
        if blink.solve(Task(game, game.start()), Budget()).verdict == "winnable":
            yield deal


def _wins_alone(deal: Deal, budget: Budget) -> bool:
    """Tell whether the model alone, without a hint, finds a win within the budget."""
    from winnow.games.blink.engine import cp_sat as blink_cp_sat  # noqa: PLC0415

    _, placements = blink_cp_sat.solve(_table(deal), (), budget)
    return placements is not None


@dataclass(frozen=True)
class _Answer:
    """One solver's result for a deal: the best score found (None: no layout), and whether it is proved."""

    score: int | None
    proven: bool
    positions: int
    seconds: float

    def __str__(self) -> str:
        """Return the result as text."""
        found = "none" if self.score is None else str(self.score)
        return f"{found}, {'proved' if self.proven else 'open'}, {self.seconds:.2f} s"


def scores(columns: int, rows: int, hold: int, sizes: Sizes) -> Measured:
    """Return the best scores by Winnow, CP-SAT and clingo for deals that fill the table, under the same limit."""
    limits, others, deals = (LIMITS, _OTHERS_LIMITS, 1)
    if sizes.deals is not None:
        limits, others, deals = FULL_SIZE_LIMITS, FULL_SIZE_LIMITS, sizes.deals
    make = first_cards(Blink.name, columns * rows, best=True, columns=columns, rows=rows, hold=hold)
    numbers = range(sizes.first, sizes.first + deals)
    answers = [_said(make(number), limits, others) for number in numbers]
    lines = [
        f"deal {number}: {' | '.join(f'{name} {one}' for name, one in said.items())}"
        for number, said in zip(numbers, answers, strict=True)
    ]
    ours = [said["Winnow"] for said in answers]
    missing = [] if "clingo" in answers[0] else ["clingo is not installed: pip install 'winnow-solitaire[bench]'"]
    return Measured(
        deals,
        sum(one.proven for one in ours),
        sum(one.score is not None for one in ours),
        sum(one.positions for one in ours),
        sum(one.seconds for one in ours),
        "; ".join([*lines, *missing]),
    )


def _said(question: Question, limits: Limits, others: Limits) -> dict[str, _Answer]:
    """Return each solver's result for a deal, without clingo if it is not installed."""
    table = _table(question.deal)
    ours, theirs = make_budget(limits), make_budget(others)
    said = {
        "Winnow": _timed(lambda: _winnow(question, ours), ours),
        "CP-SAT": _timed(lambda: _cp_sat(table, theirs), theirs),
    }
    if find_spec("clingo") is not None:
        said["clingo"] = _timed(lambda: _clingo(table, others), Budget())
    return said


def _table(deal: Deal) -> Table:
    game = Blink(deal.rules, deal.cards)  # type: ignore[arg-type]
    return in_numbers(game, game.start())


def _timed(ask: Callable[[], tuple[int | None, bool]], budget: Budget) -> _Answer:
    """Return the result of `ask` with the processor time of all threads."""
    began = time.process_time()
    score, proven = ask()
    return _Answer(score, proven, budget.positions, time.process_time() - began)


def _winnow(question: Question, budget: Budget) -> tuple[int | None, bool]:
    said = answer(question, budget)
    return said.answer.score, said.decided


def _cp_sat(table: Table, budget: Budget) -> tuple[int | None, bool]:
    """Return the result of the model alone: without a hint or a known score, under its own order-free bound."""
    from winnow.games.blink.engine import cp_sat as blink_cp_sat  # noqa: PLC0415
    from winnow.games.blink.engine.beam import matched_ways  # noqa: PLC0415

    status, placements = blink_cp_sat.solve(table, (), budget, (-1, most_matched(table)))
    return None if placements is None else 2 * matched_ways(table, tuple(placements)), status != "stopped"


def _clingo(table: Table, limits: Limits) -> tuple[int | None, bool]:
    found = best_by_clingo(table, limits.positions, limits.seconds)
    return None if found.matched is None else 2 * found.matched, found.proven


def losses_excluded(columns: int, rows: int, hold: int, sizes: Sizes) -> Measured:
    """Return how often a layout reaches the order-free bound, or is proved not to exist.

    A deal is decided if a layout was found or the bound fell.
    """
    make = first_cards(Blink.name, columns * rows, best=True, columns=columns, rows=rows, hold=hold)
    numbers = range(sizes.first, sizes.first + (1 if sizes.deals is None else sizes.deals))
    return _excluded(((number, make(number).deal) for number in numbers), 1, sizes)


def losses_excluded_by_order(hold: int, sizes: Sizes) -> Measured:
    """Return the same for the first winnable deals of the full deck on 8 x 8, then for layouts one way below it."""
    deals = islice(_winnable(hold), 1 if sizes.deals is None else sizes.deals)
    return _excluded(((deal.number, deal) for deal in deals), 2, sizes)


def _excluded(deals: Iterable[tuple[int | None, Deal]], most_falls: int, sizes: Sizes) -> Measured:
    """Return the results of lowering each deal's bound up to `most_falls` times within the limit."""
    limits = LIMITS if sizes.deals is None else FULL_SIZE_LIMITS
    lines: list[str] = []
    seconds = 0.0
    decided = found = positions = 0
    for number, deal in deals:
        budget = make_budget(limits)
        began = time.process_time()
        search = LossSearch(_table(deal), frozenset(), budget)
        bound = search.bound
        falls: list[str] = []
        while len(falls) < most_falls and search.layout is None and not budget.stopped:
            search.run(_NODES_A_TURN, -1)
            if search.bound < bound:
                bound = search.bound
                falls.append(f"{2 * bound + 2} excluded {time.process_time() - began:.2f} s")
        seconds += time.process_time() - began
        found += search.layout is not None
        decided += bool(falls) or search.layout is not None
        positions += budget.positions
        if len(falls) < most_falls:
            falls.append(f"{2 * bound} {'found' if search.layout else 'open'}")
        lines.append(f"{number}: {' '.join(falls)}")
    note = f"by deal, scores from that of the bound down: {', '.join(lines)}"
    return Measured(len(lines), decided, found, positions, seconds, note)
