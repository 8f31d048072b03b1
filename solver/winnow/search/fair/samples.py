"""Estimates of fair play from random orders of the unseen cards: shares and means, each with its 95% interval."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

from winnow.core.fair import FAIR
from winnow.core.game import Game
from winnow.core.statistics import mean_within, wilson, win_rate
from winnow_kernels.common.budget import Budget


@dataclass
class Tally:
    """What the samples said of one move.

    `winnable` and `undecided` count the orders of the unseen cards by the verdict of the deal; `won` counts the games
    that the policy won, and `scores` are those with which its games ended; `possible` are the least and greatest score.
    """

    samples: int = 0
    winnable: int = 0
    undecided: int = 0
    won: int = 0
    scores: list[int] = field(default_factory=list)
    possible: tuple[float, float] = (-inf, inf)

    def record(self, exact: bool) -> dict[str, Any]:
        """Return the three figures with their intervals; where every order was counted, an interval is a point."""
        won = _interval(exact, wilson(self.won, self.samples), self.share_won)
        return {
            "can_still_be_won": self.can_still_be_won(exact),
            "won_by_play": won,
            "mean_score": self._mean(exact),
        }

    def count(self, verdict: str) -> None:
        """Count an order of the unseen cards by the verdict of its deal."""
        self.samples += 1
        self.winnable += verdict == "winnable"
        self.undecided += verdict == "undecided"

    def can_still_be_won(self, exact: bool) -> dict[str, float]:
        """Return the share of orders that can be won with its interval, a point if every order was decided."""
        share = self.winnable / self.samples if self.samples else 0.0
        return _interval(exact and not self.undecided, win_rate(self.winnable, self.undecided, self.samples), share)

    @property
    def share_won(self) -> float:
        """Return the share of games that the policy won; 0 without samples."""
        return self.won / self.samples if self.samples else 0.0

    @property
    def mean_score(self) -> float | None:
        """Return the mean of the scores with which the policy's games ended; None if none has one."""
        return sum(self.scores) / len(self.scores) if self.scores else None

    def _mean(self, exact: bool) -> dict[str, float | None] | None:
        if not self.scores:
            return None
        mean, low, high = mean_within(self.scores, self.possible)
        if exact:
            low = high = mean
        ends = {name: None if end is None else round(end, 6) for name, end in (("low", low), ("high", high))}
        return {"mean": round(mean, 6), **ends, "of": len(self.scores)}


def possible_scores(game: Game[Any, Any]) -> tuple[float, float]:
    """Return the least and the greatest score of a deal, as far as the rules alone say: no score is below 0."""
    best = game.best_possible()
    if game.higher_is_better:
        return 0.0, inf if best is None else best
    return 0.0 if best is None else best, inf


def _interval(exact: bool, interval: tuple[float, float], share: float) -> dict[str, float]:
    return share_record(share, (share, share) if exact else interval)


def share_record(share: float, interval: tuple[float, float]) -> dict[str, float]:
    """Return a share with its interval as JSON values, rounded to six places."""
    values = {"share": share, "low": interval[0], "high": interval[1]}
    return {name: round(value, 6) for name, value in values.items()}


def played_on(game: Game[Any, Any], position: Any, budget: Budget) -> Any:
    """Return the position in which the game's natural player stops, or the budget ends the game; no move is charged."""
    natural = FAIR.of(game.name).natural
    while not budget.poll() and (move := natural(game, position)) is not None:
        position = game.play(position, move)
    return position
