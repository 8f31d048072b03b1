"""Single Left without redeals: the least relations that every move keeps (games/single_left/ledger.md: relations)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from winnow.core.deals import Deal
from winnow.core.meter import Meter
from winnow.core.proofs import Case, Evidence
from winnow.core.verdicts import Answer
from winnow.games.single_left.engine.solving import least_left
from winnow.games.single_left.referee.assignments import CUT, SPLIT, Node, loses
from winnow.games.single_left.referee.assignments import MOST_CARDS as MOST_UNKNOWN
from winnow.games.single_left.referee.relations import Places, cannot_end, least_relations, least_tables
from winnow.games.single_left.rules import Position, SingleLeft, SingleLeftRules
from winnow.proving.closed_sets import ClosedSets, closed_set
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.search import MOST_CARDS as MOST_OF_RELATIONS

MOST_CARDS = 200
Relaxed = Callable[[Position], tuple[int, bool]]


class SingleLeftProofs(ClosedSets):
    """Writes forced play, relations, and closed sets."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield forced play, or relations and then a closed set."""
        game = cast(SingleLeft, case.game)
        if game.forced:
            yield Evidence("forced-play", case.found.bound)
            return
        tables = relations(game, case.position)
        if tables is not None:
            yield Evidence("relations", case.found.bound, tables)
        if len(game.deal) <= MOST_OF_RELATIONS:
            own = partial(least_relations, game, meter=Meter(stop=budget.poll))
            for relaxed in (partial(_by_engine, game), own):
                members = relations_set(game, case.position, case.bound, relaxed, budget)
                if members is not None:
                    yield Evidence("relations-set", case.bound, members)
        yield from super().evidence(case, budget)

    def partial(self, deal: Deal, found: Answer, budget: Budget) -> Iterator[Evidence]:
        """Yield parity, or a tree of assignments for a deal of which no completion wins."""
        if found.verdict != "unwinnable":
            return
        if found.proof == "theorem":
            yield Evidence("parity", None)
        elif not cast(SingleLeftRules, deal.rules).redeals and len(deal.cards) <= MOST_UNKNOWN:
            words = assignment_tree(deal, budget)
            if words is not None:
                yield Evidence("assignments", None, words)


def assignment_tree(deal: Deal, budget: Budget) -> list[str] | None:
    """Return the lines of a tree that proves that no completion wins; None at a limit, or if one may win."""
    meter = Meter(stop=budget.poll)
    stack = [iter([Node.root(deal)])]
    words: list[str] = []
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            continue
        if budget.spend():
            return None
        if loses(node, meter):
            words.append(CUT)
        elif not node.missing:
            return None
        else:
            words.append(SPLIT)
            stack.append(node.children())
    return words


def relations_set(
    game: SingleLeft, start: Position, bound: int | None, relaxed: Relaxed, budget: Budget
) -> list[str] | None:
    """Return the lines of a closed set whose last members `relaxed` bounds; None at a limit.

    These are members without a redeal left that by `relaxed` can neither meet the goal nor leave fewer than `bound`
    cards.
    """

    def ends(position: Position) -> bool:
        if position.redeals:
            return False
        least, loses = relaxed(position)
        return loses and (bound is None or least >= bound)

    return closed_set(game, start, None, budget, ends)


def _by_engine(game: SingleLeft, position: Position) -> tuple[int, bool]:
    """Return the exact values, which limit what the referee's relations can prove and cost less to compute."""
    least = least_left(game, position)
    return least, cannot_end(game, len(position.hand) + len(position.deck), least)


def relations(game: SingleLeft, position: Position) -> list[str] | None:
    """Return the lines of the tables; None with redeals, or for more cards than the tables hold."""
    cards = [game.deal[place] for place in position.hand + position.deck]
    if position.redeals or len(cards) > MOST_CARDS:
        return None
    lies, tops = least_tables(Places.of(cards, ()), len(position.hand), Meter())
    return [f"{row:x} {times:x}" for row, times in zip(lies, tops, strict=True)]
