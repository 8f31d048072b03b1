"""A hint for play with the cards face down: what each move is worth, given only the cards shown so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from winnow.api.hint import weighed
from winnow.api.pose import DealLike, asked, spelled_out
from winnow.core.cards import Card
from winnow.core.counted import value_repr
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.errors import EngineError
from winnow.core.fair import FAIR, choices, ruled
from winnow.core.games import GAMES
from winnow.core.knowledge import Knowledge, known_after
from winnow.core.lines import replay
from winnow.core.position import Position
from winnow.core.question import Asked, Question
from winnow.search.engines import choose
from winnow.search.fair.exact import BestFairPlay, OutOfBudgetError
from winnow.search.fair.orders import Samples
from winnow.search.fair.players import ADVISER, Player, PolicyName, able, play_on
from winnow.search.fair.samples import Tally, played_on, possible_scores
from winnow_kernels.common.budget import Budget

if TYPE_CHECKING:
    from typing_extensions import Unpack

FAIR_FORMAT = "winnow-fair/1"
_SAMPLES = Samples()
_STATES = 20_000
"""States of knowledge that the best fair play may take before the policy answers in its place."""
_THINKING = 100
"""The most games that a policy who thinks plays on for each move of a sample."""


@dataclass(frozen=True)
class FairMove:
    """One legal move and what is known of it: the tally of the samples, and the best player's chance where known."""

    move: str
    tally: Tally
    best: float | None = None

    def __hash__(self) -> int:
        return hash((self.move, self.best))  # the tally's counts can change

    def __repr__(self) -> str:
        return f"<FairMove {self.move!r}: {self.tally.won} of {self.tally.samples} won>"

    def record(self, exact: bool) -> dict[str, Any]:
        """Return the move as the hint's record states it."""
        found = {"move": self.move} | self.tally.record(exact)
        if self.best is not None:
            share = round(self.best, 6)
            found["best_play"] = {"share": share, "low": share, "high": share}
        return found

    def rank(self, sign: int) -> tuple[float, float, int]:
        """Return what moves are sorted by, for a win: the best player's chance, else games won, then the mean score.

        `sign` is -1 where a lower score is better. What an all-seeing player can win comes last: it misleads most where
        no game is won.
        """
        won = self.tally.share_won if self.best is None else self.best
        return won, _mean_first(self.tally, sign), self.tally.winnable


@dataclass(frozen=True)
class Advice:
    """The move that a player would make, who played `games` games on to choose it (None: the player stops).

    `policy` is `natural` where no game was played on: there is one move only, the budget ended, or only that player
    knows the rules. Another one that played no games follows the engine's line, once every card has been seen.
    """

    policy: PolicyName
    games: int
    move: str | None

    @classmethod
    def of(cls, player: Player, knowledge: Knowledge, budget: Budget) -> Advice:
        """Return the player's move; under rules that only the natural player knows, that one's."""
        game, position = knowledge.shown()
        try:
            move = player.move(game, position, knowledge.seen, budget)
        except EngineError:
            return cls("natural", 0, FAIR.of(game.name).natural(game, position))
        return cls(player.policy if player.games_played or player.planned else "natural", player.games_played, move)


@dataclass(frozen=True)
class FairHint:
    """What each move of a position is worth to a player who has seen only the cards shown; best move first.

    Where the best fair play is not known, the advised move comes first. `exact` says that every order of the unseen
    cards was counted, not a sample of them.

    >>> hint = fair_hint('single-left', 'AC AD 2C 2D', rules={'deck': 'as-dealt'}, after='draw draw draw')
    >>> hint.exact, [move.move for move in hint.moves]
    (True, ['draw'])
    """

    knowledge: Knowledge
    moves: tuple[FairMove, ...]
    policy: PolicyName
    games: int
    seed: int
    samples: int
    exact: bool
    stopped: str | None = None
    advice: Advice | None = None

    def __repr__(self) -> str:
        deal, moves = self.knowledge.deal, ", ".join(move.move for move in self.moves[:8])
        shown = moves + (", ..." if len(self.moves) > 8 else "")
        return value_repr(self, deal.game, deal.number, self.knowledge.line, shown or "the game is over")

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
            "policy": self.policy,
            "games": self.games,
            "seed": self.seed,
            "samples": self.samples,
            "exact": self.exact,
            "moves": [move.record(self.exact) for move in self.moves],
        }
        if self.advice is not None:
            record["advice"] = asdict(self.advice)
        return record if self.stopped is None else record | {"stopped": self.stopped}


@spelled_out(Asked)
def fair_hint(
    game: str | Deal | Position,
    deal: DealLike | None = None,
    *,
    samples: int = Samples.number,
    seed: int = Samples.seed,
    policy: PolicyName | None = None,
    games: int = Player.games,
    **keywords: Unpack[Asked],
) -> FairHint:
    """Return what each move is worth with the cards face down; arguments and errors as in `winnow.hint`.

    Only the cards that the line `after` has shown are used; of a deal with `?`, all that it names. With `best` the
    moves are sorted by the mean score, else by the chance to win. `policy` names the player who finishes the game
    and gives the `advice`: it chooses by `games` games played on, or by 100 in the samples if these are more. By
    default the natural player goes on, and a tree search gives the advice. The same `seed` gives the same answer.

    >>> fair_hint('single-left', 1, after='draw', samples=10).record()['deal'][:5]
    '7D ? '
    """
    with asked(game, deal, keywords) as (question, budget):
        adviser = Player(policy or ADVISER, games, seed)
        return answer_fair_hint(question, budget, Samples(samples, seed), adviser, policy or "natural")


