"""A problem as a record: every field follows from its deal, rules and moves, and a check recomputes it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from math import fsum
from typing import cast

from winnow.core.deals import Deal
from winnow.core.face import FACES
from winnow.core.lines import replay
from winnow_puzzles.base import Record
from winnow_puzzles.packs.files import PROBLEM_FORMAT, puzzle_id
from winnow_puzzles.problems import walk
from winnow_puzzles.problems.base import NATURALS, Problems, abilities_of, with_rules
from winnow_puzzles.problems.panel import success
from winnow_puzzles.problems.rasch import placed
from winnow_puzzles.problems.refuted import Refuted, reasons
from winnow_puzzles.problems.shortcuts import right_first, solvers
from winnow_puzzles.problems.tree import Tree, settled

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
    tree: Tree | None = None,
) -> Record:
    """Return the record of the problem that a deal poses after these moves.

    Unless `rated`, the panel is not run, and `rating` is None. Unless `thumbs`, a rule of thumb may solve it. `tick` is
    called for each move examined. `tree` holds positions of the deal already examined.
    Raises NoProblemError if the position is not strict, IllegalMoveError if a move is not legal.
    """
    tree = tree or Tree(problems, deal.bind(), tick)
    solution = _solved(deal, after, tree, tick)
    wrong = strict(tree, tree.root, solution, thumbs)
    if wrong:
        raise NoProblemError(wrong)
    return _record(deal, after, tree, solution, rated)


def _solved(deal: Deal, after: tuple[str, ...], tree: Tree, tick: Callable[[], None]) -> walk.Solution:
    """Begin the tree at the position after these moves; return the way to its goal, which the rules state.

    Raises NoProblemError and IllegalMoveError.
    """
    game, problems = tree.game, tree.problems
    position = replay(game, game.start(), after, tick)
    if settled(problems, game, position)[1]:
        raise NoProblemError("a move is to be made first that never loses")
    if not tree.begin(position, problems.most_positions):
        raise NoProblemError(f"more than {problems.most_positions} positions can follow")
    goal = tree.goal
    solution = None if goal is None else walk.solve(tree, tree.root)
    if goal is None or solution is None or not game.won(tree.positions[solution.end]):
        raise NoProblemError("the goal cannot be reached")
    if with_rules(deal, problems.goal_rules(goal)) != deal:
        raise NoProblemError("the rules do not ask for the best that can be reached")
    if not problems.acceptable(game, goal):
        raise NoProblemError("the goal is not one of the game")
    return solution


def strict(tree: Tree, node: int, solution: walk.Solution, thumbs: bool = True) -> str:
    """Return why a position is not a strict problem; "" if it is one. With `thumbs` no rule of thumb may solve it."""
    problems: Problems = tree.problems
    if not problems.unique(tree, node):
        return "there is more than one answer"
    first = solution.decisions[0] if solution.decisions else None
    if first is None or first.node != node or not first.tempted:
        return "the natural first move does not lose"
    least = problems.least_refutation
    if min(len(tree.following(step.child)) for step in first.tempted) < least:
        return f"the natural first move is refuted in fewer than {least} positions"
    if not problems.grade(tree.game, tree.positions[node]):
        return problems.ungraded
    if walk.decisions_that_matter(tree, solution) < LEAST_DECISIONS:
        return f"fewer than {LEAST_DECISIONS} decisions matter"
    if len(solution.crux) > MOST_DECISIONS:
        return f"more than {MOST_DECISIONS} decisions"
    if solution.by_hand > MOST_BY_HAND:
        return f"more than {MOST_BY_HAND} moves by hand"
    if problems.most_moves is not None and len(solution.path) > problems.most_moves:
        return f"more than {problems.most_moves} moves by hand to the goal"
    thumb = next(solvers(tree, node), None) if thumbs else None
    return f"a rule of thumb solves it: {thumb}" if thumb else ""


def _record(deal: Deal, after: tuple[str, ...], tree: Tree, solution: walk.Solution, rated: bool) -> Record:
    problems, game, position, rules = tree.problems, tree.game, tree.positions[tree.root], deal.rules.identity()
    goal = cast(int, tree.goal)
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
        "decisions": decisions_of(tree, solution),
        "decisions_that_matter": walk.decisions_that_matter(tree, solution),
        "temptations": walk.temptations(tree, solution),
        "themes": walk.themes_of(tree, solution),
        "level": problems.grade(game, position),
        "rating": rating(tree) if rated else None,
        "beauty": beauty(tree, tree.root, solution),
        "thumbs": right_first(tree),
        "positions": len(tree.following(tree.root)),
        "core": form_of(tree, solution.crux[-1].node),
        "forms": [form_of(tree, node) for _, node in solution.path],
    }


def form_of(tree: Tree, node: int) -> str:
    """Return a 16-digit digest of a position's form."""
    form = tree.problems.form(tree.game, tree.positions[node])
    return hashlib.sha256(repr(form).encode()).hexdigest()[:16]


