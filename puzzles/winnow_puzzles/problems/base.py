"""What a game brings to problems: where they come from, what is natural there, and how a mistake is named and told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from winnow.core.deals import Deal, game_type
from winnow.core.errors import RuleError
from winnow.core.game import Game, read_rules
from winnow.core.registry import Part
from winnow.core.rng import SplitMix64
from winnow_puzzles.problems.tree import Known, Tree, build

Option = tuple[str, Any]
"""A legal move and the position after it."""
Record = dict[str, Any]

MOST_POSITIONS = 1_000
"""A problem's tree has no more positions: a person's question, and a proof that a check repeats in no time."""
NATURALS = 3
"""The natural players of a game, each with an `order` of its own; which one is natural decides which themes appear."""
WALK_POSITIONS = 2_000
"""A walk that yields problems begins where no more positions can follow."""


@dataclass(frozen=True)
class Trap:
    """A decision at which a natural move loses: the position, that move, and the winning move of the solution."""

    position: Any
    lost: Option
    won: Option
    following: tuple[Option, ...]
    """The rest of the solution after the winning move, each move with the position after it."""


class Problems(ABC):
    """One game's problems: the checklist for a game that has them."""

    defaults: ClassVar[Mapping[str, Any]] = {}
    """The rules of problems where they are not the game's defaults."""
    themes: ClassVar[tuple[str, ...]]
    """What a mistake can be about, in a player's words, at least five; what says most comes first."""
    abilities: ClassVar[Mapping[str, float]] = {}
    """The abilities of the panel's players in logits, as `winnow problems GAME --study` fits them."""
    has_spares: ClassVar[bool] = False
    """Whether problems with the same core and another first theme are found, too, for packs that have enough of one."""
    slips: ClassVar[int] = 2
    """Problems begin where a natural player comes who makes another winning move than the most natural so often."""

    @abstractmethod
    def plays(self, deal: Deal, chance: SplitMix64) -> Iterator[tuple[str, ...]]:
        """Yield lines of play of the deal from whose last positions problems may come."""

    @abstractmethod
    def order(self, player: int, game: Any, position: Any, options: Sequence[Option]) -> list[int]:
        """Return the options' places, what comes most natural to this player first. It must not search."""

    @abstractmethod
    def idea(self, game: Any, position: Any, move: str) -> Hashable:
        """Return what tempts to a move: equal for two moves exactly if a player sees the same temptation again."""

    @abstractmethod
    def themes_by_moves(self, game: Any, trap: Trap) -> set[str]:
        """Return the themes of a trap as the texts of the two moves, and of those that follow, tell them."""

    @abstractmethod
    def form(self, game: Any, position: Any) -> Hashable:
        """Return the position's form: equal for two positions that are the same but for names and places."""

    @abstractmethod
    def why(self, game: Any, position: Any, best: int | None, goal: int) -> str:
        """Return in one sentence why a position is lost from which `best` is the best that can be reached."""

    @abstractmethod
    def goal_text(self, game: Any, position: Any, goal: int) -> str:
        """Return what the player is asked to do from the position, in one sentence."""

    def places(self, known: Known, positions: Sequence[Any]) -> Iterable[int]:
        """Return places of a played line, late ones first: a walk begins at the earliest that is small enough.

        `positions` are those of the line. A line that is not worth a closer look has no places.
        """
        return range(len(positions) - 2, -1, -1)

    def measure(self, game: Any, position: Any) -> int | None:
        """Return what counts if play stops here, in the unit of the goal; None where it may not."""
        score: int | None = game.score(position)
        return score

    def key(self, game: Any, position: Any) -> Hashable:
        """Return what decides the future, the cost that lies behind included where the goal counts it."""
        same: Hashable = position
        return same

    def hopeless(self, game: Any, position: Any) -> bool:
        """Tell of a position that a simple count shows to be lost: what follows it need not be looked at."""
        return False

    def automatic(self, game: Any, position: Any) -> Option | None:
        """Return a move that is made without asking: it never loses (a statement of docs/soundness); None if none."""
        return None

    def unique(self, tree: Tree, node: int) -> bool:
        """Tell whether the position has one answer: all winning first moves come to the same position."""
        return len({step.child for step in tree.steps[node] if tree.wins(step.child)}) == 1

    def goal_rules(self, goal: int) -> Record:
        """Return the rules that state the goal; {} where the game's own goal is asked for."""
        return {}

    def acceptable(self, game: Any, goal: int) -> bool:
        """Tell whether the best that can be reached is a goal to be asked for."""
        return True

    def seen(self, deal: Deal, known: Known, position: Any, most: int) -> tuple[Deal, Tree] | None:
        """Return the deal under rules that ask for the best from the position, and its tree.

        `known` is of the deal, and after that of the deal returned. None if there are more than `most` positions, or
        if the best is no goal to be asked for.
        """
        tree = build(known, position, most)
        if tree is None or tree.value[0] is None or not self.acceptable(known.game, tree.value[0]):
            return None
        asked = with_rules(deal, self.goal_rules(tree.value[0]))
        known.ask(asked.bind())
        return asked, tree


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
    chosen = read_rules(game_type(deal.game), {**deal.rules.spelled_out(), **rules})
    return replace(deal, rules=chosen)


def natural_line(
    problems: Problems, game: Game[Any, Any], player: int, chance: SplitMix64, noise: int, until: int = 1_000
) -> tuple[str, ...]:
    """Return a line that a natural player plays who makes every `noise`-th move at random, `until` moves at most."""
    position, line = game.start(), list[str]()
    while len(line) < until and not game.won(position):
        options = list(game.successors(position))
        if not options:
            break
        random = chance.below(noise) == 0
        place = chance.below(len(options)) if random else problems.order(player, game, position, options)[0]
        move, position = options[place]
        line.append(move)
    return tuple(line)
