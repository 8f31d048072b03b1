"""Problems from one numbered deal: lines of play, then walks from positions with a tree small enough to enumerate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.core.rng import SplitMix64
from winnow_puzzles.problems.base import MOST_POSITIONS, NATURALS, WALK_POSITIONS, Problems, Record
from winnow_puzzles.problems.describing import core, describe, last_trap, strict
from winnow_puzzles.problems.tree import Known, Tree, settled
from winnow_puzzles.problems.walk import decisions_that_matter, solve, temptations, themes_of, trap_nodes, traps


@dataclass(frozen=True)
class Enough:
    """First themes, and numbers of decisions that matter, that are full in a pack."""

    themes: frozenset[str] = frozenset()
    decisions: frozenset[int] = frozenset()

    def has(self, theme: str, decisions: int) -> bool:
        """Tell whether a pack is full of problems with this first theme, or with this number of decisions."""
        return theme in self.themes or decisions in self.decisions


def harvest(problems: Problems, deal: Deal, enough: Enough = Enough()) -> Iterator[Record]:
    """Yield problems of a numbered deal, one of each core, without kinds that are full; the same in every run.

    Each core's problem begins at one of its strict places, chosen by a random number from the deal's number. Where the
    game has spares, others of the same core come after it.
    """
    chance = SplitMix64(deal.number or 0)
    cores = set()
    for line in problems.plays(deal, chance):
        begun = _beginning(problems, deal, line)
        if begun is None:
            continue
        asked, after, tree, known = begun
        for name, places in _places(problems, known.game, tree, chance).items():
            if name not in cores:
                cores.add(name)
                for place in places:
                    if not enough.has(place.theme, place.numbers[1]):
                        yield describe(problems, asked, (*after, *_way(tree, place.node)), known=known)


def _beginning(
    problems: Problems, deal: Deal, line: tuple[str, ...]
) -> tuple[Deal, tuple[str, ...], Tree, Known] | None:
    """Return the deal with its goal, the moves to the earliest place with a small enough tree, that tree, and `Known`.

    The last holds the positions examined under that goal.
    """
    game: Game[Any, Any] = deal.bind()
    positions = [game.start()]
    for move in line:
        positions.append(game.play(positions[-1], move))
    known, begun = Known(problems, game), None
    # What follows a place follows every earlier one: each tree holds the one before, until one is too large.
    for place in problems.places(known, positions):
        quiet, made = settled(problems, game, positions[place])
        if begun is not None and known.following(quiet, WALK_POSITIONS) is None:
            break
        begun = quiet, (*line[:place], *made)
    seen = None if begun is None else problems.seen(deal, known, begun[0], WALK_POSITIONS)
    if begun is None or seen is None:
        return None
    asked, tree = seen
    return asked, begun[1], tree, known


@dataclass(frozen=True)
class _Place:
    """A position at which a problem may begin."""

    node: int
    core: str
    theme: str
    """The first one."""
    numbers: tuple[int, int]
    """Temptations, and decisions that matter."""


def _places(problems: Problems, game: Game[Any, Any], tree: Tree, chance: SplitMix64) -> dict[str, list[_Place]]:
    """Return, by core, the place at which a problem begins, among those that natural play reaches, and its spares.

    It is drawn from the places with the most temptations and, among these, the most decisions.
    """
    by_core: dict[str, list[_Place]] = {}
    for place in _strict_places(problems, game, tree):
        by_core.setdefault(place.core, []).append(place)
    chosen = {}
    for name, places in by_core.items():
        most = max(place.numbers for place in places)
        able = [place for place in places if place.numbers == most]
        first = able[chance.below(len(able))]
        chosen[name] = [first, *(_spares(problems, places, first.theme) if problems.has_spares else ())]
    return chosen


def _strict_places(problems: Problems, game: Game[Any, Any], tree: Tree) -> Iterator[_Place]:
    nodes = {node for player in range(NATURALS) for node in trap_nodes(problems, game, tree, player)}
    cores: dict[int, str] = {}
    for node in sorted(nodes):
        if len(tree.following(node)) > MOST_POSITIONS:
            continue
        solution = solve(problems, game, tree, node)
        if strict(problems, game, tree, node, solution):
            continue
        last = last_trap(solution)
        if last not in cores:
            cores[last] = core(problems, game, tree, solution)
        tempting = len(temptations(problems, game, tree, solution))
        numbers = tempting, decisions_that_matter(problems, game, tree, solution)
        yield _Place(node, cores[last], themes_of(problems, game, traps(tree, solution))[0], numbers)


def _spares(problems: Problems, places: Sequence[_Place], theme: str) -> Iterator[_Place]:
    """Yield, for each other first theme, the place with the most temptations and, among these, the most decisions."""
    for other in problems.themes:
        with_it = [place for place in places if place.theme == other != theme]
        if with_it:
            yield max(with_it, key=lambda place: place.numbers)


def _way(tree: Tree, node: int) -> tuple[str, ...]:
    """Return the moves, automatic ones included, from the tree's first position to another."""
    before: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for place in tree.following(0):
        for step in tree.steps[place]:
            before.setdefault(step.child, (place, (step.move, *step.automatic)))
    moves: tuple[str, ...] = ()
    while node:
        node, made = before[node]
        moves = made + moves
    return moves
