"""Evidence for Blink Solitaire: loss trees; the referee's clauses, refuted, or all their models found."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, cast

from winnow.engines.blink.bound import most_matched
from winnow.engines.blink.loss import MANY_CARDS
from winnow.engines.blink.table import in_numbers
from winnow.engines.questions import Question
from winnow.engines.shared.satisfier import Satisfier
from winnow.games import Game
from winnow.games.blink import Blink, Cell, Position, ways
from winnow.lines import replay
from winnow.proofs.base import Case, Evidence, Listed, Proofs
from winnow.proofs.shared.refutation import refute
from winnow.referee.blink.clauses import BlinkClauses
from winnow.referee.blink.layouts import check_size
from winnow.referee.blink.loss_tree import CARD, CELL, COMPONENT, ORDER
from winnow.referee.blink.shares import MOST_PLACEMENTS, Deck, boxes, shares
from winnow.referee.meter import ExhaustedError, Meter
from winnow.referee.results import BeyondError
from winnow_kernels.blink.loss import MOST_BOX
from winnow_kernels.blink.placements import Placements
from winnow_kernels.blink.shapes import Shapes
from winnow_kernels.blink.share_tree import ShareTree
from winnow_kernels.common.budget import Budget

_FEW_CARDS = 12
_MOST_NODES = 4_000_000
"""Of a certificate: with more it would be larger than a check allows."""
_PARTS_FOR_THE_CHECK = 16
"""One of so many parts of the budget that is left may go into writing a tree."""
_KINDS = (CELL, CARD, COMPONENT)
_LINES = {
    **{kind << 8 | number: f"{word}{number}" for kind, word in enumerate(_KINDS) for number in range(256)},
    len(_KINDS) << 8: ORDER,
}
"""What the kernel's two bytes say."""


class BlinkProofs(Proofs):
    """Writes loss trees of best scores, clausal proofs of these, losses and numbers of layouts, and closed sets."""

    def evidence(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a loss tree, a refutation of "all cards are placed" or of a better score, and what every game has.

        A refutation comes first where there are few cards: more programs can check it.
        """
        game, found = cast(Blink, case.game), case.found
        bound = found.bound if found.optimal else None
        if bound is not None and len(game.deal) > _FEW_CARDS and not case.clausal:
            yield from loss_trees(game, case.position, bound, budget)
        if (found.verdict == "unwinnable" or bound is not None) and _small(game, case.position):
            part = budget.share(2)
            refutation = refute(BlinkClauses(game, case.position, above=bound).write(), part)
            budget.settle(part)
            if refutation is not None:
                yield Evidence("clauses", bound, tuple(refutation.lrat()), refutation)
        yield from super().evidence(case, budget)

    def bounds(self, case: Case, budget: Budget) -> Iterator[Evidence]:
        """Yield a loss tree of the least bound on the score that one is found for soon, from that without order down.

        Most of the budget is left to the check, which takes many times as long.
        """
        game, least, found = cast(Blink, case.game), case.found.bound, list[Evidence]()
        most = 2 * most_matched(in_numbers(game, case.position))
        for bound in () if least is None else range(most, least - 1, -2):
            part = budget.share(_PARTS_FOR_THE_CHECK)
            trees = list(loss_trees(game, case.position, bound, part))
            budget.settle(part)
            found = trees or found
            if not trees or budget.stopped:
                break
        yield from found

    def search_parts(self, question: Question) -> int:
        """Return two where the best score of many cards is asked for: it is hardly ever found."""
        return 2 if question.best and len(question.deal.cards) > MANY_CARDS else 1

    def layouts(self, game: Game[Any, Any], position: Any, most: int, budget: Budget) -> Listed | None:
        """Return a model of the clauses for each layout, and a refutation of any other; None for equal cards."""
        blink = cast(Blink, game)
        if len(set(blink.deal)) < len(blink.deal) or not _small(blink, position):
            return None
        clauses = BlinkClauses(blink, position)
        parts: list[list[tuple[int, ...]]] = list(clauses.write())
        lines: list[tuple[str, ...]] = []
        with Satisfier(budget) as satisfier:
            satisfier.add(parts)
            while found := satisfier.solve():
                if len(lines) == most:
                    return None
                lines.append(_line(blink, clauses, satisfier.assignment()))
                end = replay(blink, position, lines[-1])
                places = {card: place for place, card in enumerate(blink.deal)}
                parts.append(clauses.forbid({cell: places[card] for cell, card in end.layout}))
                satisfier.add([parts[-1]])
        if found is None:
            return None
        refutation = refute(parts, budget)
        return None if refutation is None else Listed("layouts", tuple(lines), refutation)


def loss_trees(game: Blink, position: Position, bound: int, budget: Budget) -> Iterator[Evidence]:
    """Yield the trees that show that no layout scores above the bound, if the table is empty and the cards differ."""
    if position.layout:
        return
    try:
        lines = list(_tree_lines(Deck(game), bound, Meter(stop=budget.poll), budget))
    except (BeyondError, ExhaustedError):
        return
    except MemoryError:
        budget.out_of_memory()
        return
    yield Evidence("loss-tree", bound, lines)


def _tree_lines(deck: Deck, bound: int, meter: Meter, budget: Budget) -> Iterator[str]:
    """Yield the lines of all shares of all boxes. Raises as the referee does, also for trees that do not end."""
    cards = [card for members in deck.components for card in members]
    cards += [card for card in range(deck.count) if not deck.partners[card]]
    matches = [bytes(ways(a, b) for b in deck.game.deal) for a in deck.game.deal]
    hold, left = min(deck.game.rules.hold, deck.count), _MOST_NODES
    for box in boxes(deck):
        placements: Placements | None = None
        for share in shares(deck, box, bound, meter):
            if box.area > MOST_BOX:
                raise BeyondError("the box is too large")
            size = box.columns, box.rows
            placements = placements or Placements(Shapes(cards, matches, *size), budget, MOST_PLACEMENTS)
            tree = ShareTree(
                cards,
                cards,
                matches,
                hold,
                *size,
                share.pairs,
                share.runs,
                frozenset(),
                budget,
                placements,
                written=True,
            )
            ended = tree.run(left)
            if ended == "found":
                raise ValueError(f"a layout scores above {bound}, which was said to be the best score")
            left -= tree.nodes
            if ended != "exhausted" or left <= 0:
                raise ExhaustedError("positions")
            yield " ".join(str(number) for number in (tree.pivot_card, *tree.listed))
            yield from (_LINES[line] for line in array("H", tree.tree()))


def _small(game: Blink, position: Position) -> bool:
    try:
        check_size(game, position)
    except BeyondError:
        return False
    return True


def _line(game: Blink, clauses: BlinkClauses, model: Sequence[int]) -> tuple[str, ...]:
    """Return the placements that a model stands for, in their order."""
    true = {literal for literal in model if literal > 0}
    holding = [name for name, variable in clauses.variables.items() if variable in true]
    cells: dict[int, Cell] = {card: (x, y) for kind, card, x, y in holding if kind == "lies"}
    order = sorted((step, card) for kind, card, step, _ in holding if kind == "at")
    return tuple(f"{game.deal[card]}@{cells[card][0]},{cells[card][1]}" for _, card in order)
