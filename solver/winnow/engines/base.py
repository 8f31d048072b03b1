"""What an engine is given and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from winnow.games import Game, IllegalMoveError
from winnow.lines import replay
from winnow.verdicts import Answer, EngineError
from winnow_kernels.common.budget import Budget

__all__ = ["Engine", "EngineError", "Question", "UnsoundLineError", "confirmed"]


@dataclass(frozen=True)
class Question:
    """One position of a game, and what is asked of it.

    `best` asks for the best score instead of a win; `without` names techniques to switch off (docs/soundness);
    `bound` is a limit on the score that is proven already.
    """

    game: Game[Any, Any]
    position: Any
    best: bool = False
    without: frozenset[str] = frozenset()
    bound: int | None = None


Engine = Callable[[Question, Budget], Answer]

Alike = Callable[[Question], Sequence[str]]
"""Names moves of a position that one search can answer together."""


class UnsoundLineError(RuntimeError):
    """A line of play that the rules do not confirm: a fault of the engine, never of the question."""


def confirmed(question: Question, answer: Answer) -> Answer:
    """Return the answer after its line has been replayed by the rules; raise UnsoundLineError if they disagree."""
    if answer.line is None:
        return answer
    game = question.game
    try:
        end = replay(game, question.position, answer.line)
    except IllegalMoveError as error:
        raise UnsoundLineError(f"{answer.engine} on {' '.join(game.deal)}: {error}") from error
    if game.score(end) != answer.score or (answer.verdict == "winnable" and not game.won(end)):
        raise UnsoundLineError(f"{answer.engine} on {' '.join(game.deal)}: the line ends with {game.score(end)}")
    return answer