def answer_fair_hint(
    question: Question,
    budget: Budget,
    samples: Samples = _SAMPLES,
    player: Player | None = None,
    policy: PolicyName = "natural",
) -> FairHint:
    """Estimate every legal move within the budget: each order of the unseen cards is put to all moves alike.

    Where there are at most as many orders as samples all of them are counted. `player` gives the advice (None: none),
    and `policy` goes on after each move; under rules that it does not know, the natural player does. Raises EngineError
    for a game without fair play.
    """
    knowledge = known_after(question.deal, question.after)
    game, position = knowledge.shown()
    goes_on = _goes_on(knowledge, policy, player, samples.seed)
    possible = possible_scores(game)
    found = choices.of(game.name)(game, position)
    advice = _advice(player, knowledge, budget) if player and found else None
    if advice and advice.move and advice.move not in found:
        found = [*found, advice.move]
    tallies = {move: Tally(possible=possible) for move in found}
    done, stopped = 0, None
    for order in samples.orders(knowledge):
        stopped = _add(question, knowledge, order, tallies, goes_on, budget)
        if stopped is not None:
            break
        done += 1
    exact = done == knowledge.orders
    best = _best_play(knowledge, budget) if exact else {}
    moves = [FairMove(move, tally, best.get(move)) for move, tally in tallies.items()]
    ranked = _ranked(moves, question, FAIR.of(game.name).natural(game, position), advice)
    ended = stopped or budget.stopped
    return FairHint(knowledge, tuple(ranked), goes_on.policy, goes_on.games, samples.seed, done, exact, ended, advice)


def _advice(player: Player, knowledge: Knowledge, budget: Budget) -> Advice:
    """Return the player's advice, found within half of what the budget has left."""
    share = budget.share(2)
    advice = Advice.of(player, knowledge, share)
    budget.settle(share)
    return advice


def _ranked(
    moves: Sequence[FairMove], question: Question, natural: str | None, advice: Advice | None
) -> list[FairMove]:
    """Return the moves, best first; of equal ones the natural player's, which is the one that a person would make."""
    sign = 1 if GAMES[question.deal.game].higher_is_better else -1
    advised = advice.move if advice and all(move.best is None for move in moves) else None

    def key(move: FairMove) -> tuple[bool, tuple[float, ...], bool]:
        worth = (_mean_first(move.tally, sign),) if question.best else move.rank(sign)
        return move.move == advised, worth, move.move == natural

    return sorted(moves, key=key, reverse=True)


def _mean_first(tally: Tally, sign: int) -> float:
    """Return the mean score, greater being better; a move whose games never end with a score comes last."""
    return float("-inf") if tally.mean_score is None else sign * tally.mean_score


def _goes_on(knowledge: Knowledge, policy: PolicyName, player: Player | None, seed: int) -> Player:
    """Return the player who finishes the game: of this policy if it knows the rules, else the natural one."""
    games = _THINKING if player is None else min(_THINKING, player.games)
    return able(Player(policy, 0 if policy == "natural" else games, seed), *knowledge.shown(), knowledge.seen)


def _add(
    question: Question,
    knowledge: Knowledge,
    order: tuple[Card, ...],
    tallies: Mapping[str, Tally],
    goes_on: Player,
    budget: Budget,
) -> str | None:
    """Add one order to all tallies and return None; or add nothing and return which limit ended it."""
    game, stood_for = knowledge.bind(order), ruled.of(question.deal.game)
    position = replay(game, game.start(), knowledge.line)
    after = {move: game.play(position, move) for move in tallies}
    rules = knowledge.rules_of(game)
    engine = choose(rules.name, question.engine, question.without, rules.rules)
    here = Task(rules, stood_for(position), without=question.without)
    _, verdicts, stopped = weighed(engine, here, {move: stood_for(after[move]) for move in after}, budget)
    if stopped is not None:
        return stopped
    if goes_on.policy == "natural":
        ends = {move: played_on(game, after[move], budget) for move in tallies}
    else:
        ends = {move: play_on(game, after[move], knowledge.seen, goes_on.anew(), budget) for move in tallies}
    if budget.stopped is not None:
        return budget.stopped
    for move, tally in tallies.items():
        end = ends[move]
        score = game.score(end)
        tally.count(verdicts[move].verdict)
        tally.won += game.won(end)
        tally.scores += [] if score is None else [score]
    return None


def _best_play(knowledge: Knowledge, budget: Budget) -> dict[str, float]:
    """Return each move's chance to win under the best fair play; nothing where that takes too many states or moves."""
    try:
        return {move: float(value) for move, value in BestFairPlay(budget, _STATES).moves(knowledge).items()}
    except (OutOfBudgetError, RecursionError):  # a line of many redeals is deeper than Python's stack
        return {}