def decisions_of(tree: Tree, solution: walk.Solution) -> list[Record]:
    """Return each decision of the crux with its winning and its losing moves."""
    return [
        {
            "place": decision.place,
            "winning": [step.move for step in steps if tree.wins(step.child)],
            "losing": [_losing(lost) for lost in walk.refuted(tree, solution, decision, steps)],
            "natural": [step.move for step in steps if step in decision.tempted],
        }
        for decision in solution.crux
        for steps in (tree.steps(decision.node),)
    ]


def _losing(lost: Refuted) -> Record:
    """Return a losing move with the reason, and the digest of its refutation."""
    positions, sha256 = lost.tree.digest(lost.node)
    why = next(reasons.of(lost.game.name)(lost))
    about = list(dict.fromkeys(why.about))
    told = {"move": lost.move, "why": why.text, "kind": why.kind, "about": about}
    return {**told, "positions": positions, "sha256": sha256}


def rating(tree: Tree) -> Record:
    """Return the problem's rating in logits, and the lowest and highest with one kind of player left out.

    `solved` is the mean probability with which the panel solves it.
    """
    shares = success(tree)
    abilities = abilities_of(tree.game.name)
    place, low, high = placed({name: (abilities.get(name, 0.0), share, 1) for name, share in shares.items()})
    return {
        "logits": round(place, 2),
        "low": round(low, 2),
        "high": round(high, 2),
        "solved": round(fsum(shares.values()) / len(shares), 3),
    }


def beauty(tree: Tree, node: int, solution: walk.Solution) -> Record:
    """Return the parts of a problem's beauty, and their mean as `score`; each goes from 0 to 100.

    `surprise`: how late the winning first move comes in the order of the natural players; `brevity`: few decisions;
    `delay`: how long the longest line after a natural move is that loses; `sacrifice`: the share of the other first
    moves that gain more material; `unity`: one theme.
    """
    decisions = len(solution.crux)
    tempted = solution.crux[0].tempted
    parts = {
        "surprise": _surprise(tree, node),
        "brevity": (MOST_DECISIONS - decisions) / (MOST_DECISIONS - LEAST_DECISIONS),
        "delay": min(1.0, max((tree.depth[step.child] for step in tempted), default=0) / _LONG),
        "sacrifice": _sacrifice(tree, node),
        "unity": 1 / len(walk.themes_of(tree, solution)),
    }
    rounded = {name: min(100, max(0, round(100 * value))) for name, value in parts.items()}
    return {"score": round(sum(rounded.values()) / len(rounded)), **rounded}


def _surprise(tree: Tree, node: int) -> float:
    """Return the place of the first winning move, from 0 for the most natural to 1 for the least; mean of players."""
    orders = [walk.natural_steps(tree, node, player) for player in range(NATURALS)]
    places = [next(i for i, step in enumerate(order) if tree.wins(step.child)) for order in orders]
    return sum(places) / len(places) / max(1, len(tree.steps(node)) - 1)


def _sacrifice(tree: Tree, node: int) -> float:
    """Return the share of the losing first moves that gain more material than each winning one."""
    problems: Problems = tree.problems
    gained = [
        (tree.wins(step.child), problems.material(tree.game, tree.positions[step.child])) for step in tree.steps(node)
    ]
    best = max(material for wins, material in gained if wins)
    losing = [material for wins, material in gained if not wins]
    return sum(material > best for material in losing) / len(losing)
