"""The interface of a game's engines: the task that an engine gets, and the answer that it returns."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from winnow.core.deals import Deal
from winnow.core.errors import AbsentPackageError, EngineError, IllegalMoveError, absent_packages_named
from winnow.core.game import Game, Rules
from winnow.core.lines import replay_within
from winnow.core.registry import hook
from winnow.core.verdicts import Answer, Proof, Reason
from winnow_kernels.common.budget import Budget


@dataclass(frozen=True)
class Task:
    """One position of a game, and the question about it.

    `best` asks for the best score instead of a win; `without` names techniques to switch off (docs/soundness);
    `bound` is a limit on the score that is proven already; `before` is the answer for the position before, where a hint
    asks about the position after a move.
    """

    game: Game[Any, Any]
    position: Any
    best: bool = False
    without: frozenset[str] = frozenset()
    bound: int | None = None
    before: Answer | None = None


Search = Callable[[Task, Budget], Answer]
"""Answers a task within a budget: it charges one position at a time, and returns when the budget is `stopped`."""

PartialSearch = Callable[[Deal, Budget, frozenset[str]], Answer]
"""Answers for a deal with unknown cards: `winnable` if every completion is, `unwinnable` if none is, else `open`."""

Alike = Callable[[Task], Sequence[str]]
"""Returns those of a position's moves that one search can answer together."""

AlikeSearch = Callable[[Task, Sequence[str], Budget], Answer]
"""Answers a task within a budget as if only these moves, which are alike, were legal."""

Groups = Callable[[Sequence[str]], Iterable[Sequence[str]]]
"""Yields groups of moves that are alike, the largest first: all of a group are answered if one search finds no win."""

Carried = Callable[[Game[Any, Any], Any, str, Sequence[str]], Sequence[str]]
"""Returns what to try in the position after a move, where a line with another first move wins.

May raise IllegalMoveError where it finds that the line cannot be kept to.
"""


class UnsoundLineError(RuntimeError):
    """Raised for a line of play that the rules do not confirm: a fault of the engine, never of the question."""


@dataclass(frozen=True)
class Engine:
    """One way to decide a question: its name, its search, and the techniques that `without` can switch off.

    `search_partial` takes deals with unknown cards (None: the engine does not). `alike` returns similar moves of a
    position; `search_alike` answers for the best of them, with a line that begins with it, and for the best of each of
    their `groups`. `carried` returns the line that a hint tries after a move before it searches there. `repeatable` is
    True if answers and positions are the same on every machine: whole numbers only, and no solver library. `knows`
    names the readings of the rules (`Rules.readings`) under which the engine is right, beside the default ones.
    """

    name: str
    search: Search
    techniques: frozenset[str] = frozenset()
    search_partial: PartialSearch | None = None
    alike: Alike = field(default=lambda _: ())
    search_alike: AlikeSearch | None = None
    groups: Groups = field(default=lambda _: ())
    repeatable: bool = True
    carried: Carried | None = None
    knows: Container[str] = frozenset()

    def require_known(self, rules: Rules) -> None:
        """Raise EngineError for a reading of the rules that the engine does not know."""
        name = next((name for name in rules.readings() if name not in self.knows), None)
        if name is not None:
            raise EngineError(f"engine {self.name} does not know {name}={rules.readings()[name]}")

    def solve(self, task: Task, budget: Budget) -> Answer:
        """Return the answer to the task; its line has been replayed by the rules.

        Raises EngineError if the engine does not take the task.
        """
        return self._confirmed(task, lambda: self.search(task, budget), budget)

    def solve_alike(self, task: Task, moves: Sequence[str], budget: Budget) -> Answer:
        """Return the answer to the task as if only these moves, which are alike, were legal."""
        search = self.search_alike
        if search is None:
            return self.solve(task, budget)
        return self._confirmed(task, lambda: search(task, moves, budget), budget)

    def solve_partial(self, deal: Deal, budget: Budget, without: frozenset[str]) -> Answer:
        """Return the answer for a deal with unknown cards; raise EngineError if the engine takes none."""
        search = self.search_partial
        if search is None:
            raise EngineError(f"engine {self.name} takes no deal with unknown cards")
        self.require_known(deal.rules)
        return self._found(lambda: search(deal, budget, without), budget)

    def _found(self, search: Callable[[], Answer], budget: Budget) -> Answer:
        """Return what a search finds: `undecided` where it has no room to begin, or needs a package that is missing."""
        try:
            with absent_packages_named():
                return search()
        except AbsentPackageError as error:
            return Answer("undecided", self.name, stopped=error.stopped)
        except MemoryError:
            budget.out_of_memory()
            return Answer("undecided", self.name)

    def _confirmed(self, task: Task, search: Callable[[], Answer], budget: Budget) -> Answer:
        self.require_known(task.game.rules)
        answer = self._found(search, budget)
        if answer.line is not None:
            answer = replace(answer, line=task.game.tidy(task.position, answer.line))
        return confirmed(task, answer, budget)


def confirmed(task: Task, answer: Answer, budget: Budget) -> Answer:
    """Return the answer after its line has been replayed by the rules; raise UnsoundLineError if they disagree.

    Where the budget ends before the replay of a long line, the answer has no line and no score, and is no win.
    """
    if answer.line is None:
        return answer
    game = task.game
    try:
        end = replay_within(game, task.position, answer.line, budget)
    except IllegalMoveError as error:
        raise UnsoundLineError(f"{answer.engine} on {' '.join(game.deal)}: {error}") from error
    if end is None:
        verdict = "undecided" if answer.verdict == "winnable" else answer.verdict
        return replace(answer, verdict=verdict, score=None, line=None)
    if game.score(end) != answer.score or (answer.verdict == "winnable" and not game.won(end)):
        raise UnsoundLineError(f"{answer.engine} on {' '.join(game.deal)}: the line ends with {game.score(end)}")
    return answer


@dataclass(frozen=True)
class Wishes:
    """The conditions on a deal to be constructed.

    `cards` is a deal with `?` wherever any card will do; `left` is the required score at the end of the game (None:
    any); the first discard may not come before `first_discard` cards are drawn (1: at any time).
    """

    cards: Deal
    left: int | None = None
    first_discard: int = 1


@dataclass(frozen=True)
class Construction:
    """The deal found, its score, and the cards drawn before its first discard (None: no discard); or why there is none.

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


@hook("engine")
def engines() -> Sequence[Engine]:
    """Return the game's own engines, the preferred one first. The caller appends the plain engine.

    Each takes every position of the game under the rules that it knows (`Engine.knows`), or raises EngineError. Every
    question about a game imports its module `engine`, so import solver libraries inside its functions.
    """
    return ()


@hook("engine")
def count(task: Task, cap: int, budget: Budget) -> tuple[int, bool]:
    """Return the number of winning ends that can still be reached, up to symmetry, and whether that is all of them.

    Counting stops at `cap`. Raises EngineError for a game without such a count, or for an unknown technique.
    """
    raise EngineError(f"winning layouts of {task.game.name} are not counted")


@hook("engine")
def construct(wishes: Wishes, budget: Budget) -> Construction:
    """Return a deal that meets the conditions, or a proof that there is none.

    A deal found has been played by the rules. Raises EngineError if the game constructs no deals.
    """
    raise EngineError(f"deals of {wishes.cards.game} are not constructed")


@hook("engine")
def obstacle(game: Game[Any, Any], position: Any) -> str:
    """Return a sentence that helps a player see why a position lost by search is hard; "" if there is none.

    It states facts of the position or of a short search, and proves nothing.
    """
    return ""
