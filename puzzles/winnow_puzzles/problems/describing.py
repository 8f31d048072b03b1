"""A problem as a record: every field follows from its deal, rules and moves, and a check recomputes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any, cast

from winnow.core.deals import Deal
from winnow.core.face import FACES
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow_puzzles.packs.files import PROBLEM_FORMAT, puzzle_id
from winnow_puzzles.problems.base import NATURALS, Problems, Record, abilities_of, with_rules
from winnow_puzzles.problems.panel import success
from winnow_puzzles.problems.rasch import placed
from winnow_puzzles.problems.refuted import VERDICT, Reason, reasons
from winnow_puzzles.problems.shortcuts import right_first, solvers
from winnow_puzzles.problems.tree import Known, Tree, build, settled
from winnow_puzzles.problems.twins import digest, forms_of
from winnow_puzzles.problems.walk import (
    Decision,
    Solution,
    decisions_that_matter,
    natural_steps,
    refuted,
    solve,
    temptations,
    themes_of,
)

LEAST_DECISIONS, MOST_DECISIONS = 2, 8
"""The fewest decisions that matter, and the most decisions, up to the last at which a natural move loses."""
MOST_BY_HAND = 20
"""The most moves of a solution up to that decision, without automatic moves."""
_LONG = 12
"""The moves of a refutation that count as late."""


class NoProblemError(ValueError):
    """Raised for a position that is no problem; the message says why."""


def describe(
    problems: Problems,
    deal: Deal,
    after: tuple[str, ...],
    *,
    rated: bool = True,
    thumbs: bool = True,
    tick: Callable[[], None] = lambda: None,
    known: Known | None = None,
) -> Record:
    """Return the record of the problem that a deal poses after these moves.

    Unless `rated`, the panel is not run, and `rating` is None. Unless `thumbs`, a rule of thumb may solve it. `tick` is
    called for each move examined. `known` holds positions of the deal already examined.
    Raises NoProblemError if the position is not strict, IllegalMoveError if a move is not legal.
    """
    game, tree, solution = _solved(problems, deal, after, tick, known)
    wrong = strict(problems, game, tree, 0, solution, thumbs)
    if wrong:
        raise NoProblemError(wrong)
    return _record(problems, game, deal, after, tree, solution, rated)


def _solved(
    problems: Problems, deal: Deal, after: tuple[str, ...], tick: Callable[[], None], known: Known | None
) -> tuple[Game[Any, Any], Tree, Solution]:
    """Return the game, the tree of the position after these moves, and the way to its goal, which the rules state.

    Raises NoProblemError and IllegalMoveError.
    """
    game = deal.bind()
    position = replay(game, game.start(), after, tick)
    if settled(problems, game, position)[1]:
        raise NoProblemError("a move is to be made first that never loses")
    tree = build(known or Known(problems, game, tick), position, problems.most_positions)
    if tree is None:
        raise NoProblemError(f"more than {problems.most_positions} positions can follow")
    goal = tree.value[0]
    solution = None if goal is None else solve(problems, game, tree, 0)
    if goal is None or solution is None or not game.won(tree.positions[solution.end]):
        raise NoProblemError("the goal cannot be reached")
    if with_rules(deal, problems.goal_rules(goal)) != deal:
        raise NoProblemError("the rules do not ask for the best that can be reached")
    if not problems.acceptable(game, goal):
        raise NoProblemError("the goal is not one of the game")
    return game, tree, solution


def strict(
    problems: Problems, game: Game[Any, Any], tree: Tree, node: int, solution: Solution, thumbs: bool = True
) -> str:
    """Return why a position is not a strict problem; "" if it is one. With `thumbs` no rule of thumb may solve it."""
    if not problems.unique(tree, node):
        return "there is more than one answer"
    first = solution.decisions[0] if solution.decisions else None
    if first is None or first.node != node or not first.tempted:
        return "the natural first move does not lose"
    least = problems.least_refutation
    if min(len(tree.following(step.child)) for step in first.tempted) < least:
        return f"the natural first move is refuted in fewer than {least} positions"
    if not problems.needs_thought(game, tree.positions[node]):
        return problems.ungraded
    if decisions_that_matter(problems, game, tree, solution) < LEAST_DECISIONS:
        return f"fewer than {LEAST_DECISIONS} decisions matter"
    if len(solution.crux) > MOST_DECISIONS:
        return f"more than {MOST_DECISIONS} decisions"
    if solution.by_hand > MOST_BY_HAND:
        return f"more than {MOST_BY_HAND} moves by hand"
    if problems.most_moves is not None and len(solution.path) > problems.most_moves:
        return f"more than {problems.most_moves} moves by hand to the goal"
    thumb = next(solvers(problems, game, tree, node), None) if thumbs else None
    return f"a rule of thumb solves it: {thumb}" if thumb else ""


def _record(
    problems: Problems,
    game: Game[Any, Any],
    deal: Deal,
    after: tuple[str, ...],
    tree: Tree,
    solution: Solution,
    rated: bool,
) -> Record:
    position, goal, rules = tree.positions[0], cast(int, tree.value[0]), deal.rules.identity()
    return {
        "format": PROBLEM_FORMAT,
        "id": puzzle_id(deal.game, rules, deal.text, after),
        "game": deal.game,
        "rules": rules,
        "deal": deal.text,
        "number": deal.number,
        "after": list(after),
        "goal": goal,
        "goal_text": problems.goal_text(game, position, goal),
        "diagram": FACES.of(deal.game).text(game, position).plain.split("\n"),
        "solution": list(solution.moves),
        "decided": solution.decided,
        "by_hand": solution.by_hand,
        "decisions": decisions_of(problems, game, tree, solution, solution.crux),
        "decisions_that_matter": decisions_that_matter(problems, game, tree, solution),
        "temptations": len(temptations(problems, game, tree, solution)),
        "themes": themes_of(problems, game, tree, solution),
        "level": problems.grade(game, position),
        "rating": rating(problems, game, tree) if rated else None,
        "beauty": beauty(problems, game, tree, 0, solution),
        "thumbs": right_first(problems, game, tree, 0),
        "positions": len(tree.positions),
        "core": core(problems, game, tree, solution),
        "forms": forms_of(problems, game, tree, solution),
    }


def last_trap(solution: Solution) -> int:
    """Return the place of the last position of a solution in which a natural move loses."""
    return next(decision.node for decision in reversed(solution.decisions) if decision.tempted)


def core(problems: Problems, game: Game[Any, Any], tree: Tree, solution: Solution) -> str:
    """Return a 16-digit digest of the form of the last position of a solution in which a natural move loses."""
    return digest(problems, game, tree.positions[last_trap(solution)])


def decisions_of(
    problems: Problems, game: Game[Any, Any], tree: Tree, solution: Solution, decisions: Sequence[Decision]
) -> list[Record]:
    """Return each decision with its winning moves, and its losing moves with reason and digest of the refutation."""
    records = []
    for decision in decisions:
        losing = []
        for lost in refuted(game, tree, solution, decision, tree.steps[decision.node]):
            positions, sha256 = tree.digest(lost.node)
            verdict = Reason(VERDICT, problems.why(game, lost.after, lost.best, lost.goal))
            why = next(reasons.of(game.name)(lost), verdict)
            losing.append(
                {
                    "move": lost.move,
                    "why": why.text,
                    "kind": why.kind,
                    "about": list(dict.fromkeys(why.about)),
                    "positions": positions,
                    "sha256": sha256,
                }
            )
        natural = {step.move for step in decision.tempted}
        records.append(
            {
                "place": decision.place,
                "winning": [step.move for step in tree.steps[decision.node] if tree.wins(step.child)],
                "losing": losing,
                "natural": [one["move"] for one in losing if one["move"] in natural],
            }
        )
    return records


def rating(problems: Problems, game: Game[Any, Any], tree: Tree) -> Record:
    """Return the problem's rating in logits, and the lowest and highest with one kind of player left out.

    `solved` is the mean probability with which the panel solves it.
    """
    shares = success(problems, game, tree, 0)
    abilities = abilities_of(game.name)
    place, low, high = placed({name: (abilities.get(name, 0.0), share, 1) for name, share in shares.items()})
    return {
        "logits": round(place, 2),
        "low": round(low, 2),
        "high": round(high, 2),
        "solved": round(fsum(shares.values()) / len(shares), 3),
    }


def beauty(problems: Problems, game: Game[Any, Any], tree: Tree, node: int, solution: Solution) -> Record:
    """Return the parts of a problem's beauty, and their mean as `score`; each goes from 0 to 100.

    `surprise`: how late the winning first move comes in the order of the natural players; `brevity`: few decisions;
    `delay`: how long the longest line after a natural move is that loses; `sacrifice`: the share of the other first
    moves that gain more material; `unity`: one theme.
    """
    decisions = len(solution.crux)
    tempted = solution.crux[0].tempted
    parts = {
        "surprise": _surprise(problems, game, tree, node),
        "brevity": (MOST_DECISIONS - decisions) / (MOST_DECISIONS - LEAST_DECISIONS),
        "delay": min(1.0, max((tree.depth[step.child] for step in tempted), default=0) / _LONG),
        "sacrifice": _sacrifice(problems, game, tree, node),
        "unity": 1 / len(themes_of(problems, game, tree, solution)),
    }
    rounded = {name: min(100, max(0, round(100 * value))) for name, value in parts.items()}
    return {"score": round(sum(rounded.values()) / len(rounded)), **rounded}


def _surprise(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> float:
    """Return the place of the first winning move, from 0 for the most natural to 1 for the least; mean of players."""
    orders = [natural_steps(problems, game, tree, node, player) for player in range(NATURALS)]
    places = [next(i for i, step in enumerate(order) if tree.wins(step.child)) for order in orders]
    return sum(places) / len(places) / max(1, len(tree.steps[node]) - 1)


def _sacrifice(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> float:
    """Return the share of the losing first moves that gain more material than each winning one."""
    gained = [(tree.wins(step.child), problems.material(game, tree.positions[step.child])) for step in tree.steps[node]]
    best = max(material for wins, material in gained if wins)
    losing = [material for wins, material in gained if not wins]
    return sum(material > best for material in losing) / len(losing)
