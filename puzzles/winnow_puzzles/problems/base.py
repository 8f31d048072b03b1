"""The interface of a game's problems: their sources, natural play, and the names and reasons of mistakes."""

from __future__ import annotations

import csv
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from winnow.core.deals import Deal, game_type
from winnow.core.errors import RuleError
from winnow.core.game import read_rules
from winnow.core.registry import Part
from winnow.core.rng import SplitMix64
from winnow_puzzles.base import PUZZLES, Option, Record, packaged
from winnow_puzzles.problems.refuted import Refuted
from winnow_puzzles.problems.tree import Tree

MOST_POSITIONS = 1_000
"""The most positions of most games' trees: within a person's reach, and a check repeats the proof quickly."""
NATURALS = 3
"""The number of natural players of a game; their choices determine the themes that appear."""
WALK_POSITIONS = 2_000
"""The most positions reachable from the start of a walk."""
THUMBS_VERSION = 3
"""The version of the rules of thumb; raise it with every change of what a rule chooses, and for a new rule."""


Cost = Callable[[Any, Any, Sequence[Option]], Sequence[Any]]
"""(game, position, options): the cost of each option, which a rule of thumb keeps low."""


def each(score: Callable[[Any, Any, Option], Any]) -> Cost:
    """Return the cost of a rule that judges every option by itself; `score` takes game, position and option."""
    return lambda game, position, options: [score(game, position, option) for option in options]


class Problems(ABC):
    """One game's problems: the checklist for a game that has them."""

    defaults: ClassVar[Mapping[str, Any]] = {}
    """The default rules of problems, where they differ from the game's."""
    themes: ClassVar[tuple[str, ...]]
    """The themes of mistakes in a player's words, at least five, the most specific first."""
    thumbs: ClassVar[Mapping[str, Cost]] = {}
    """The game's rules of thumb, at least eight, by name in a player's words: what one tries without thinking, at most
    one move ahead. A problem that one of them solves is rejected."""
    shares: ClassVar[Mapping[str, float]] = {}
    """The largest share of a pack by first theme, where it is smaller than for other themes."""
    pool: ClassVar[float] = 1.3
    """The number of problems gathered for each wanted one: a pack is chosen from them. Where few fit the balance, more
    are needed."""
    grades: ClassVar[tuple[str, ...]]
    """The modes of thought of the game's ladder, at most five: a problem's level is its grade."""
    ungraded: ClassVar[str] = "deduction places a card at first"
    """Why a position without a grade is rejected."""
    most_positions: ClassVar[int] = MOST_POSITIONS
    """The most positions of a problem's tree."""
    most_moves: ClassVar[int | None] = None
    """The most moves by hand of a solution, up to the goal; None for no such limit."""
    least_refutation: ClassVar[int] = 5
    """The fewest positions in the refutation of a natural move."""
    slips: ClassVar[int] = 2
    """The most winning moves other than the most natural one that a natural player makes on the way to a problem."""
    hides_hopeless: ClassVar[bool] = False
    """Whether a problem does not offer the moves to hopeless positions: a player sees at once that they lose."""

    @abstractmethod
    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield lines of play of the deal; problems are taken from their last positions."""

    @abstractmethod
    def order(self, player: int, game: Any, position: Any, options: Sequence[Option]) -> list[int]:
        """Return the options' places, the most natural to this player first. It must not search."""

    def idea(self, game: Any, position: Any, move: str) -> Hashable:
        """Return the idea behind a move: equal for two moves exactly if they are the same temptation to a player."""
        return move

    @abstractmethod
    def themes_by_moves(self, lost: Refuted) -> set[str]:
        """Return the themes of a natural move that loses, from its text and those of the solution's moves."""

    @abstractmethod
    def form(self, game: Any, position: Any) -> Hashable:
        """Return the position's form: equal for two positions that differ only in names and places."""

    @abstractmethod
    def goal_text(self, game: Any, position: Any, goal: int) -> str:
        """Return a sentence that states the goal from the position."""

    def material(self, game: Any, position: Any) -> int:
        """Return what a player counts as gained in a position: a move that gains less than another is a sacrifice."""
        return PUZZLES.of(game.name).progress(game, position)

    def places(self, game: Any, positions: Sequence[Any]) -> Iterable[int]:
        """Return places of a played line, late ones first: a walk begins at the earliest that is small enough.

        `positions` are those of the line; by default it begins at the last. A line that is not worth a closer look has
        no places.
        """
        return (len(positions) - 1,)

    def measure(self, game: Any, position: Any) -> int | None:
        """Return the result if play stops here, in the unit of the goal; None where it may not stop."""
        score: int | None = game.score(position)
        return score

    def hopeless(self, game: Any, position: Any) -> bool:
        """Return whether a simple count shows that the position is lost; its successors are then not examined."""
        return False

    @abstractmethod
    def grade(self, game: Any, position: Any) -> int:
        """Return the problem's grade, from 1 on; 0 if it needs none of `grades`."""

    @abstractmethod
    def thought(self, game: Any, position: Any) -> Iterator[str]:
        """Yield sentences that say how one solves a problem by the steps of its grade."""

    def automatic(self, game: Any, position: Any) -> Option | None:
        """Return the automatic move, which never loses (proved in the game's ledger.md); None if there is none."""
        return None

    def unique(self, tree: Tree, node: int) -> bool:
        """Return whether the position has one solution: all winning first moves lead to the same position."""
        return len({step.child for step in tree.steps(node) if tree.wins(step.child)}) == 1

    def goal_rules(self, goal: int) -> Record:
        """Return the rules that state the goal; {} for the game's own goal."""
        return {}

    def acceptable(self, game: Any, goal: int) -> bool:
        """Return whether the best reachable result is suitable as a goal."""
        return True

    def ask(self, deal: Deal, tree: Tree, position: Any, most: int) -> Deal | None:
        """Begin the tree at a position; return the deal under rules whose goal is the best result from there.

        The tree belongs to the deal, and after the call to the deal returned. None if there are more than `most`
        positions, or if the best result is not acceptable as a goal.
        """
        if not tree.begin(position, most) or tree.goal is None or not self.acceptable(tree.game, tree.goal):
            return None
        asked = with_rules(deal, self.goal_rules(tree.goal))
        tree.ask(asked.bind())
        return asked


PROBLEMS: Part[Problems] = Part("problems", Problems, own="winnow_puzzles")  # type: ignore[type-abstract]


@cache
def find_problems(game: str) -> Problems | None:
    """Return a game's problems; None if it has none."""
    return None if PROBLEMS.kind(game) is None else PROBLEMS.of(game)


def problems_of(game: str) -> Problems:
    """Return a game's problems; raise RuleError if it has none, or if there is no such game."""
    found = find_problems(game_type(game).name)
    if found is None:
        raise RuleError(f"{game} has no problems: its package brings no part for them")
    return found


def with_rules(deal: Deal, rules: Mapping[str, Any]) -> Deal:
    """Return the deal with these rules changed."""
    chosen = read_rules(game_type(deal.game), {**deal.rules.identity(), **rules})
    return replace(deal, rules=chosen)


@cache
def abilities_of(game: str) -> dict[str, float]:
    """Return the ability of each player of a game's panel, in logits, by the player's name; fitted to other deals.

    >>> abilities_of('head')['natural-1/0.03'] < abilities_of('head')['ahead-4/0.03']
    True
    """
    rows = csv.DictReader(packaged("problems/abilities.csv").splitlines())
    return {row["player"]: float(row[game]) for row in rows if game in row}
