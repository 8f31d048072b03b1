"""Problems from one numbered deal: lines of play, walks from the last positions small enough to be seen whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from winnow.deals import Deal
from winnow.games import Game
from winnow.rng import SplitMix64
from winnow_puzzles.problems.base import MOST_POSITIONS, WALK_POSITIONS, Problems, Record
from winnow_puzzles.problems.describing import NoProblemError, describe, strict
from winnow_puzzles.problems.tree import Tree, settled
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
        asked, after, tree = begun
        game = asked.bind()
        for node in _places(problems, game, tree, chance):
            moves = _way(tree, node)
            try:
                record = describe(problems, asked, (*after, *moves))
            except NoProblemError:
                continue
            if record["core"] not in cores:
                cores.add(record["core"])
                yield record


def _beginning(problems: Problems, deal: Deal, line: tuple[str, ...]) -> tuple[Deal, tuple[str, ...], Tree] | None:
    """Return the deal with its goal, the moves up to the earliest place that can be seen whole, and its tree."""
    game: Game[Any, Any] = deal.bind()
    positions = [game.start()]
    for move in line:
        positions.append(game.play(positions[-1], move))
    places = list(problems.places(game, positions))
    found, small, large = None, -1, len(places)
    # What follows a place follows every earlier one, so the earliest place small enough is found by halving.
    while large - small > 1:
        middle = (small + large) // 2
        quiet, made = settled(problems, game, positions[places[middle]])
        seen = problems.seen(deal, quiet, WALK_POSITIONS)
        if seen is None:
            large = middle
        else:
            small, found = middle, (seen[0], (*line[: places[middle]], *made), seen[1])
    return found


def _places(problems: Problems, game: Game[Any, Any], tree: Tree, chance: SplitMix64) -> list[int]:
    """Return for each walk one place at which a problem may begin, drawn from those that are strict."""
    chosen = []
    for player in range(problems.naturals):
        for _ in range(problems.walks):
            nodes = trap_nodes(problems, game, tree, player, chance)
            able = [
                node
                for node in nodes
                if len(tree.following(node)) <= MOST_POSITIONS
                and not strict(problems, game, tree, node, solve(problems, game, tree, node))
            ]
            if able:
                chosen.append(able[chance.below(len(able))])
    return list(dict.fromkeys(chosen))


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
