"""Puzzles of packs up to winnow-pack/1: their levels are rungs of a ladder of planners, each goal what a rung reached.

Such packs are read and checked, and made no more. What their planners reached is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from winnow.core.deals import Deal
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.players.simple import Played, Tick, first_legal, median

PUZZLE_FORMAT = "winnow-puzzle/1"
GOAL_RULES = frozenset({"target", "handlings", "pace"})
"""The rules that a puzzle of such a pack sets for itself: they state its goal."""
_PLAYERS: Mapping[int, tuple[str, ...]] = {
    1: ("random", "first", "greedy", "planner-1"),
    2: ("planner-3",),
    3: ("planner-30",),
    4: ("planner-300",),
}
"""The players of the rungs below full search: those without foresight, and planners by the lines they keep in mind."""
_SEARCH_LEVEL = 5
_BY_RULES = frozenset({"random", "first", "greedy"})


def by_players(puzzle: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of what a puzzle states that rests on planners."""
    yield "level"
    yield from (f"ladder.{name}" for name in puzzle["ladder"] if name not in _BY_RULES)


def figures(
    puzzle: Mapping[str, Any], deal: Deal, random: tuple[Played, ...], obvious: Played, tick: Tick
) -> Iterator[tuple[str, Any, Any]]:
    """Yield of the ladder what the rules decide, with what the puzzle says and what is so."""
    game, puzzles, ladder = deal.bind(), PUZZLES.of(deal.game), puzzle["ladder"]
    yield "ladder.random", ladder["random"], median(game, random).score
    yield "ladder.first", ladder["first"], first_legal(game, tick).score
    yield "ladder.greedy", ladder["greedy"], obvious.score
    winners = {name for name, score in ladder.items() if score is not None and puzzles.wins(game, score)}
    rungs = (level for level, names in _PLAYERS.items() if winners.intersection(names))
    yield "level", puzzle["level"], next(rungs, _SEARCH_LEVEL)
    asked = [name for level, names in _PLAYERS.items() if level <= puzzle["level"] for name in names]
    yield "what the ladder lacks", [], [name for name in asked if name not in ladder]
    player = puzzle["verdict"]["engine"]
    yield "verdict.engine as a player who wins", True, puzzle["level"] == _SEARCH_LEVEL or player in winners
