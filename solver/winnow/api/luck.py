"""What a game's moves were worth with the cards face down: chances by play, and mistakes apart from bad luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from winnow.api.fair import Advice
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.fair import fair_game, ruled
from winnow.core.games import GAMES
from winnow.core.knowledge import Knowledge, known_after, sampled
from winnow.core.lines import replay
from winnow.core.statistics import mean_and_half, mean_within, wilson
from winnow.core.verdicts import VerdictName
from winnow.search.engines import choose
from winnow.search.fair.players import ADVISER, Player, able, play_on
from winnow.search.fair.samples import played_on, possible_scores, share_record
from winnow_kernels.common.budget import Budget

_ORDERS = 400
"""The most orders of the unseen cards that a chance rests on."""
_FEWEST = 8
"""The games of a good player below which those of an average one, who is quicker, say more."""
_PAIRS = 100
"""The orders in which two moves are compared."""
_SURER = 1.5
"""How many halves of a 95% interval a mean score must be better by; 1.5 make it an interval of 99.7%."""
_GAMES, _QUICK_GAMES = 1000, 100
"""The games that the adviser plays on from each position, and those where it plays many games to their end."""


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


def chance(knowledge: Knowledge, seed: int, budget: Budget) -> dict[str, Any]:
    """Return how a good player ends from here, or an average one if half of the budget allows too few games.

    That is the share of games won and the mean score, each with its 95% interval, the number of games, and whether the
    player is `good`. Each game has the unseen cards in a random order.
    """
    share = budget.share(2)
    player = able(Player(ADVISER, _QUICK_GAMES, seed), *knowledge.shown(), knowledge.seen)
    found = _chance(knowledge, player, share)
    budget.settle(share)
    return found if found["games"] >= _FEWEST else _chance(knowledge, Player("natural", 0, seed), budget)


def _chance(knowledge: Knowledge, player: Player, budget: Budget) -> dict[str, Any]:
    games = won = 0
    scores: list[int] = []
    for order in islice(sampled(knowledge, player.seed), _ORDERS):
        game = knowledge.bind(order)
        end = play_on(game, replay(game, game.start(), knowledge.line), knowledge.seen, player.anew(), budget)
        if budget.spend() or budget.poll():
            break
        score = game.score(end)
        games, won = games + 1, won + game.won(end)
        scores += [] if score is None else [score]
    mean = mean_within(scores, possible_scores(knowledge.shown()[0])) if scores else None
    return {
        **share_record(won / max(1, games), wilson(won, games)),
        "games": games,
        "score": mean and [None if end is None else round(end, 1) for end in mean],
        "good": player.policy != "natural",
    }


def truth(deal: Deal, line: Sequence[str], budget: Budget) -> VerdictName:
    """Return the verdict of one who sees every card on the position after a line of fair play."""
    game = fair_game.of(deal.game)(deal)
    here = Task(deal.bind(), ruled.of(deal.game)(replay(game, game.start(), line)))
    return choose(deal.game, None, frozenset(), deal.rules).solve(here, budget).verdict


def advice(knowledge: Knowledge, seed: int, budget: Budget) -> str | None:
    """Return the move of a player who has seen the same cards, by `ADVISER` where it knows the rules; None to stop."""
    return Advice.of(Player(ADVISER, _GAMES, seed), knowledge, budget).move


def good_play(deal: Deal, seed: int, budget: Budget, games: int = _GAMES) -> tuple[bool, int | None]:
    """Return whether the adviser wins a deal who sees no more than a player, and the score, if the game ends with one.

    It plays `games` games on from each position: with 0 of them it is the natural player.
    """
    game = fair_game.of(deal.game)(deal)
    start = game.start()
    player = able(Player(ADVISER if games else "natural", games, seed), game, start, ())
    end = play_on(game, start, (), player, budget)
    return game.won(end), game.score(end)


def fair_wins(deal: Deal, tries: int, budget: Budget, *, thorough: bool) -> tuple[int, int]:
    """Return how many tries at a deal players win who see no more than a player, and how many they made.

    An average player makes the first try, who is quick, and a good one the others, if the first is won; if `thorough`,
    the good one has a first try of its own. This is what a deal for play with the cards face down is drawn by.
    """
    wins, made = int(good_play(deal, 0, budget, 0)[0]), 1
    while made < tries and (wins or (thorough and made == 1)):
        won, _ = good_play(deal, made, budget, _QUICK_GAMES)
        if budget.stopped is not None:
            break
        wins, made = wins + won, made + 1
    return wins, made


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
        game, ends = knowledge.bind(order), []
        for one in (advised, move):
            # The game ends there, or where natural play ends it; a budget that ends leaves it where it is.
            position = replay(game, game.start(), knowledge.line if one is None else (*knowledge.line, one))
            ends.append(position if one is None else played_on(game, position, budget))
        (better, better_score), (made, made_score) = ((bool(game.won(end)), game.score(end)) for end in ends)
        if budget.spend() or budget.poll():
            break
        wins.append(better - made)
        if better_score is not None and made_score is not None:
            scores.append(sign * (better_score - made_score))
    (by, half), (score, half_score) = mean_and_half(wins), mean_and_half(scores)
    if by > half:
        return Judged(move, "mistake", advised, by)
    if scores and score > _SURER * half_score:
        return Judged(move, "mistake", advised, 0.0, score)
    return Judged(move, "even")
