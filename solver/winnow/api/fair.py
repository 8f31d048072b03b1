"""A hint for play with the cards face down: what each move is worth, given only the cards shown so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from winnow.api.hint import answer_hint
from winnow.api.pose import DealLike, asked, spelled_out
from winnow.core.cards import Card
from winnow.core.deals import Deal
from winnow.core.fair import FAIR
from winnow.core.games import GAMES
from winnow.core.lines import replay
from winnow.core.position import Position
from winnow.core.question import Asked, Question
from winnow.search.fair.exact import BestFairPlay, OutOfBudgetError
from winnow.search.fair.knowledge import Knowledge, counted_orders, known_after, sampled
from winnow.search.fair.samples import Tally, played_on
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    from typing_extensions import Unpack

FAIR_FORMAT = "winnow-fair/1"
SAMPLES = 100
"""Orders of the unseen cards that a hint looks at, unless it is asked for others."""
_STATES = 20_000
"""States of knowledge that the best fair play may take before the natural player answers in its place."""


@dataclass(frozen=True)
class FairMove:
    """One legal move and what is known of it: the tally of the samples, and the best player's chance where known."""

    move: str
    tally: Tally
    best: float | None = None

    def record(self, exact: bool) -> dict[str, Any]:
        """Return the move as the hint's record states it."""
        found = {"move": self.move} | self.tally.record(exact)
        if self.best is not None:
            share = round(self.best, 6)
            found["best_play"] = {"share": share, "low": share, "high": share}
        return found

    @property
    def rank(self) -> tuple[float, float]:
        """Return what moves are sorted by, for a win: the best player's chance, else the natural player's."""
        return (self.tally.share_won if self.best is None else self.best, self.tally.winnable)


@dataclass(frozen=True)
class FairHint:
    """What each move of a position is worth to a player who has seen only the cards shown; best move first.

    `exact` says that every order of the unseen cards was counted, not a sample of them.

    >>> hint = fair_hint('single-left', 'AC AD 2C 2D', rules={'deck': 'as-dealt'}, after='draw draw draw')
    >>> hint.exact, [move.move for move in hint.moves]
    (True, ['draw'])
    """

    knowledge: Knowledge
    moves: tuple[FairMove, ...]
    seed: int
    samples: int
    exact: bool
    stopped: str | None = None

    def record(self) -> dict[str, Any]:
        """Return the hint as the object that `--json` prints (format `winnow-fair/1`)."""
        deal = self.knowledge.deal
        record: dict[str, Any] = {
            "format": FAIR_FORMAT,
            "game": deal.game,
            "rules": deal.rules.spelled_out(),
            "deal": " ".join(self.knowledge.known),
            "unseen": list(self.knowledge.unseen),
            "after": list(self.knowledge.line),
            "policy": "natural",
            "seed": self.seed,
            "samples": self.samples,
            "exact": self.exact,
            "moves": [move.record(self.exact) for move in self.moves],
        }
        return record if self.stopped is None else record | {"stopped": self.stopped}


@spelled_out(Asked)
def fair_hint(
    game: str | Deal | Position,
    deal: DealLike | None = None,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    **keywords: Unpack[Asked],
) -> FairHint:
    """Return what each move is worth with the cards face down; arguments and errors as in `winnow.hint`.

    Only the cards that the line `after` has shown are used; a deal may have `?` for all others. With `best` the moves
    are sorted by the mean score, else by the chance to win. The same `seed` gives the same answer.

    >>> fair_hint('single-left', 1, after='draw', samples=10).record()['deal'][:5]
    '7D ? '
    """
    with asked(game, deal, keywords) as (question, budget):
        return answer_fair_hint(question, budget, samples, seed)


def answer_fair_hint(question: Question, budget: Budget, samples: int = SAMPLES, seed: int = 0) -> FairHint:
    """Estimate every legal move within the budget: each order of the unseen cards is put to all moves alike.

    Where there are at most `samples` orders all of them are counted. Raises EngineError for a game without fair play.
    """
    knowledge = known_after(question.deal, question.after)
    game, position = knowledge.shown()
    tallies = {move: Tally() for move in FAIR.of(game.name).choices(game, position)}
    done, stopped = 0, None
    for order in _orders(knowledge, samples, seed):
        stopped = _add(question, knowledge, order, tallies, budget)
        if stopped is not None:
            break
        done += 1
    exact = done == knowledge.orders
    best = _best_play(knowledge, budget) if exact else {}
    moves = [FairMove(move, tally, best.get(move)) for move, tally in tallies.items()]
    ranked = sorted(moves, key=_by_score(question) if question.best else lambda move: move.rank, reverse=True)
    return FairHint(knowledge, tuple(ranked), seed, done, exact, stopped or budget.stopped)


def _orders(knowledge: Knowledge, samples: int, seed: int) -> Iterator[tuple[Card, ...]]:
    """Yield every order of the unseen cards if there are at most `samples`, else a sample of that size."""
    if knowledge.orders <= samples:
        return counted_orders(knowledge.unseen)
    return islice(sampled(knowledge, seed), samples)


def _add(
    question: Question, knowledge: Knowledge, order: tuple[Card, ...], tallies: Mapping[str, Tally], budget: Budget
) -> str | None:
    """Add one order to all tallies and return None; or add nothing and return which limit ended it."""
    game = knowledge.bind(order)
    deal = replace(question.deal, cards=game.deal, number=None)
    told = answer_hint(Question(deal, knowledge.line), budget)
    if told.verdict.stopped is not None:
        return told.verdict.stopped
    verdicts = {move.move: move.verdict for move in told.moves}
    position = replay(game, game.start(), knowledge.line)
    for move, tally in tallies.items():
        end = played_on(game, game.play(position, move))
        score = game.score(end)
        tally.samples += 1
        tally.winnable += verdicts[move] == "winnable"
        tally.undecided += verdicts[move] == "undecided"
        tally.won += game.won(end)
        tally.scores += [] if score is None else [score]
    return None


def _best_play(knowledge: Knowledge, budget: Budget) -> dict[str, float]:
    """Return each move's chance to win under the best fair play; nothing where that takes too many states."""
    try:
        return {move: float(value) for move, value in BestFairPlay(budget, _STATES).moves(knowledge).items()}
    except OutOfBudgetError:
        return {}


def _by_score(question: Question) -> Callable[[FairMove], float]:
    """Return the key that puts the best mean score first; a move whose games never end with a score comes last."""
    sign = 1 if GAMES[question.deal.game].higher_is_better else -1

    def key(move: FairMove) -> float:
        mean = move.tally.mean_score
        return float("-inf") if mean is None else sign * mean

    return key
