"""The number of layouts that win a deal."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from winnow.api.pose import DealLike, asked, spelled_out
from winnow.core.counted import counted, value_repr, whole_number
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.engine import count as counted_by
from winnow.core.errors import DealError, EngineError, absent_packages_named
from winnow.core.lines import replay
from winnow.core.position import Position
from winnow.core.question import Question, Searched
from winnow.core.verdicts import COUNT_FORMAT
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    from typing_extensions import Unpack


DEFAULT_CAP = 10_000


@dataclass(frozen=True)
class Count:
    """The number of winning layouts: `layouts` in all if `exact`, else at least `layouts`.

    Layouts are the same if a shift, rotation or reflection turns one into the other. `cap` is the number at which
    counting stops.

    >>> import winnow
    >>> count = winnow.count('blink', '3BS 4BL 4RD 1BM', rules={'deck': 'as-dealt', 'columns': 2, 'rows': 2})
    >>> count.layouts, count.exact
    (0, True)
    """

    question: Question
    layouts: int
    exact: bool
    cap: int
    positions: int
    seconds: float
    stopped: str | None

    def __repr__(self) -> str:
        least = "" if self.exact else "at least "
        deal, layouts = self.question.deal, counted(self.layouts, "layouts")
        return value_repr(self, deal.game, deal.number, self.question.after, f"{least}{layouts}")

    @property
    def decided(self) -> bool:
        """True if the number is exact, or has reached `cap`."""
        return self.exact or self.layouts >= self.cap

    def record(self) -> dict[str, Any]:
        """Return the object that `winnow count --json` prints (format `winnow-count/1`)."""
        record = {
            "format": COUNT_FORMAT,
            "game": self.question.deal.game,
            "rules": self.question.deal.rules.spelled_out(),
            "deal": self.question.deal.text,
            "number": self.question.deal.number,
            "after": list(self.question.after),
            "layouts": self.layouts,
            "exact": self.exact,
            "cap": self.cap,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
        }
        return record if self.stopped is None else record | {"stopped": self.stopped}


@spelled_out(Searched)
def count(
    game: str | Deal | Position, deal: DealLike | None = None, *, cap: int = DEFAULT_CAP, **keywords: Unpack[Searched]
) -> Count:
    """Return the number of winning layouts that can still be reached, up to symmetry; counting stops at `cap`.

    Arguments and errors as in `solve`; raises EngineError for a game without a count of layouts.

    >>> found = count('blink', '1RS 1RM', rules={'deck': 'as-dealt', 'columns': 2, 'rows': 1})
    >>> found.layouts, found.exact
    (1, True)
    """
    cap = whole_number("cap", cap)
    if cap < 1:
        raise ValueError(f"cap is 1 or more, not {cap}")
    with asked(game, deal, keywords) as (question, budget):
        return count_layouts(question, cap, budget)


@absent_packages_named()
def count_layouts(question: Question, cap: int, budget: Budget) -> Count:
    """Return the number of layouts, counted up to `cap` within a running budget.

    Raises DealError for a deal with unknown cards.
    """
    if question.deal.unknown:
        raise DealError("counting needs every card known, and this deal has '?'")
    began, visited = time.monotonic(), budget.positions
    game = question.deal.bind()
    task = Task(game, replay(game, game.start(), question.after), without=question.without)
    for name, value in question.deal.rules.readings().items():
        raise EngineError(f"layouts are not counted under {name}={value}")
    number, exact = counted_by.of(question.deal.game)(task, cap, budget)
    spent = time.monotonic() - began
    return Count(question, number, exact, cap, budget.positions - visited, spent, budget.stopped)
