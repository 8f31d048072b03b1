"""Problems from one numbered deal: lines of play, walks from the last positions small enough to be seen whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from winnow.deals import Deal
from winnow.games import Game
from winnow.rng import SplitMix64
from winnow_puzzles.problems.base import MOST_POSITIONS, WALK_POSITIONS, Problems, Record
from winnow_puzzles.problems.describing import core, describe, strict
from winnow_puzzles.problems.tree import Known, Tree, settled
from winnow_puzzles.problems.walk import solve, trap_nodes


def harvest(problems: Problems, deal: Deal) -> Iterator[Record]:
    """Yield problems of a numbered deal, of each core one, the same in every run.

    Each core's problem begins at one of the walk's places that are strict, drawn by the deal's number.
    """
    chance = SplitMix64(deal.number or 0)
    cores = set()
    for line in problems.plays(deal, chance):
        begun = _beginning(problems, deal, line)
        if begun is None:
            continue
        asked, after, tree, known = begun
        for node, name in _places(problems, known.game, tree, chance).items():
            if name not in cores:
                cores.add(name)
                yield describe(problems, asked, (*after, *_way(tree, node)), known=known)


def _beginning(
    problems: Problems, deal: Deal, line: tuple[str, ...]
) -> tuple[Deal, tuple[str, ...], Tree, Known] | None:
    """Return the deal with its goal, the moves up to the earliest place that can be seen whole, its tree and more.

    The last is what is known of the deal with its goal.
    """
    game: Game[Any, Any] = deal.bind()
    positions = [game.start()]
    for move in line:
        positions.append(game.play(positions[-1], move))
    known, begun = Known(problems, game), None
    if not problems.promising(known, positions):
        return None
    # What follows a place follows every earlier one: each tree holds the one before, until one is too large.
    for place in problems.places(game, positions):
        quiet, made = settled(problems, game, positions[place])
        if not problems.small(known, quiet, WALK_POSITIONS):
            break
        begun = quiet, (*line[:place], *made)
    seen = None if begun is None else problems.seen(deal, known, begun[0], WALK_POSITIONS)
    if begun is None or seen is None:
        return None
    asked, tree = seen
    return asked, begun[1], tree, known if asked == deal else Known(problems, asked.bind())


def _places(problems: Problems, game: Game[Any, Any], tree: Tree, chance: SplitMix64) -> dict[int, str]:
    """Return for each walk one place at which a problem may begin, with its core, drawn from those that are strict."""
    cores: dict[int, str] = {}
    chosen: dict[int, str] = {}
    for player in range(problems.naturals):
        for _ in range(problems.walks):
            nodes = trap_nodes(problems, game, tree, player, chance)
            for node in nodes:
                if node not in cores:
                    cores[node] = _core(problems, game, tree, node)
            able = [node for node in nodes if cores[node]]
            if able:
                node = able[chance.below(len(able))]
                chosen.setdefault(node, cores[node])
    return chosen


def _core(problems: Problems, game: Game[Any, Any], tree: Tree, node: int) -> str:
    """Return the core of the problem that begins at a place; "" if it would be none."""
    if len(tree.following(node)) > MOST_POSITIONS:
        return ""
    solution = solve(problems, game, tree, node)
    return "" if strict(problems, game, tree, node, solution) else core(problems, game, tree, solution)


def _way(tree: Tree, node: int) -> tuple[str, ...]:
    """Return moves, the automatic ones among them, that lead from the tree's first position to another."""
    before: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for place in tree.following(0):
        for step in tree.steps[place]:
            before.setdefault(step.child, (place, (step.move, *step.automatic)))
    moves: tuple[str, ...] = ()
    while node:
        node, made = before[node]
        moves = made + moves
    return moves
