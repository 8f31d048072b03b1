"""Counts the layouts that win a deal of Blink Solitaire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from winnow.core.engine import Task
from winnow.core.errors import EngineError
from winnow.games.blink.engine.beam import TECHNIQUES, all_layouts
from winnow.games.blink.engine.solving import lost_at_once
from winnow.games.blink.engine.table import Placement, in_numbers
from winnow.games.blink.rules import Blink, Position
from winnow_kernels.common.budget import Budget

_FIRST_WIDTH = 1000
_WIDER = 10


def count(task: Task, cap: int, budget: Budget) -> tuple[int, bool]:
    """Return the number of winning layouts within reach, up to symmetry, counted up to `cap`.

    Layouts are the same if a shift, rotation or reflection maps one to the other. Raises EngineError for an unknown
    technique.
    """
    unknown = sorted(task.without - TECHNIQUES)
    if unknown:
        raise EngineError(f"counting has no technique {unknown[0]!r}; it has: {', '.join(sorted(TECHNIQUES))}")
    game, position = cast(Blink, task.game), cast(Position, task.position)
    table = in_numbers(game, position)
    seen: set[tuple[Placement, ...]] = set()
    exact = bool(table.left) and lost_at_once(game, position, table, task.without) is not None
    width = _FIRST_WIDTH
    while not exact and len(seen) < cap and not budget.stopped:
        layouts, exact = all_layouts(table, width, task.without, budget)
        seen.update(normal_form(layout) for layout in layouts)
        width *= _WIDER
    return min(len(seen), cap), exact and len(seen) <= cap


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
