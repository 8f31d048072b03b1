"""The ladder: five rungs of players, and the level of a deal as the lowest rung that wins it.

Rung 1 plays by luck or by rule of thumb, rungs 2 to 4 keep 3, 30 and 300 lines of play in mind, rung 5 is full search.
Whatever changes an outcome of a rung raises RATING_VERSION: levels are compared within one version only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from puzzles.manners import MANNERS
from puzzles.players import Played, better, first_legal, greedy, lucky, planner
from solver.deals import Deal

RATING_VERSION = 1
LEVELS = (1, 2, 3, 4, 5)
SEARCH_LEVEL = 5
RANDOM_GAMES = 8
"""Pinned seeds 0..7: the random player's result is the median of these games, so that one lucky game is no level."""
LINES_IN_MIND = {1: 1, 2: 3, 3: 30, 4: 300}

PLAYERS: Mapping[int, tuple[str, ...]] = {
    1: ("random", "first", "greedy", "planner-1"),
    2: ("planner-3",),
    3: ("planner-30",),
    4: ("planner-300",),
}
"""The players of the rungs below full search."""


@dataclass(frozen=True)
class Climb:
    """What the players of the ladder came to on one deal, rung by rung, as far as they were asked."""

    played: Mapping[str, Played]
    random: tuple[Played, ...]
    """The random games, in the order of their seeds."""

    def best(self, deal: Deal, level: int) -> Played:
        """Return the best game of one rung."""
        game = deal.bind()
        best = self.played[PLAYERS[level][0]]
        for name in PLAYERS[level][1:]:
            if better(game, self.played[name].score, best.score):
                best = self.played[name]
        return best

    def scores(self) -> dict[str, int | None]:
        """Return the score of each player."""
        return {name: played.score for name, played in self.played.items()}


def climb(deal: Deal, until_won: bool) -> Climb:
    """Let the players play the deal, rung by rung; `until_won` stops after the first rung with a win."""
    game, manners = deal.bind(), MANNERS[deal.game]
    random = tuple(lucky(game, manners, seed) for seed in range(RANDOM_GAMES))
    played: dict[str, Played] = {}
    others = {"first": first_legal, "greedy": greedy}
    for level, names in PLAYERS.items():
        for name in names:
            if name == "random":
                played[name] = _median(deal, random)
            else:
                play = others.get(name) or partial(planner, lines=LINES_IN_MIND[level])
                played[name] = play(game, manners)
        if until_won and any(played[name].won for name in names):
            break
    return Climb(played, random)


def _median(deal: Deal, games: tuple[Played, ...]) -> Played:
    """Return the game than which just under half are better."""
    game = deal.bind()
    return sorted(games, key=lambda one: sum(better(game, other.score, one.score) for other in games))[len(games) // 2]
