"""Single Left by CP-SAT: forced deals without redeals, whole or partly known, from the rules run as a circuit.

It checks the other engines independently, as it shares nothing with them but the rules, and constructs deals with
given ends.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from winnow.core.cards import Card
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.errors import EngineError
from winnow.core.verdicts import Answer
from winnow.games.single_left.engine.found import Found
from winnow.games.single_left.engine.solving import forced_loss, goal_range, parity
from winnow.games.single_left.rules import SingleLeft, SingleLeftRules
from winnow_kernels.common.budget import Budget

NAME = "cp-sat"


def solve(task: Task, budget: Budget) -> Answer:
    """Return the answer for a position whose cards are all known: the circuit folds to a constant, without search.

    Raises EngineError for optional discarding and for redeals.
    """
    game = cast(SingleLeft, task.game)
    check_rules(game.rules)
    position, line = task.position, []
    while (following := next(game.successors(position), None)) is not None and following[0] != "draw":
        line.append(following[0])
        position = following[1]
    hand, deck = ([game.deal[place] for place in places] for places in (position.hand, position.deck))
    if budget.spend():
        return Answer("undecided", NAME, bound=game.best_possible())
    from winnow.games.single_left.engine.model import Model  # noqa: PLC0415

    (left,) = Model(hand, deck, ()).left
    while (following := next(game.successors(position), None)) is not None:
        line.append(following[0])
        position = following[1]
    won = game.goal_met(left)
    shown = tuple(line) if won or task.best else None
    if won:
        return Answer("winnable", NAME, left, left, shown)
    return Answer("unwinnable", NAME, left, left, shown, proof="witness", reason=forced_loss(left))


def solve_partial(deal: Deal, budget: Budget, without: frozenset[str] = frozenset()) -> Answer:
    """Return the answer for a deal with `?`, as `winnow.games.single_left.engine.partial.solve_partial` does.

    Raises EngineError for optional discarding and for redeals.
    """
    rules = cast(SingleLeftRules, deal.rules)
    check_rules(rules)
    impossible = parity(rules, len(deal.cards))
    if impossible:
        return Answer("unwinnable", NAME, proof="theorem", reason=impossible)
    found = Found(deal)
    for win in (True, False):
        search(found, win, budget)
    return found.answer(NAME, ended=budget.stopped is not None)


def search(found: Found, win: bool, budget: Budget) -> None:
    """Search all completions for a winning one, or with `win` false for a losing one, and record it in `found`."""
    deal = found.deal
    low, high = goal_range(cast(SingleLeftRules, deal.rules).goal, len(deal.cards))
    wanted = [left for left in range(len(deal.cards) + 1) if (low <= left <= high) == win]
    order = completion(deal.cards, deal.missing, wanted, 0, budget)
    if order is not None:
        found.note(order, win)


def completion(
    cards: Sequence[Card], missing: Sequence[Card], left: Collection[int], quiet: int, budget: Budget
) -> tuple[Card, ...] | None:
    """Return an order of the missing cards that leaves a number of cards in `left`; None if there is none.

    Nothing may be discarded while the first `quiet` cards are drawn. None is also returned when the budget ends the
    search; then `budget.stopped` is set.
    """
    # OR-Tools takes half a second to import: only its users wait.
    from winnow.games.single_left.engine.model import Model  # noqa: PLC0415
    from winnow.search.cp_sat import CpSat  # noqa: PLC0415

    model = Model((), cards, missing, quiet)
    model.require_left(left)
    solver = CpSat(budget)
    solver.run(model.circuit.model)
    return model.completion(solver.holds) if solver.has_solution else None


def check_rules(rules: SingleLeftRules) -> None:
    """Raise EngineError for optional discarding and for redeals."""
    if rules.discarding != "forced" or rules.redeals:
        raise EngineError(f"engine {NAME} takes forced discarding without redeals only")
