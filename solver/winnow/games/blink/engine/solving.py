"""Decides positions of Blink: match graph (losses), beams (wins), annealing and losses (scores), or CP-SAT alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from winnow.core.counted import counted
from winnow.core.engine import Task
from winnow.core.errors import EngineError
from winnow.core.verdicts import Answer, Proof, Reason
from winnow.games.blink import theorems as blink_closure
from winnow.games.blink.engine import beam as blink_beam
from winnow.games.blink.engine import loss as blink_loss
from winnow.games.blink.engine.beam import Found, beam
from winnow.games.blink.engine.best import best
from winnow.games.blink.engine.loss import win
from winnow.games.blink.engine.table import Placement, Table, in_numbers
from winnow.games.blink.rules import Blink, Position
from winnow_kernels.common.budget import Budget

NAME = "blink"
BEAM_NAME = "blink-beam"
MODEL_NAME = "cp-sat"
BEAM_TECHNIQUES = blink_beam.TECHNIQUES
TECHNIQUES = BEAM_TECHNIQUES | blink_loss.TECHNIQUES
_BEAM_WIDTHS = tuple(10**power for power in range(7))


def solve(task: Task, budget: Budget) -> Answer:
    """Return the verdict of a position within the budget, or with `task.best` its best score and bound."""
    return _solve(task, budget, lambda table: (best if task.best else win)(table, task.without, budget))


def solve_by_beams(task: Task, budget: Budget) -> Answer:
    """Return the verdict of a position by beams alone; integers make it the same on every machine.

    Raises EngineError if the best score is asked for.
    """
    if task.best:
        raise EngineError(f"engine {BEAM_NAME} looks for a win only; engine {NAME} finds best scores")

    def search(table: Table) -> Found:
        return beam(table, _BEAM_WIDTHS, False, task.without, budget)

    return replace(_solve(task, budget, search), engine=BEAM_NAME)


def solve_by_model(task: Task, budget: Budget) -> Answer:
    """Return what `solve` does by CP-SAT's model alone, which shares only the rules and the bound with the kernels."""
    # OR-Tools takes half a second to import: only its users wait.
    from winnow.games.blink.engine.model import searched  # noqa: PLC0415

    alone = replace(task, without=frozenset({"match-graph"}))
    return replace(_solve(alone, budget, lambda table: searched(table, budget, task.best)), engine=MODEL_NAME)


def _solve(task: Task, budget: Budget, search: Callable[[Table], Found]) -> Answer:
    """Return the answer if no search is needed, or else that of `search`."""
    game, position = cast(Blink, task.game), cast(Position, task.position)
    table = in_numbers(game, position)
    if budget.spend():
        return Answer("undecided", NAME)
    if not table.left:
        score = game.score(position)
        return Answer("winnable", NAME, score, score, (), "exhausted" if task.best else None)
    reason = lost_at_once(game, position, table, task.without)
    if reason is not None:
        return Answer("unwinnable", NAME, proof="witness", reason=reason)
    found = search(table)
    bound = None if found.bound is None else 2 * found.bound
    if found.layout is not None:
        line = table.written(found.layout.placements)
        proof: Proof | None = "exhausted" if task.best and found.exhausted else None
        return Answer("winnable", NAME, 2 * found.layout.matched, bound, line, proof)
    if found.exhausted:
        return Answer("unwinnable", NAME, proof="exhausted")
    return Answer("undecided", NAME, None, bound)


def lost_at_once(game: Blink, position: Position, table: Table, without: frozenset[str]) -> Reason | None:
    """Return the reason why the position is lost, if it needs no search; otherwise None."""
    if table.spare < 0:
        cells = f"{table.columns} x {table.rows} cells"
        return Reason("room", f"{counted(table.cards, 'cards')} do not fit on a table of {cells}.")
    return None if "match-graph" in without else blink_closure.loss(game, position)


_FIRST_WIDTH = 1000
_WIDER = 10


def count(task: Task, cap: int, budget: Budget) -> tuple[int, bool]:
    """Return the number of winning layouts within reach, up to symmetry, counted up to `cap`.

    Layouts are the same if a shift, rotation or reflection maps one to the other. Raises EngineError for an unknown
    technique.
    """
    unknown = sorted(task.without - BEAM_TECHNIQUES)
    if unknown:
        raise EngineError(f"counting has no technique {unknown[0]!r}; it has: {', '.join(sorted(BEAM_TECHNIQUES))}")
    game, position = cast(Blink, task.game), cast(Position, task.position)
    table = in_numbers(game, position)
    seen: set[tuple[Placement, ...]] = set()
    exact = bool(table.left) and lost_at_once(game, position, table, task.without) is not None
    width = _FIRST_WIDTH
    while not exact and len(seen) < cap and not budget.stopped:
        layouts, exact = blink_beam.all_layouts(table, width, task.without, budget)
        seen.update(normal_form(layout) for layout in layouts)
        width *= _WIDER
    return min(len(seen), cap), exact and len(seen) <= cap


def normal_form(layout: Sequence[Placement]) -> tuple[Placement, ...]:
    """Return the least of the layout's eight images, moved to the corner at (0, 0).

    >>> normal_form([(7, 3, 3), (5, 3, 4)]) == normal_form([(5, 0, 0), (7, 1, 0)])
    True
    """
    images = []
    for across, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        turned = [(kind, across * x, down * y) for kind, x, y in layout]
        for image in (turned, [(kind, y, x) for kind, x, y in turned]):
            left, top = min(x for _, x, _ in image), min(y for _, _, y in image)
            images.append(tuple(sorted((kind, x - left, y - top) for kind, x, y in image)))
    return min(images)
