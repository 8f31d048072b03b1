"""Evidence for Blink Solitaire: loss trees, and refutations of the referee's clauses."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import cast

from winnow.core.meter import ExhaustedError
from winnow.core.proofs import Case, Evidence
from winnow.core.question import Question
from winnow.core.results import BeyondError
from winnow.games.blink.engine.best import MANY_CARDS
from winnow.games.blink.engine.table import in_numbers, most_matched
from winnow.games.blink.proofs.trees import LossTrees
from winnow.games.blink.referee.clauses import BlinkClauses, too_large
from winnow.games.blink.rules import Blink, Position
from winnow.proving.closed_sets import ClosedSets
from winnow.proving.refutation import refute
from winnow_kernels.common.budget import Budget

_FEW_CARDS = 12
_PARTS_FOR_THE_CHECK = 24
"""Writing trees may take the budget left divided by this number: a long check takes 20 times as long."""


class BlinkProofs(ClosedSets):
    """Writes loss trees of best scores, clausal proofs of these and of losses, and closed sets."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a loss tree, a refutation of "all cards are placed" or of a better score, and what every game yields.

        With few cards the refutation replaces the loss tree: more programs can check it.
        """
        game, found = cast(Blink, case.game), case.found
        bound = found.bound if found.optimal else None
        if bound is not None and len(game.deal) > _FEW_CARDS and not case.clausal:
            yield from loss_trees(game, case.position, [bound], budget)
        if (found.verdict == "unwinnable" or bound is not None) and not too_large(game, case.position):
            part = budget.share(2)
            refutation = refute(BlinkClauses(game, case.position, bound).write(), part)
            budget.settle(part)
            if refutation is not None:
                yield Evidence("clauses", bound, tuple(refutation.lrat()), refutation)
        yield from super().evidence(case, budget)

    def bounds(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a loss tree of the least bound on the score for which one is found soon, from the order-free one down.

        Most of the budget is left to the check, which takes many times as long.
        """
        game, least = cast(Blink, case.game), case.found.bound
        most = 2 * most_matched(in_numbers(game, case.position))
        bounds = () if least is None else range(most, least - 1, -2)
        part = budget.share(_PARTS_FOR_THE_CHECK)
        found = deque(loss_trees(game, case.position, bounds, part), maxlen=1)
        budget.settle(part)
        yield from found

    def search_parts(self, question: Question) -> int:
        """Return 2 if the best score of many cards is asked for, as it is hardly ever found; otherwise 1."""
        return 2 if question.best and len(question.deal.cards) > MANY_CARDS else 1


def loss_trees(game: Blink, position: Position, bounds: Iterable[int], budget: Budget) -> Iterator[Evidence]:
    """Yield for each bound the loss trees that show that no layout scores above it, until one is not shown.

    Nothing is yielded unless the table is empty and all cards differ.
    """
    if position.layout:
        return
    try:
        trees = LossTrees(game, budget)
        for bound in bounds:
            yield Evidence("loss-tree", bound, list(trees.lines(bound)))
    except (BeyondError, ExhaustedError):
        return
    except MemoryError:
        budget.out_of_memory()
