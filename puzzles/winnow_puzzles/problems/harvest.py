"""Problems from one numbered deal: lines of play, then walks from positions with a tree small enough to enumerate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.core.rng import SplitMix64
from winnow_puzzles.base import Record
from winnow_puzzles.problems.base import NATURALS, WALK_POSITIONS, Problems
from winnow_puzzles.problems.describing import beauty, describe, strict
from winnow_puzzles.problems.tree import Tree, settled
from winnow_puzzles.problems.walk import natural_steps, solve, trap_nodes


def harvest(problems: Problems, deal: Deal) -> tuple[list[Record], Counter[str]]:
    """Return problems of a numbered deal, of which a pack keeps one, and how often positions were rejected, by reason.

    For each set of natural players whose first move wins it is the most beautiful; the same in every run.
    """
    rejected = Counter[str]()
    best: dict[tuple[bool, ...], tuple[int, Callable[[], Record]]] = {}
    for line in problems.plays(deal, SplitMix64(deal.number or 0)):
        begun = _beginning(problems, deal, line)
        if begun is None:
            rejected["no small tree with a goal of the game"] += 1
            continue
        asked, after, tree = begun
        for node, natural, score in _strict_places(tree, rejected):
            if natural not in best or score > best[natural][0]:
                moves = (*after, *_way(tree, node))
                best[natural] = score, partial(describe, problems, asked, moves, tree=tree)
    return [described() for _, (_, described) in sorted(best.items())], rejected


def _beginning(problems: Problems, deal: Deal, line: tuple[str, ...]) -> tuple[Deal, tuple[str, ...], Tree] | None:
    """Return the deal with its goal, the moves to the earliest place with a small enough tree, and that tree."""
    game: Game[Any, Any] = deal.bind()
    positions = [game.start()]
    for move in line:
        positions.append(game.play(positions[-1], move))
    tree, begun = Tree(problems, game), None
    # What follows a place follows every earlier one: each tree holds the one before, until one is too large.
    for place in problems.places(game, positions):
        quiet, made = settled(problems, game, positions[place])
        if begun is not None and len(tree.following(tree.place(quiet), WALK_POSITIONS)) > WALK_POSITIONS:
            break
        begun = quiet, (*line[:place], *made)
    if begun is None:
        return None
    asked = problems.ask(deal, tree, begun[0], WALK_POSITIONS)
    return None if asked is None else (asked, begun[1], tree)


def _strict_places(tree: Tree, rejected: Counter[str]) -> Iterator[tuple[int, tuple[bool, ...], int]]:
    """Yield the places that natural play reaches at which a strict problem begins; count the others by reason.

    With each: whether the first move of each natural player wins, and the problem's beauty.
    """
    nodes = {node for player in range(NATURALS) for node in trap_nodes(tree, player)}
    for node in filter(nodes.__contains__, tree.following(tree.root)):
        if len(tree.following(node)) > (most := tree.problems.most_positions):
            rejected[f"more than {most} positions can follow"] += 1
            continue
        solution = solve(tree, node)
        wrong = strict(tree, node, solution)
        if wrong:
            rejected[wrong] += 1
            continue
        score = beauty(tree, node, solution)["score"]
        firsts = (natural_steps(tree, node, player)[0] for player in range(NATURALS))
        natural = tuple(tree.wins(step.child) for step in firsts)
        yield node, natural, score


def _way(tree: Tree, node: int) -> tuple[str, ...]:
    """Return the moves, automatic ones included, from the tree's first position to another."""
    before: dict[int, tuple[int, tuple[str, ...]]] = {tree.root: (tree.root, ())}
    for place in tree.following(tree.root):
        for step in tree.steps(place):
            before.setdefault(step.child, (place, (step.move, *step.automatic)))
    moves: tuple[str, ...] = ()
    while node != tree.root:
        node, made = before[node]
        moves = made + moves
    return moves
