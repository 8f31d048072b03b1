"""Universal Solitaire: beams find wins, clause learning decides the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from winnow.core.engine import Engine, Task
from winnow.core.verdicts import Answer
from winnow_kernels.common.budget import Budget


def engines() -> Sequence[Engine]:
    """Return the engine that combines both, the beams, and the clauses."""
    from winnow.games.universal.engine import beams, solving  # noqa: PLC0415

    return (
        Engine(solving.NAME, solving.solve, solving.TECHNIQUES, repeatable=False, carried=_without),
        Engine(beams.NAME, beams.solve, beams.TECHNIQUES),
        Engine(beams.CLAUSES_NAME, _solve_by_clauses, repeatable=False),
    )


def obstacle(game: Any, position: Any) -> str:
    """Return a sentence: how many cards a short search brings to the bar, and which cards it cannot free."""
    from winnow.games.universal.engine import beams  # noqa: PLC0415  as above

    return beams.nearest(game, position)


def _without(_game: Any, _position: Any, move: str, line: Sequence[str]) -> Sequence[str]:
    """Return a line without a move that it makes later, such as a turn or bar move that is only made earlier."""
    rest = list(line)
    if move in rest:
        rest.remove(move)
    return rest


def _solve_by_clauses(task: Task, budget: Budget) -> Answer:
    from winnow.games.universal.engine import clauses  # noqa: PLC0415  as above

    return clauses.solve(task, budget)
