"""Whether a deal can be won, or its best score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from winnow.api.budget import searching
from winnow.api.pose import DealLike, pose
from winnow.core.deals import Deal
from winnow.core.position import Position
from winnow.core.question import Question
from winnow.core.verdicts import Limits, Verdict
from winnow.search.questions import answer, make_budget

__all__ = ["Question", "answer", "make_budget", "pose", "solve"]


def solve(
    game: str | Deal | Position,
    deal: DealLike | None = None,
    *,
    number: int | None = None,
    rules: Mapping[str, Any] | None = None,
    after: str | Iterable[str] = (),
    best: bool = False,
    limits: Limits | None = None,
    engine: str | None = None,
    without: Iterable[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Verdict:
    """Decide whether a deal can be won, or with `best` what its best score is.

    `game` is a game's name with `deal`: its tokens as text or as a list, the number of a numbered deal (also as
    `number`), or a Deal; or `game` itself is a Deal or a Position. `rules` sets options by name; `after` are moves
    already played; `without` switches techniques off (docs/soundness). `progress` takes the positions visited, ten
    times a second. Ctrl-C ends the search and keeps what it found: the verdict's `stopped` is then "interrupt"; a
    second Ctrl-C raises KeyboardInterrupt.

    Raises DealError, RuleError, IllegalMoveError or EngineError (all ValueError) for bad input, with one clear line,
    and TypeError for what is no deal at all.

    >>> solve('single-left', 1).record()['score']
    18
    >>> solve('single-left', Deal.numbered('single-left', 1), best=True).answer.optimal
    True
    >>> verdict = solve('universal', ['2V', '1E', '1V', '2E'], rules={'columns': 2, 'deck': 'as-dealt'})
    >>> verdict.verdict, " ".join(verdict.answer.line)
    ('winnable', '2! T W! W! 1!')
    """
    question = pose(game, deal, number, rules, after, best, engine, without)
    with searching(limits, progress) as budget:
        return answer(question, budget)
