"""The planning player of Blink (the engine's beam), and the test whether exactly one layout fills a small table."""

from __future__ import annotations

from winnow.api.count import count_layouts
from winnow.api.solve import Question
from winnow.core.deals import Deal
from winnow.core.verdicts import Limits
from winnow.games.blink.engine import beam
from winnow.games.blink.engine.table import in_numbers
from winnow.games.blink.rules import Blink, Position
from winnow.workers.local import watched_budget
from winnow_kernels.common.budget import Budget
from winnow_puzzles.blink.tilings import count_fillings

_FEW_CARDS = 12
"""The most cards for which the rules count faster than the engine."""


def plan(game: Blink, lines: int, position: Position | None = None) -> tuple[str, ...] | None:
    """Return the line that a beam of width `lines` finds from a position, or from the start; it may stop early."""
    table = in_numbers(game, game.start() if position is None else position)
    found = beam.beam(table, [lines], False, beam.FOR_A_WIN, frozenset(), Budget())
    placements = found.partial if found.layout is None else found.layout.placements
    return table.written(placements) or None


def has_one_layout(deal: Deal, positions: int) -> bool:
    """Return whether exactly one layout fills the table, by the rules and by the engine's count within `positions`."""
    if len(deal.cards) <= _FEW_CARDS and count_fillings(deal, 2) != 1:
        return False
    counted = count_layouts(Question(deal), 2, watched_budget(Limits(positions=positions, memory=None)))
    return counted.exact and counted.layouts == 1 and count_fillings(deal, 2) == 1
