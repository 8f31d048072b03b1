"""How many layouts win a deal of Blink Solitaire."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from winnow.api.solve import Ask
from winnow.engines.base import EngineError
from winnow.engines.blink.beam import TECHNIQUES, all_layouts
from winnow.engines.blink.engine import lost_at_once
from winnow.engines.blink.table import Placement, in_numbers
from winnow.games.blink import Blink
from winnow.lines import replay
from winnow_kernels.common.budget import Budget

COUNT_FORMAT = "winnow-count/1"
_FIRST_WIDTH = 1000
_WIDER = 10


@dataclass(frozen=True)
class Count:
    """How many winning layouts there are: `layouts` in all if `exact`, else at least so many.

    Layouts are the same if a shift, rotation or reflection makes one of the other. `cap` is where counting ended
    early, if it did.
    """

    ask: Ask
    layouts: int
    exact: bool
    cap: int
    positions: int
    seconds: float
    stopped: str | None

    @property
    def decided(self) -> bool:
        """True if the number is exact, or as high as was asked for."""
        return self.exact or self.layouts >= self.cap

    def record(self) -> dict[str, Any]:
        """Return the object that `winnow count --json` prints (format `winnow-count/1`)."""
        record = {
            "format": COUNT_FORMAT,
            "game": self.ask.deal.game,
            "rules": self.ask.deal.rules.spelled_out(),
            "deal": self.ask.deal.text,
            "number": self.ask.deal.number,
            "after": list(self.ask.after),
            "layouts": self.layouts,
            "exact": self.exact,
            "cap": self.cap,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
        }
        return record if self.stopped is None else record | {"stopped": self.stopped}


def count_layouts(ask: Ask, cap: int, budget: Budget) -> Count:
    """Count the winning layouts that can still be reached, up to symmetry; at `cap` of them stop counting.

    Raises EngineError for a game other than Blink, or a technique that there is not.
    """
    if ask.deal.game != Blink.name:
        raise EngineError(f"layouts are counted in {Blink.name} only, not in {ask.deal.game}")
    unknown = sorted(ask.without - TECHNIQUES)
    if unknown:
        raise EngineError(f"counting has no technique {unknown[0]!r}; it has: {', '.join(sorted(TECHNIQUES))}")
    began, visited = time.monotonic(), budget.positions
    game = cast(Blink, ask.deal.bind())
    position = replay(game, game.start(), ask.after)
    table = in_numbers(game, position)
    seen: set[tuple[Placement, ...]] = set()
    exact = bool(table.left) and lost_at_once(game, position, table, ask.without) is not None
    width = _FIRST_WIDTH
    while not exact and len(seen) < cap and not budget.stopped:
        layouts, exact = all_layouts(table, width, ask.without, budget)
        seen.update(normal_form(layout) for layout in layouts)
        width *= _WIDER
    exact = exact and len(seen) <= cap
    return Count(
        ask,
        min(len(seen), cap),
        exact,
        cap,
        budget.positions - visited,
        time.monotonic() - began,
        budget.stopped,
    )


def normal_form(layout: Sequence[Placement]) -> tuple[Placement, ...]:
    """Return the least of the layout's eight images, moved to the corner at (0, 0).

    >>> normal_form([(7, 3, 3), (5, 3, 4)]) == normal_form([(5, 0, 0), (7, 1, 0)])
    True
    """
    images = []
    for across, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        turned = [(kind, across * x, down * y) for kind, x, y in layout]
        for image in (turned, [(kind, y, x) for kind, x, y in turned]):
            left, top = min(x for _, x, _ in image), min(y for _, _, y in image)
            images.append(tuple(sorted((kind, x - left, y - top) for kind, x, y in image)))
    return min(images)
