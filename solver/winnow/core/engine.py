"""What an engine is given, what it gives back, and what a game may bring to its own search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from winnow.core.deals import Deal
from winnow.core.errors import EngineError, IllegalMoveError
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.core.registry import Part
from winnow.core.verdicts import Answer, MoveVerdict, Proof, Reason
from winnow_kernels.common.budget import Budget


@dataclass(frozen=True)
class Task:
    """One position of a game, and what is asked of it.

    `best` asks for the best score instead of a win; `without` names techniques to switch off (docs/soundness);
    `bound` is a limit on the score that is proven already.
    """

    game: Game[Any, Any]
    position: Any
    best: bool = False
    without: frozenset[str] = frozenset()
    bound: int | None = None


Search = Callable[[Task, Budget], Answer]
"""Answers a task within a budget, which it charges one position at a time and obeys: `stopped` means return."""

PartialSearch = Callable[[Deal, Budget, frozenset[str]], Answer]
"""Answers for a deal with unknown cards: `winnable` if every completion is, `unwinnable` if none is, else `open`."""

Alike = Callable[[Task], Sequence[str]]
"""Names moves of a position that one search can answer together."""


class UnsoundLineError(RuntimeError):
    """A line of play that the rules do not confirm: a fault of the engine, never of the question."""


@dataclass(frozen=True)
class Engine:
    """One way to decide a question: its name, its search, and the techniques that `without` can switch off.

    `search_partial` takes deals with unknown cards (None: the engine does not). `alike` names the moves of a position
    that differ in little; `search_alike` answers for the best of them, with a line that begins with it. `repeatable`
    says that answers and positions are the same on every machine: whole numbers only, and no solver library.
    `tries_line` says that a hint tries the position's winning line after each other move before it searches.
    """

    name: str
    search: Search
    techniques: frozenset[str] = frozenset()
    search_partial: PartialSearch | None = None
    alike: Alike = field(default=lambda _: ())
    search_alike: Search | None = None
    repeatable: bool = True
    tries_line: bool = False

    def solve(self, task: Task, budget: Budget) -> Answer:
        """Answer the task; the line of the answer has been replayed by the rules."""
        return self._shown(task, self.search(task, budget))

    def solve_alike(self, task: Task, budget: Budget) -> Answer:
        """Answer the task as if only the moves that are alike were legal."""
        search = self.search_alike or self.search
        return self._shown(task, search(task, budget))

    def solve_partial(self, deal: Deal, budget: Budget, without: frozenset[str]) -> Answer:
        """Answer for a deal with unknown cards; raise EngineError if the engine takes none."""
        if self.search_partial is None:
            raise EngineError(f"engine {self.name} takes no deal with unknown cards")
        return self.search_partial(deal, budget, without)

    @staticmethod
    def _shown(task: Task, answer: Answer) -> Answer:
        if answer.line is not None:
            answer = replace(answer, line=task.game.tidy(task.position, answer.line))
        return confirmed(task, answer)


def confirmed(task: Task, answer: Answer) -> Answer:
    """Return the answer after its line has been replayed by the rules; raise UnsoundLineError if they disagree."""
    if answer.line is None:
        return answer
    game = task.game
    try:
        end = replay(game, task.position, answer.line)
    except IllegalMoveError as error:
        raise UnsoundLineError(f"{answer.engine} on {' '.join(game.deal)}: {error}") from error
    if game.score(end) != answer.score or (answer.verdict == "winnable" and not game.won(end)):
        raise UnsoundLineError(f"{answer.engine} on {' '.join(game.deal)}: the line ends with {game.score(end)}")
    return answer


@dataclass(frozen=True)
class Layouts:
    """How many winning ends a position has: `number` in all if `exact`, else at least `number`."""

    number: int
    exact: bool


@dataclass(frozen=True)
class Wishes:
    """What a deal to be constructed shall be like.

    `cards` has `?` wherever any card will do; `left` is the score that the game shall end with (None: any); nothing
    shall be discarded before `first_discard` cards are drawn (1: at any time).
    """

    cards: Deal
    left: int | None = None
    first_discard: int = 1


@dataclass(frozen=True)
class Construction:
    """The deal found, with its score and when its first discard is made (None: never); or why there is none.

    >>> Construction("undecided", "cp-sat").deal is None
    True
    """

    verdict: Literal["found", "none", "undecided"]
    engine: str
    deal: Deal | None = None
    left: int | None = None
    first_discard: int | None = None
    proof: Proof | None = None
    reason: Reason | None = None


class Engines:
    """What a game brings to the search. Whatever it leaves out is done by the rules alone.

    The module `engine` of a game's package defines one class derived from this one. Its module is imported by whoever
    asks anything about the game, so kernels and solver libraries are imported inside the methods.
    """

    def engines(self) -> Sequence[Engine]:
        """Return the game's own engines, the preferred one first. The plain engine comes after them by itself.

        Each takes every position of the game under all its rules, or raises EngineError for those that it does not.
        """
        return ()

    def count(self, task: Task, cap: int, budget: Budget) -> Layouts:
        """Count the winning ends that can still be reached, up to symmetry, and stop at `cap` of them.

        Raises EngineError if the game's ends are not counted, or for a technique in `task.without` that there is not.
        """
        raise EngineError(f"winning layouts of {task.game.name} are not counted")

    def construct(self, wishes: Wishes, budget: Budget) -> Construction:
        """Find a deal that grants the wishes, or prove that there is none.

        What is found has been played by the rules. Raises EngineError if no deals of the game are constructed.
        """
        raise EngineError(f"deals of {wishes.cards.game} are not constructed")

    def obstacle(self, game: Game[Any, Any], position: Any) -> str:
        """Return in a sentence what a player may look at to see why a position lost by search is hard; "" if nothing.

        It states facts of the position or of a short search, and proves nothing.
        """
        return ""

    def hint_fields(self, game: Game[Any, Any], position: Any, moves: Sequence[MoveVerdict]) -> Mapping[str, Any]:
        """Return what a hint of this game says beyond the verdicts of all legal moves: JSON values by field name."""
        return {}


ENGINES = Part("engine", Engines)
"""The game's part of the search."""
