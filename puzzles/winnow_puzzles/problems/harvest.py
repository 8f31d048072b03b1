"""Problems from one numbered deal: lines of play, walks from the last positions small enough to be seen whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from winnow.deals import Deal
from winnow.games import Game
from winnow.rng import SplitMix64
from winnow_puzzles.problems.base import MOST_POSITIONS, WALK_POSITIONS, Problems, Record
from winnow_puzzles.problems.describing import core, describe, last_trap, strict
from winnow_puzzles.problems.tree import Known, Tree, settled
from winnow_puzzles.problems.walk import decisions_that_matter, solve, temptations, themes_of, trap_nodes, traps


@dataclass(frozen=True)
class Enough:
    """First themes, and numbers of decisions that matter, of which a pack has its share: no more are needed."""

    themes: frozenset[str] = frozenset()
    decisions: frozenset[int] = frozenset()

    def has(self, theme: str, decisions: int) -> bool:
        """Tell whether a problem with this first theme and so many decisions is not needed."""
        return theme in self.themes or decisions in self.decisions


def harvest(problems: Problems, deal: Deal, enough: Enough = Enough()) -> Iterator[Record]:
    """Yield problems of a numbered deal, of each core one, the same in every run; those not needed left out.

    Each core's problem begins at one of the places that are strict, in which the deal's number has a say.
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
                if _is_needed(problems, known.game, tree, node, enough):
                    yield describe(problems, asked, (*after, *_way(tree, node)), known=known)


def _is_needed(problems: Problems, game: Game[Any, Any], tree: Tree, node: int, enough: Enough) -> bool:
    solution = solve(problems, game, tree, node)
    themes = themes_of(problems, game, traps(tree, solution))
    return not enough.has(themes[0], decisions_that_matter(problems, game, tree, solution))


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
    return asked, begun[1], tree, known


def _places(problems: Problems, game: Game[Any, Any], tree: Tree, chance: SplitMix64) -> dict[int, str]:
    """Return for each core one place at which a problem may begin, of those to which natural play comes.

    It is drawn from the places with the most temptations, and of these the most decisions: too many have few.
    """
    nodes = {node for player in range(problems.naturals) for node in trap_nodes(problems, game, tree, player)}
    cores: dict[int, str] = {}
    places: dict[str, dict[tuple[int, int], list[int]]] = {}
    for node in sorted(nodes):
        if len(tree.following(node)) > MOST_POSITIONS:
            continue
        solution = solve(problems, game, tree, node)
        if strict(problems, game, tree, node, solution):
            continue
        last = last_trap(solution)
        if last not in cores:
            cores[last] = core(problems, game, tree, solution)
        numbers = (
            len(temptations(problems, game, tree, solution)),
            decisions_that_matter(problems, game, tree, solution),
        )
        places.setdefault(cores[last], {}).setdefault(numbers, []).append(node)
    chosen = {}
    for name, by_numbers in places.items():
        _, able = max(by_numbers.items())
        chosen[able[chance.below(len(able))]] = name
    return chosen


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
