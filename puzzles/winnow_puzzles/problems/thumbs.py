"""Rules of thumb: what a player may try instead of thinking. No problem of a pack is solved by one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from winnow_puzzles.base import Option

Cost = Callable[[Any, Any, Sequence[Option]], Sequence[Any]]
"""(game, position, options): the cost of each option, which a rule of thumb keeps low."""


@dataclass(frozen=True)
class Thumb:
    """A rule of thumb, named in a player's words. It looks one move ahead at most."""

    name: str
    cost: Cost

    def choice(self, game: Any, position: Any, options: Sequence[Option]) -> int:
        """Return the place of the option that the rule takes: the first of those with the least cost."""
        costs = self.cost(game, position, options)
        return min(range(len(options)), key=costs.__getitem__)


def by_place(game: Any, position: Any, options: Sequence[Option]) -> range:
    """Return the costs of a rule that takes the first legal move."""
    return range(len(options))


def by_choices(sign: int) -> Cost:
    """Return the cost of a rule that takes the move after which most moves are legal; with sign 1, fewest."""

    def cost(game: Any, position: Any, options: Sequence[Option]) -> list[int]:
        return [sign * sum(1 for _ in game.successors(after)) for _, after in options]

    return cost


def by_place_from_the_end(game: Any, position: Any, options: Sequence[Option]) -> range:
    """Return the costs of a rule that takes the last legal move."""
    return range(len(options), 0, -1)
