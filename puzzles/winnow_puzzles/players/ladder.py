"""The ladder climbed: what its players come to on a deal, rung by rung."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from winnow.deals import Deal
from winnow_puzzles.players.levels import PLAYERS
from winnow_puzzles.players.planners import plans
from winnow_puzzles.players.simple import Played, better, first_legal, greedy, lucky, median


@dataclass(frozen=True)
class Climb:
    """What the players of the ladder came to on one deal, weakest first, as far as they were asked."""

    played: Mapping[str, Played]
    random: tuple[Played, ...]
    """The random games, in the order of their seeds."""

    def best(self, deal: Deal, level: int) -> tuple[str, Played]:
        """Return the player of one rung with the best game, and that game."""
        game = deal.bind()
        best, *others = PLAYERS[level]
        for name in others:
            if better(game, self.played[name].score, self.played[best].score):
                best = name
        return best, self.played[best]

    def scores(self) -> dict[str, int | None]:
        """Return the score of each player."""
        return {name: played.score for name, played in self.played.items()}


def climb(deal: Deal, until_won: bool) -> Climb:
    """Let the players play the deal, rung by rung; `until_won` stops after the first rung with a win."""
    game = deal.bind()
    random = lucky(game)
    obvious = greedy(game)
    played = {"random": median(game, random), "first": first_legal(game), "greedy": obvious}
    planned = plans(game, obvious)
    for names in PLAYERS.values():
        while any(name not in played for name in names):
            name, found = next(planned)
            played[name] = found
        if until_won and any(played[name].won for name in names):
            break
    return Climb(played, random)
