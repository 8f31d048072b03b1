"""The levels of difficulty and the players who stand for them: five rungs of a ladder.

Rung 1 plays by luck or by rule of thumb, rungs 2 to 4 keep 3, 30 and 300 lines of play in mind, rung 5 is full search.
A puzzle's level is the lowest rung with a player who solves it.
"""

from __future__ import annotations

from collections.abc import Mapping

RATING_VERSION = 1
"""Whatever changes an outcome of a rung raises this number: levels are compared within one version only."""
LEVELS = (1, 2, 3, 4, 5)
SEARCH_LEVEL = 5
RANDOM_GAMES = 8
"""Pinned seeds 0..7: the random player's result is the median of these games, so that one lucky game is no level."""
LINES_IN_MIND: Mapping[str, int] = {"planner-1": 1, "planner-3": 3, "planner-30": 30, "planner-300": 300}
"""The players who plan, weakest first. Each tries first what the weaker ones do, beginning with the obvious play."""

PLAYERS: Mapping[int, tuple[str, ...]] = {
    1: ("random", "first", "greedy", "planner-1"),
    2: ("planner-3",),
    3: ("planner-30",),
    4: ("planner-300",),
}
"""The players of the rungs below full search."""
