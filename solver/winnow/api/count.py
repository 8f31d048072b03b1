"""The number of layouts that win a deal."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from winnow.api.pose import DealLike, asked, spelled_out
from winnow.checking.certificates import check_text
from winnow.checking.counts import COUNT_PROOF_FORMAT
from winnow.core.absent import absent_packages_named
from winnow.core.deals import Deal
from winnow.core.engine import ENGINES, Task
from winnow.core.errors import DealError, EngineError
from winnow.core.lines import replay
from winnow.core.meter import Meter
from winnow.core.output import pack_lines
from winnow.core.position import Position
from winnow.core.proofs import Listed
from winnow.core.question import Question, Searched
from winnow.core.verdicts import COUNT_FORMAT
from winnow.proving.closed_sets import PROOFS
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
    if not isinstance(cap, int) or isinstance(cap, bool):
        raise TypeError(f"cap is a whole number, not {cap!r}")
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
    _require_usual(question)
    found = ENGINES.of(question.deal.game).count(task, cap, budget)
    return Count(
        question,
        found.number,
        found.exact,
        cap,
        budget.positions - visited,
        time.monotonic() - began,
        budget.stopped,
    )


def _require_usual(question: Question) -> None:
    """Raise EngineError for a reading of the rules, which no count knows."""
    for name, value in question.deal.rules.readings().items():
        raise EngineError(f"layouts are not counted under {name}={value}")


@dataclass(frozen=True)
class LayoutsProof:
    """A certificate that a deal has exactly these winning layouts (format `winnow-count-proof/1`)."""

    question: Question
    listed: Listed

    def text(self) -> Iterator[str]:
        """Yield the lines of the certificate."""
        deal = self.question.deal
        yield json.dumps(
            {
                "format": COUNT_PROOF_FORMAT,
                "game": deal.game,
                "rules": deal.rules.spelled_out(),
                "deal": deal.text,
                "number": deal.number,
                "after": list(self.question.after),
                "layouts": len(self.listed.lines),
                "content": self.listed.content,
            }
        )
        yield from map(" ".join, self.listed.lines)
        yield from self.listed.refutation.lrat()

    def pack(self, file: BinaryIO) -> None:
        """Write the certificate to a file; equal certificates have equal bytes."""
        pack_lines(self.text(), file)


def prove_layouts(question: Question, most: int, budget: Budget) -> LayoutsProof | None:
    """Return a certificate of the number of winning layouts, accepted by the referee; None without one.

    There is none for more than `most` layouts, for equal cards, on large tables, or past a limit.
    """
    game = question.deal.bind()
    position = replay(game, game.start(), question.after)
    listed = None if game.won(position) else PROOFS.of(game.name).layouts(game, position, most, budget)
    if listed is None:
        return None
    made = LayoutsProof(question, listed)
    result, _ = check_text(made.text(), Meter(stop=budget.poll))
    return made if result.status == "verified" else None
