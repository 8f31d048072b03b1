"""Bundles of packs: certificates for the puzzles' claims about positions, made in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from winnow.api.bundle import Bundle, Claims
from winnow.api.prove import prove_question
from winnow.core.deals import Deal
from winnow.core.question import Question
from winnow.search.questions import answer
from winnow_kernels.common.budget import Budget
from winnow_puzzles.base import GRAPH_METRICS, PUZZLES
from winnow_puzzles.packs.checking_deals import BY_PLAYERS, ONLY, TRAP, puzzle_subject, trap
from winnow_puzzles.packs.files import PROBLEM_FORMAT
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.players.simple import ASKED_MOVES, points
from winnow_puzzles.problems.checking import GOAL, losing_moves

Record = Mapping[str, Any]
Budgets = Callable[[int | None], Budget]
"""Returns the budget of one question; takes a limit on positions."""
Positions = tuple[tuple[str, ...], ...]
"""Positions by their moves."""


def rests_on_search(claim: str) -> bool:
    """Return whether a claim of a puzzle is about results of players or searches, not about positions."""
    return claim in BY_PLAYERS or claim.removeprefix("metrics.") in ("only_open", *GRAPH_METRICS)


def bundle_puzzles(
    puzzles: Iterable[Record],
    budgets: Budgets,
    report: Callable[[], None] = lambda: None,
    stop: Callable[[], bool] = lambda: False,
) -> Bundle:
    """Return the bundle of these puzzles, with certificates for the claims that the budget of each question allows.

    `report` is called after each puzzle, `stop` before each.
    """
    made = Bundle()
    for puzzle in puzzles:
        if stop():
            break
        deal = deal_of(dict(puzzle))
        if deal.rules.deck == "as-dealt":
            # The number names the deal of which these are the first cards.
            deal = replace(deal, number=None)
        if puzzle["format"] == PROBLEM_FORMAT:
            _take_problem(made, puzzle, deal, budgets)
        else:
            _take_puzzle(made, puzzle, deal, budgets)
        report()
    return made


def _take_puzzle(made: Bundle, puzzle: Record, deal: Deal, budgets: Budgets) -> None:
    lost_at, only = _prove(made, trap(puzzle, deal) or (), deal, budgets), list[str]()
    for before, others in points(deal.bind(), puzzle["verdict"]["line"]):
        only += _prove(made, _chosen(before, others, deal, budgets), deal, budgets)
    claims: Claims = {TRAP: lost_at, "metrics.trap_after": lost_at, ONLY: only, "tags": [*lost_at, *only]}
    _add(made, puzzle, claims)


def _take_problem(made: Bundle, puzzle: Record, deal: Deal, budgets: Budgets) -> None:
    claims = {name: _prove(made, (moves,), deal, budgets) for name, moves in losing_moves(puzzle)}
    best = made.take(prove_question(Question(deal, tuple(puzzle["after"]), best=True), budgets(None)))
    _add(made, puzzle, {**claims, GOAL: [] if best is None else [best]})


def _add(made: Bundle, puzzle: Record, claims: Claims) -> None:
    shown = {name: list(dict.fromkeys(digests)) for name, digests in claims.items() if digests}
    made.add(puzzle, shown, puzzle_subject(puzzle["format"]))


def _prove(made: Bundle, positions: Positions, deal: Deal, budgets: Budgets) -> list[str]:
    """Return certificates for the positions on which a claim depends; none if some position has none."""
    engine = PUZZLES.of(deal.game).engine
    found = []
    for after in positions:
        digest = made.take(prove_question(Question(deal, after, engine=engine), budgets(None)))
        if digest is None:
            return []
        found.append(digest)
    return found


def _chosen(before: tuple[str, ...], others: Sequence[str], deal: Deal, budgets: Budgets) -> Positions:
    """Return the first won position after another move, or all if all are lost; none if that stays undecided.

    The searches are those by which the puzzle was made.
    """
    puzzles = PUZZLES.of(deal.game)
    positions, lost = tuple((*before, other) for other in others[:ASKED_MOVES]), 0
    for after in positions:
        verdict = answer(Question(deal, after, engine=puzzles.engine), budgets(puzzles.asked_positions)).verdict
        if verdict == "winnable":
            return (after,)
        lost += verdict == "unwinnable"
    return positions if lost == len(others) else ()
