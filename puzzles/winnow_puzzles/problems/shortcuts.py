"""Whether rules of thumb solve a problem, or find its first move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from winnow.core.game import Game
from winnow_puzzles.base import Option
from winnow_puzzles.problems.base import NATURALS, Cost, Problems
from winnow_puzzles.problems.tree import Tree, settled
from winnow_puzzles.problems.walk import options_of


@cache
def thumbs_of(problems: Problems) -> Mapping[str, Cost]:
    """Return a game's own rules of thumb, then those of every game: by place, by natural play and against it."""
    return {
        **problems.thumbs,
        "the first legal move": lambda _game, _position, options: range(len(options)),
        "the last legal move": lambda _game, _position, options: range(len(options), 0, -1),
        "the move after which most moves are legal": partial(_choices, -1),
        "the move after which fewest moves are legal": partial(_choices, 1),
        "never the most natural move, but the next": _natural(problems, 0, 1),
        **{f"natural player {player + 1}": _natural(problems, player, 0) for player in range(NATURALS)},
    }


def _choice(thumb: Cost, game: Any, position: Any, options: Sequence[Option]) -> int:
    """Return the place of the option that a rule of thumb takes: the first of those with the least cost."""
    costs = thumb(game, position, options)
    return min(range(len(options)), key=costs.__getitem__)


def _choices(sign: int, game: Any, _position: Any, options: Sequence[Option]) -> list[int]:
    """Return for each option how many moves are legal after it, times `sign`."""
    return [sign * sum(1 for _ in game.successors(after)) for _, after in options]


def _natural(problems: Problems, player: int, wanted: int) -> Cost:
    """Return the cost of a rule that takes the choice number `wanted` (from 0) of a natural player."""

    def cost(game: Any, position: Any, options: Sequence[Option]) -> list[bool]:
        order = problems.order(player, game, position, options)
        taken = order[min(wanted, len(order) - 1)]
        return [place != taken for place in range(len(options))]

    return cost


def reaches(thumb: Cost, problems: Problems, game: Game[Any, Any], position: Any) -> bool:
    """Return whether a rule of thumb alone wins from a position, by the rules."""
    while not game.won(position) and not problems.hopeless(game, position):
        options = offered(problems, game, position)
        if not options:
            return False
        position = options[_choice(thumb, game, position, options)][1]
    return game.won(position)


def offered(problems: Problems, game: Game[Any, Any], position: Any) -> list[Option]:
    """Return the moves that a problem offers, each with the position after it and its automatic moves."""
    options = [(move, settled(problems, game, after)[0]) for move, after in game.successors(position)]
    return [option for option in options if not (problems.hides_hopeless and problems.hopeless(game, option[1]))]


def solvers(tree: Tree, node: int) -> Iterator[str]:
    """Yield the names of the rules of thumb that reach the goal from a position."""
    return (name for name, thumb in thumbs_of(tree.problems).items() if _solves(thumb, tree, node))


def right_first(tree: Tree) -> list[str]:
    """Return the names of the rules of thumb whose first move wins."""
    return [name for name, thumb in thumbs_of(tree.problems).items() if tree.wins(_taken(thumb, tree, tree.root))]


def _solves(thumb: Cost, tree: Tree, node: int) -> bool:
    while tree.wins(node) and not tree.is_goal(node):
        node = _taken(thumb, tree, node)
    return tree.wins(node)


def _taken(thumb: Cost, tree: Tree, node: int) -> int:
    """Return the place of the position after the move that a rule of thumb takes."""
    return tree.steps(node)[_choice(thumb, tree.game, tree.positions[node], options_of(tree, node))].child
