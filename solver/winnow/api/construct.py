"""Deals with a wished end, found or proved not to exist, and the number of layouts that win a deal."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from winnow.api.pose import asked, searching, spelled_out, well_named
from winnow.core.counted import counted, value_repr, whole_number
from winnow.core.deals import UNKNOWN, Deal, DealLike, game_type, read_deal
from winnow.core.engine import Construction, Task, Wishes
from winnow.core.engine import construct as constructed_by
from winnow.core.engine import count as counted_by
from winnow.core.errors import DealError, EngineError, absent_packages_named
from winnow.core.game import read_rules
from winnow.core.lines import replay
from winnow.core.position import Position
from winnow.core.question import Question, Searched
from winnow.core.verdicts import COUNT_FORMAT, Limits
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    from typing_extensions import Unpack


DEFAULT_CAP = 10_000


@dataclass(frozen=True)
class Constructed:
    """The wishes, the deal found or proof that there is none, and the cost; `stopped` names the limit that ended it.

    >>> import winnow
    >>> made = winnow.construct('single-left', leaves=0)
    >>> made.decided, winnow.solve(made.found.deal).verdict
    (True, 'winnable')
    """

    wishes: Wishes
    found: Construction
    positions: int
    stopped: str | None

    def __repr__(self) -> str:
        return value_repr(self, self.wishes.cards.game, None, (), self.found.verdict)

    @property
    def decided(self) -> bool:
        """True if a deal was found, or proved not to exist."""
        return self.found.verdict != "undecided"


@well_named
def construct(
    game: str,
    cards: DealLike | None = None,
    *,
    leaves: int | None = None,
    first_discard: int = 1,
    rules: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> Constructed:
    """Return a deal with a wished end, or a proof that there is none.

    `cards` has `?` for every free card (None: all are free); `leaves` is the required score at the end; the first
    discard may not come before `first_discard` cards are drawn. Ctrl-C ends the search as in `solve`.
    Raises EngineError for a game that constructs no deals, otherwise as `solve` does.

    >>> construct('single-left', leaves=1).found.reason.kind
    'parity'
    """
    wishes = wish(game, cards, leaves, first_discard, rules)
    with searching(limits, progress) as budget:
        return construct_deal(wishes, budget)


def wish(
    game: str, cards: DealLike | None, leaves: int | None, first_discard: int, rules: Mapping[str, Any] | None
) -> Wishes:
    """Return the wishes for these arguments; raise DealError or RuleError for impossible ones."""
    leaves = None if leaves is None else whole_number("leaves", leaves)
    first_discard = whole_number("first_discard", first_discard)
    kind = game_type(game)
    if cards is None:
        cards = [UNKNOWN] * len(kind.full_deck(read_rules(kind, rules or {})))
    deal = read_deal(game, cards, rules)
    if leaves is not None and not 0 <= leaves <= len(deal.cards):
        raise DealError(f"a deal of {counted(len(deal.cards), 'cards')} cannot leave {leaves}")
    if not 1 <= first_discard <= len(deal.cards):
        raise DealError(f"the first discard is made when 1 to {len(deal.cards)} cards are drawn, not {first_discard}")
    return Wishes(deal, leaves, first_discard)


@absent_packages_named()
def construct_deal(wishes: Wishes, budget: Budget) -> Constructed:
    """Return a deal that meets the wishes, or a proof that there is none, within a running budget."""
    visited = budget.positions
    found = constructed_by.of(wishes.cards.game)(wishes, budget)
    return Constructed(wishes, found, budget.positions - visited, budget.stopped)


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
