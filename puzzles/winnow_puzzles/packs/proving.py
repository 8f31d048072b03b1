"""Bundles of packs: certificates for the puzzles' claims about positions, made in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
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


def rests_on_search(claim: str) -> bool:
    """Return whether a claim of a puzzle is about results of players or searches, not about positions."""
    return claim in BY_PLAYERS or claim.removeprefix("metrics.") in ("only_open", *GRAPH_METRICS)


@dataclass(frozen=True)
class Asked:
    """The positions, by their moves, on which a claim depends.

    With `moves` they are successors of one position by some of its `moves` moves: one won position is enough, otherwise
    all are needed.
    """

    claim: str
    positions: tuple[tuple[str, ...], ...]
    moves: int | None = None


def questions(puzzle: Mapping[str, Any], deal: Deal) -> Iterator[Asked]:
    """Yield, for each claim, the positions that need certificates."""
    parts = trap(puzzle, deal)
    if parts is not None:
        yield Asked(TRAP, parts)
        yield Asked("metrics.trap_after", parts)
    for before, others in points(deal.bind(), puzzle["verdict"]["line"]):
        yield Asked(ONLY, tuple((*before, other) for other in others[:ASKED_MOVES]), len(others))


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
    claims: Claims = {}
    for asked in questions(puzzle, deal):
        found = _prove(made, asked, deal, budgets)
        claims.setdefault(asked.claim, []).extend(digest for digest in found if digest not in claims[asked.claim])
    claims["tags"] = list(dict.fromkeys(digest for digests in claims.values() for digest in digests))
    claims = {name: digests for name, digests in claims.items() if digests}
    made.add(puzzle, claims, puzzle_subject(puzzle["format"]))


def _take_problem(made: Bundle, puzzle: Record, deal: Deal, budgets: Budgets) -> None:
    prove = partial(_prove, made, deal=deal, budgets=budgets)
    claims = {name: prove(Asked(name, (moves,))) for name, moves in losing_moves(puzzle)}
    best = made.take(prove_question(Question(deal, tuple(puzzle["after"]), best=True), budgets(None)))
    claims[GOAL] = [] if best is None else [best]
    made.add(puzzle, {name: digests for name, digests in claims.items() if digests}, puzzle_subject(puzzle["format"]))


def _prove(made: Bundle, asked: Asked, deal: Deal, budgets: Budgets) -> list[str]:
    """Return certificates for the positions on which a claim depends; none if some position has none."""
    engine = PUZZLES.of(deal.game).engine
    found = []
    for after in asked.positions if asked.moves is None else _chosen(asked, asked.moves, deal, budgets):
        digest = made.take(prove_question(Question(deal, after, engine=engine), budgets(None)))
        if digest is None:
            return []
        found.append(digest)
    return found


def _chosen(asked: Asked, moves: int, deal: Deal, budgets: Budgets) -> tuple[tuple[str, ...], ...]:
    """Return the first won position, or all if all are lost; none if that stays undecided.

    The searches are those by which the puzzle was made.
    """
    puzzles = PUZZLES.of(deal.game)
    lost = 0
    for after in asked.positions:
        verdict = answer(Question(deal, after, engine=puzzles.engine), budgets(puzzles.asked_positions)).verdict
        if verdict == "winnable":
            return (after,)
        lost += verdict == "unwinnable"
    return asked.positions if lost == moves else ()
