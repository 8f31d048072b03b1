"""Puzzles of packs up to winnow-pack/1: levels are rungs of a ladder of planners, and a goal is a rung's score.

Such packs are still read and checked, no longer made. Their planners' scores are not recomputed.
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
"""The players of the rungs below full search: those without foresight, and planners by beam width."""
_SEARCH_LEVEL = 5
_BY_RULES = frozenset({"random", "first", "greedy"})


def by_players(puzzle: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of a puzzle's claims that depend on planners."""
    yield "level"
    yield from (f"ladder.{name}" for name in puzzle["ladder"] if name not in _BY_RULES)


def figures(
    puzzle: Mapping[str, Any], deal: Deal, random: tuple[Played, ...], obvious: Played, tick: Tick
) -> Iterator[tuple[str, Any, Any]]:
    """Yield (name, the puzzle's value, the correct value) for the ladder's figures that the rules decide."""
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
