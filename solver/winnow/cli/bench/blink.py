"""Blink's best scores against their bound, and CP-SAT alone on the same deals in the same run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from statistics import median

from winnow.api.solve import Question, answer, make_budget
from winnow.deals import Deal
from winnow.engines.base import Task
from winnow.engines.blink import engine as blink
from winnow.engines.blink.table import in_numbers
from winnow.games.blink import Blink
from winnow.verdicts import Limits
from winnow_kernels.common.budget import Budget

HOLDS = (0, 3)
TABLE = {"columns": 8, "rows": 8}


def name(hold: int) -> str:
    """Return the workload's name; the table is 8 x 8."""
    return f"best scores and CP-SAT alone, hold {hold}"


def winnable(hold: int) -> Iterator[Deal]:
    """Yield the numbered deals that can be won on the table."""
    for number in count():
        deal = Deal.numbered("blink", number, {"hold": hold, **TABLE})
        game = deal.bind()
        if blink.solve(Task(game, game.start()), Budget()).verdict == "winnable":
            yield deal


@dataclass(frozen=True)
class Scores:
    """What became of some deals: positions, seconds, and a note with the scores and the ratio of times."""

    positions: int
    seconds: float
    note: str


def run(hold: int, deals: int, limits: Limits, alone: Limits) -> Scores:
    """Look for the best score of the first winnable deals within `limits`, and let the model alone win them."""
    scores: list[str] = []
    gaps: list[float] = []
    ours: list[float] = []
    theirs: list[float] = []
    open_alone = positions = 0
    seconds = 0.0
    for deal in islice(winnable(hold), deals):
        best = answer(Question(deal, best=True), make_budget(limits))
        score, bound = best.answer.score or 0, best.answer.bound or 0
        scores.append(f"{deal.number}:{score}/{bound}")
        gaps.append((bound - score) / bound)
        positions += best.positions
        seconds += best.seconds
        ours.append(answer(Question(deal), make_budget(Limits())).seconds)
        began = time.monotonic()
        open_alone += not wins_alone(deal, make_budget(alone))
        theirs.append(time.monotonic() - began)
    note = (
        f"score/bound by deal: {' '.join(scores)}; gap to the bound: median {median(gaps):.1%}, max {max(gaps):.1%}; "
        f"a win: median {median(ours):.3f} s, CP-SAT alone {median(theirs):.3f} s ({open_alone} of {deals} not won "
        f"within its limit), ratio of summed times {sum(theirs) / max(sum(ours), 1e-9):.0f}"
    )
    return Scores(positions, seconds, note)


def wins_alone(deal: Deal, budget: Budget) -> bool:
    """Tell whether the model alone, without a hint, finds a win within the budget."""
    game = Blink(deal.rules, deal.cards)  # type: ignore[arg-type]
    from winnow.engines.blink import cp_sat as blink_cp_sat  # noqa: PLC0415

    _, placements = blink_cp_sat.solve(in_numbers(game, game.start()), (), budget)
    return placements is not None
