"""The bench of Blink; among it best scores against their bound, and CP-SAT alone on the same deals in the same run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, islice
from statistics import median

from winnow.cli.bench.base import (
    FULL_SIZE_LIMITS,
    Bench,
    Claims,
    Deals,
    Measured,
    Sizes,
    Special,
    Workload,
    first_cards,
    numbered,
)
from winnow.cli.bench.claims import by_bundle, by_layouts, midway
from winnow.deals import Deal
from winnow.engines.base import Task
from winnow.engines.blink import engine as blink
from winnow.engines.blink.table import in_numbers
from winnow.engines.questions import Question, answer, make_budget
from winnow.games.blink import Blink
from winnow.verdicts import Limits
from winnow_kernels.common.budget import Budget

_TABLE = {"columns": 8, "rows": 8}
_SCORE_LIMITS = Limits(positions=1_000_000)
"""For one best score, where a position is one move of an annealing."""
_SCORED_DEALS = 2


_FULL_TABLES = (
    *((columns, rows, 3) for columns, rows in ((4, 4), (5, 4), (5, 5), (6, 5), (6, 6))),
    *((columns, rows, hold) for columns, rows in ((4, 4), (5, 4), (5, 5)) for hold in (0, 1, 2)),
)
"""Columns, rows and hold of best scores that take from milliseconds to more than a minute a deal."""


class BlinkBench(Bench):
    """Small decks' best scores, full deals on tables of several sizes, and best scores beside CP-SAT."""

    def workloads(self, game: str) -> Sequence[Workload]:
        """Return them."""
        return (
            Deals("7 cards, 3 x 3, best", 30, first_cards(game, 7, best=True, columns=3, rows=3)),
            *(_full_table(game, columns, rows, hold) for columns, rows, hold in _FULL_TABLES),
            *(Deals(f"10 x 10, hold {hold}", 50, numbered(game, hold=hold)) for hold in range(4)),
            *(Deals(f"8 x 8, hold {hold}", 50, numbered(game, hold=hold, columns=8, rows=8)) for hold in range(4)),
            *(Deals(f"6 x 10, hold {hold}", 10, numbered(game, hold=hold, columns=6)) for hold in (0, 3)),
            *(Deals(f"5 x 12, hold {hold}", 10, numbered(game, hold=hold, columns=5, rows=12)) for hold in (0, 3)),
            *(Special(f"best scores and CP-SAT alone, hold {hold}", partial(_scores, hold)) for hold in (0, 3)),
        )

    def claims(self, game: str) -> Sequence[Claims]:
        """Return losses, best scores, numbers of layouts and hints of small decks, and losses of full deals."""
        nine, twelve = first_cards(game, 9, columns=3, rows=3), first_cards(game, 12, columns=4, rows=3)
        return (
            Claims("7 cards, 3 x 3, hold 1", first_cards(game, 7, columns=3, rows=3, hold=1)),
            Claims("9 cards, 3 x 3, hold 3", nine),
            Claims("12 cards, 4 x 3, hold 3", twelve),
            Claims("16 cards, 4 x 4, hold 2", first_cards(game, 16, columns=4, rows=4, hold=2)),
            Claims("full deck, hold 0", numbered(game, hold=0)),
            Claims("full deck, hold 3", numbered(game), deals=200),
            Claims("6 cards, 3 x 3", first_cards(game, 6, best=True, columns=3, rows=3), question="best"),
            Claims("9 cards, 3 x 3", first_cards(game, 9, best=True, columns=3, rows=3), question="best"),
            Claims("12 cards, 4 x 3", first_cards(game, 12, best=True, columns=4, rows=3), question="best"),
            Claims("16 cards, 4 x 4", first_cards(game, 16, best=True, columns=4, rows=4), question="best"),
            Claims("9 cards, 3 x 3", nine, question="count", prove=by_layouts),
            Claims("12 cards, 4 x 3", twelve, question="count", prove=by_layouts),
            Claims("9 cards, 3 x 3, late in a game", midway(nine), question="hint", prove=by_bundle),
        )


def _full_table(game: str, columns: int, rows: int, hold: int) -> Deals:
    """Return the best scores of as many cards of numbered deals as fill the table."""
    cards = columns * rows
    name = f"{cards} cards on {columns} x {rows}, hold {hold}, best"
    return Deals(name, 5, first_cards(game, cards, best=True, columns=columns, rows=rows, hold=hold))


def _winnable(hold: int) -> Iterator[Deal]:
    """Yield the numbered deals that can be won on the table."""
    for number in count():
        deal = Deal.numbered(Blink.name, number, {"hold": hold, **_TABLE})
        game = deal.bind()
        if blink.solve(Task(game, game.start()), Budget()).verdict == "winnable":
            yield deal


def _scores(hold: int, sizes: Sizes) -> Measured:
    """Look for the best score of the first winnable deals, and let the model alone win them."""
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


def _wins_alone(deal: Deal, budget: Budget) -> bool:
    """Tell whether the model alone, without a hint, finds a win within the budget."""
    game = Blink(deal.rules, deal.cards)  # type: ignore[arg-type]
    from winnow.engines.blink import cp_sat as blink_cp_sat  # noqa: PLC0415

    _, placements = blink_cp_sat.solve(in_numbers(game, game.start()), (), budget)
    return placements is not None
