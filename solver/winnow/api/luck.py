"""What a game's moves were worth with the cards face down: chances by play, and mistakes apart from bad luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.errors import EngineError
from winnow.core.fair import FAIR, fair_game, ruled
from winnow.core.games import GAMES
from winnow.core.knowledge import Knowledge, known_after, sampled
from winnow.core.lines import replay
from winnow.core.statistics import mean_and_half, wilson
from winnow.core.verdicts import VerdictName
from winnow.search.engines import choose
from winnow.search.fair.players import ADVISER, Player, play_fairly
from winnow.search.fair.samples import played_on, share_record
from winnow_kernels.common.budget import Budget

_ORDERS = 400
"""The most orders of the unseen cards that a chance rests on."""
_PAIRS = 100
"""The orders in which two moves are compared."""
_SURER = 1.5
"""How many halves of a 95% interval a mean score must be better by; 1.5 make it an interval of 99.7%."""
_GAMES = 1000
"""The games that the adviser plays on from each position."""


@dataclass(frozen=True)
class Chance:
    """How the natural player ends from a position: of `games`, each with the unseen cards in a random order.

    `score` is the mean score of the games that have one; None if none has.
    """

    games: int
    won: int
    score: float | None = None

    def record(self) -> dict[str, Any]:
        """Return the share of games won with its 95% interval, their number, and the mean score."""
        share = self.won / self.games if self.games else 0.0
        return {**share_record(share, wilson(self.won, self.games)), "games": self.games, "score": self.score}


@dataclass(frozen=True)
class Judged:
    """A move judged by what had been seen: `best` if the adviser makes it, `even` if no other was clearly better.

    For a `mistake`, `better` is the adviser's move (None: to stop there), which wins more often by `by`; or, where that
    is too rare to show, whose games end with a mean score that is better by `score`.
    """

    move: str
    word: Literal["best", "even", "mistake"]
    better: str | None = None
    by: float = 0.0
    score: float = 0.0

    def record(self) -> dict[str, Any]:
        """Return the judgement as JSON values."""
        rounded = {"by": round(self.by, 3), "score": round(self.score, 1)}
        return {"move": self.move, "word": self.word, "better": self.better, **rounded}


def chance(knowledge: Knowledge, seed: int, budget: Budget) -> Chance:
    """Return the chance of natural play from here, by the games that the budget allows, at most `_ORDERS`."""
    games = won = 0
    scores = []
    for order in islice(sampled(knowledge, seed), _ORDERS):
        end = _end(knowledge, order, knowledge.line, True, budget)
        if budget.spend() or budget.poll():
            break
        games, won = games + 1, won + end.won
        scores += [] if end.score is None else [end.score]
    return Chance(games, won, round(sum(scores) / len(scores), 1) if scores else None)


def truth(deal: Deal, line: Sequence[str], budget: Budget) -> VerdictName:
    """Return the verdict of one who sees every card on the position after a line of fair play."""
    game = fair_game.of(deal.game)(deal)
    here = Task(deal.bind(), ruled.of(deal.game)(replay(game, game.start(), line)))
    return choose(deal.game, None, frozenset(), deal.rules).solve(here, budget).verdict


def advice(knowledge: Knowledge, seed: int, budget: Budget) -> str | None:
    """Return the move of a player who has seen the same cards, by `ADVISER` where it knows the rules; None to stop."""
    game, position = knowledge.shown()
    try:
        return Player(ADVISER, _GAMES, seed).move(game, position, knowledge.seen, budget)
    except EngineError:
        return FAIR.of(game.name).natural(game, position)


def good_play(deal: Deal, seed: int, budget: Budget) -> tuple[bool, int | None]:
    """Return whether the adviser wins a deal who sees no more than a player, and the score, if the game ends with one.

    Under rules that the adviser does not know the natural player plays.
    """
    try:
        game, end = play_fairly(deal, Player(ADVISER, _GAMES, seed), budget)
    except EngineError:
        game, end = play_fairly(deal, Player("natural"), budget)
    return game.won(end), game.score(end)


def judged(deal: Deal, line: Sequence[str], seed: int, budget: Budget) -> list[Judged]:
    """Return the judgement of each move of a line, as far as the budget reaches. Raises IllegalMoveError."""
    found: list[Judged] = []
    for place, move in enumerate(line):
        one = _judged(known_after(deal, line[:place]), move, seed, budget)
        if budget.stopped is not None:
            break
        found.append(one)
    return found


def _judged(knowledge: Knowledge, move: str, seed: int, budget: Budget) -> Judged:
    """Return the judgement of one move: a mistake only if its 95% interval excludes that it wins as often.

    Where the adviser stops, nothing is lost by going on unless the game is won.
    """
    game, position = knowledge.shown()
    if len(game.moves(position)) < 2 and not game.won(position):
        return Judged(move, "best")
    advised = advice(knowledge, seed, budget)
    if game.won(position) if advised is None else game.play(position, advised) != game.play(position, move):
        return _compared(knowledge, move, advised, seed, budget)
    return Judged(move, "best")


def _compared(knowledge: Knowledge, move: str, advised: str | None, seed: int, budget: Budget) -> Judged:
    """Return the judgement of a move that the adviser does not make: it makes `advised`, or stops with a won game.

    Many moves of a game are judged, so a worse score must be surer than a win missed.
    """
    wins: list[float] = []
    scores: list[float] = []
    sign = 1 if GAMES[knowledge.deal.game].higher_is_better else -1
    for order in islice(sampled(knowledge, seed), _PAIRS):
        better, made = (
            _end(knowledge, order, (*knowledge.line, *([] if one is None else [one])), one is not None, budget)
            for one in (advised, move)
        )
        if budget.spend() or budget.poll():
            break
        wins.append(better.won - made.won)
        if better.score is not None and made.score is not None:
            scores.append(sign * (better.score - made.score))
    (by, half), (score, half_score) = mean_and_half(wins), mean_and_half(scores)
    if by > half:
        return Judged(move, "mistake", advised, by)
    if scores and score > _SURER * half_score:
        return Judged(move, "mistake", advised, 0.0, score)
    return Judged(move, "even")


@dataclass(frozen=True)
class _Ended:
    won: bool
    score: int | None


def _end(knowledge: Knowledge, order: Sequence[str], line: Sequence[str], goes_on: bool, budget: Budget) -> _Ended:
    """Return how a game ends after a line, with the unseen cards in this order: there, or where natural play ends it.

    A budget that ends leaves the game where it is.
    """
    game = knowledge.bind(order)
    position = replay(game, game.start(), line)
    end = played_on(game, position, budget) if goes_on else position
    return _Ended(bool(game.won(end)), game.score(end))
