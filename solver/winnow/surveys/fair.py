"""Fair games in batches: numbered deals played by one player, or decided by one who sees every card."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import inf
from typing import Any, Literal

from winnow.core.deals import Deal
from winnow.core.question import Question
from winnow.core.statistics import mean_within, win_rate
from winnow.core.verdicts import Limits
from winnow.search.fair.players import Player, PolicyName, play_fairly
from winnow.search.fair.samples import possible_scores
from winnow.search.questions import answer
from winnow.workers.local import Runner, stopping, watched_budget

BATCH = 20
"""Deals in a batch."""
ALL_SEEING_LIMITS = Limits(positions=3_000_000)
"""The limit of one deal for the player who sees every card."""
Sight = PolicyName | Literal["all-seeing"]


@dataclass(frozen=True)
class FairGame:
    """The end of one game: won (None: undecided), the score (None: it has none), and the CPU seconds it took.

    `thought` counts the moves that the player chose by playing games on.
    """

    number: int
    won: bool | None
    score: int | None
    seconds: float
    thought: int = 0


def play_batch(
    game: str, rules: Mapping[str, Any], player: Sight, games: int, numbers: Iterable[int]
) -> list[FairGame]:
    """Return the ends of the games on these deals; one that is interrupted and all later ones are left out.

    A player's random orders follow from the number of the deal: the same batch has the same ends.
    """
    found = []
    for number in numbers:
        began = time.process_time()
        deal = Deal.numbered(game, number, rules)
        won: bool | None
        if player == "all-seeing":
            verdict = answer(Question(deal), watched_budget(ALL_SEEING_LIMITS)).verdict
            won, score, thought = {"winnable": True, "unwinnable": False}.get(verdict), None, 0
        else:
            one = Player(player, games, number)
            played, position = play_fairly(deal, one, watched_budget(Limits()))
            won, score, thought = played.won(position), played.score(position), one.thought
        if stopping():
            break
        found.append(FairGame(number, won, score, time.process_time() - began, thought))
    return found


@dataclass(frozen=True)
class Estimate:
    """A value with its 95% interval; its ends are None where one value alone was seen."""

    value: float
    low: float | None
    high: float | None

    @classmethod
    def mean(cls, values: list[float], possible: tuple[float, float] = (-inf, inf)) -> Estimate:
        """Return the mean of values with its interval by Student's t, cut at the possible values."""
        return cls(*mean_within(values, possible))


@dataclass(frozen=True)
class Record:
    """What a player reached. In the interval of the win rate undecided deals count both ways.

    `possible` are the least and the greatest score.
    """

    games: tuple[FairGame, ...]
    possible: tuple[float, float] = (-inf, inf)

    @property
    def rate(self) -> Estimate:
        """Return the share of games won, with its Wilson interval."""
        won, undecided = sum(game.won is True for game in self.games), sum(game.won is None for game in self.games)
        return Estimate(won / len(self.games), *win_rate(won, undecided, len(self.games)))

    @property
    def mean_score(self) -> Estimate | None:
        """Return the mean of the scores of games that end with one; None if none does."""
        scores = [float(game.score) for game in self.games if game.score is not None]
        return Estimate.mean(scores, self.possible) if scores else None

    @property
    def seconds(self) -> float:
        """Return the CPU seconds a game."""
        return sum(game.seconds for game in self.games) / len(self.games)

    @property
    def seconds_a_move(self) -> float | None:
        """Return the CPU seconds for each move that was chosen by playing games on; None if there was none."""
        thought = sum(game.thought for game in self.games)
        return sum(game.seconds for game in self.games) / thought if thought else None


def play_deals(
    runner: Runner, game: str, rules: Mapping[str, Any], player: Sight, games: int, numbers: Iterable[int]
) -> Record | None:
    """Return what a player reaches on these deals, in the order of their numbers; None if no game was ended."""
    left = iter(numbers)
    batches = iter(lambda: tuple(islice(left, BATCH)), ())
    found = [each for part in runner.run(partial(play_batch, game, rules, player, games), batches) for each in part]
    if not found:
        return None
    possible = possible_scores(Deal.numbered(game, found[0].number, rules).bind())
    return Record(tuple(sorted(found, key=lambda each: each.number)), possible)
