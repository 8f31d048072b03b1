"""Single Left by CP-SAT: forced deals without redeals, whole or partly known, from the rules run as a circuit.

It checks the other engines independently, as it shares nothing with them but the rules, and constructs deals with
given ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import cast

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.core.deals import Deal, filled
from winnow.core.engine import Construction, Task, UnsoundLineError, Wishes
from winnow.core.errors import EngineError
from winnow.core.verdicts import Answer, Reason
from winnow.games.single_left.engine.solving import forced_loss
from winnow.games.single_left.rules import Position, SingleLeft, SingleLeftRules
from winnow_kernels.common.budget import Budget

NAME = "cp-sat"


def solve(task: Task, budget: Budget) -> Answer:
    """Return the answer for a position whose cards are all known: the circuit folds to a constant, without search.

    Raises EngineError for optional discarding and for redeals.
    """
    game = cast(SingleLeft, task.game)
    check_rules(game.rules)
    steps = list(_steps(game, task.position))
    at_rest = [task.position, *(after for _, after in takewhile(lambda step: step[0] != "draw", steps))][-1]
    hand, deck = ([game.deal[place] for place in places] for places in (at_rest.hand, at_rest.deck))
    if budget.spend():
        return Answer("undecided", NAME, bound=game.best_possible())
    from winnow.games.single_left.engine.model import Model  # noqa: PLC0415

    (left,) = Model(hand, deck, ()).left
    won = game.goal_met(left)
    shown = tuple(move for move, _ in steps) if won or task.best else None
    if won:
        return Answer("winnable", NAME, left, left, shown)
    return Answer("unwinnable", NAME, left, left, shown, proof="witness", reason=forced_loss(left))


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


def construct(wishes: Wishes, budget: Budget) -> Construction:
    """Return a deal of the full deck that meets the wishes, or a proof that there is none.

    A deal found has been played by the rules. Raises UnsoundLineError if it does not meet the wishes.
    """
    cards = wishes.cards.cards
    check_rules(cast(SingleLeftRules, wishes.cards.rules))
    if wishes.left is not None and wishes.left % 2 != len(cards) % 2:
        deck = counted(len(cards), "cards")
        text = f"Cards are discarded in twos and fours, so from {deck} {wishes.left} can never remain."
        return Construction("none", NAME, proof="theorem", reason=Reason("parity", text))
    left = range(len(cards) + 1) if wishes.left is None else (wishes.left,)
    order = completion(cards, wishes.cards.missing, left, wishes.first_discard - 1, budget)
    if order is None:
        if budget.stopped is not None:
            return Construction("undecided", NAME)
        reason = Reason("no-deal", "No order of the cards grants this.")
        return Construction("none", NAME, proof="exhausted", reason=reason)
    deal = Deal.parse(wishes.cards.game, " ".join(filled(cards, order)), wishes.cards.rules.spelled_out())
    found = _played(deal)
    granted = found.left in left and (found.first_discard or len(cards) + 1) >= wishes.first_discard
    if not granted:
        raise UnsoundLineError(f"{deal.text}: {found.left} cards left, first discard at {found.first_discard}")
    return found


def _played(deal: Deal) -> Construction:
    game = cast(SingleLeft, deal.bind())
    steps = list(_steps(game, game.start()))
    drawn = (len(deal.cards) - len(after.deck) for move, after in steps if move != "draw")
    return Construction("found", NAME, deal, len(steps[-1][1].hand), next(drawn, None))


def _steps(game: SingleLeft, position: Position) -> Iterator[tuple[str, Position]]:
    """Yield each move of forced play with the position after it."""
    while (step := next(iter(game.successors(position)), None)) is not None:
        yield step
        position = step[1]
