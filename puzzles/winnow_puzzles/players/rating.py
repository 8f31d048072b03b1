"""Rating: which puzzles a deal makes, at which level, with a line that solves each.

Most games have a goal of their own, and a deal is then one puzzle. Where the score is the goal, the
goal of a level is the score that its rung reaches and no weaker one does, so a deal can be a puzzle at several levels;
at the highest it is the best score there is, proved. A game can rule deals out that are no puzzles for other reasons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from winnow.api.solve import Question, answer
from winnow.deals import Deal, game_type
from winnow.engines.base import Task, confirmed
from winnow.games import read_rules
from winnow.lines import replay
from winnow.verdicts import Answer, Limits, Verdict
from winnow.workers.local import watched_budget
from winnow_puzzles.games.base import PUZZLES
from winnow_puzzles.players.ladder import Climb, climb
from winnow_puzzles.players.levels import LEVELS, PLAYERS, SEARCH_LEVEL
from winnow_puzzles.players.simple import better

Record = dict[str, Any]


@dataclass(frozen=True)
class Rated:
    """One puzzle: the deal under the rules that state its goal, its level, and the verdict with its line."""

    deal: Deal
    level: int
    verdict: Record
    climb: Climb


def pack_rules(game: str, given: Mapping[str, Any]) -> Record:
    """Return the rules of a pack, every option spelled out.

    Raises RuleError for rules that no pack can have: decks that are not numbered, or play without a choice.
    """
    kind = game_type(game)
    puzzles = PUZZLES.of(kind.name)
    rules: Record = read_rules(kind, {**puzzles.pack_defaults, **given}).spelled_out()
    puzzles.check_pack_rules(rules)
    return rules


def rate(deal: Deal, levels: Collection[int] = LEVELS, whole_ladder: bool = False) -> Iterator[Rated]:
    """Yield the puzzles that the deal makes at these levels; `whole_ladder`: all players play, also above the level."""
    if not PUZZLES.of(deal.game).may_be_puzzle(deal):
        return
    if PUZZLES.of(deal.game).score_goal:
        yield from _by_score(deal, levels)
        return
    result = climb(deal, until_won=not whole_ladder)
    for level in PLAYERS:
        if all(name in result.played for name in PLAYERS[level]):
            name, best = result.best(deal, level)
            if best.won:
                if level in levels:
                    yield Rated(deal, level, _won_by(deal, name, best.line), result)
                return
    if SEARCH_LEVEL in levels:
        found = search(deal).answer
        if found.verdict == "winnable":
            yield Rated(deal, SEARCH_LEVEL, _won_by(deal, found.engine, found.line or ()), result)


def _by_score(deal: Deal, levels: Collection[int]) -> Iterator[Rated]:
    result = climb(deal, until_won=False)
    game = deal.bind()
    weaker: int | None = None
    for level in PLAYERS:
        name, best = result.best(deal, level)
        if best.score is not None and better(game, best.score, weaker):
            if level in levels:
                goal = with_goal(deal, best.score)
                yield Rated(goal, level, _won_by(goal, name, best.line), result)
            weaker = best.score
    if SEARCH_LEVEL in levels:
        found = search(deal, best=True).answer
        if found.optimal and found.score is not None and better(game, found.score, weaker):
            goal = with_goal(deal, found.score)
            yield Rated(goal, SEARCH_LEVEL, _won_by(goal, found.engine, found.line or ()), result)


def with_goal(deal: Deal, score: int) -> Deal:
    """Return the deal under the rules that ask for this score."""
    puzzles = PUZZLES.of(deal.game)
    wanted = {**deal.rules.spelled_out(), **puzzles.goal_rules(score)}
    return replace(deal, rules=read_rules(game_type(deal.game), wanted))


def search(deal: Deal, best: bool = False) -> Verdict:
    """Return what full search finds within its positions."""
    puzzles = PUZZLES.of(deal.game)
    limits = Limits(positions=puzzles.search_positions, memory=None)
    return answer(Question(deal, best=best, engine=puzzles.engine), watched_budget(limits))


def _won_by(deal: Deal, player: str, line: tuple[str, ...]) -> Record:
    """Return the part of a verdict that a puzzle holds; its deal and rules stand beside it.

    Raises UnsoundLineError if the rules do not confirm the line as a win.
    """
    game = deal.bind()
    shown = game.tidy(game.start(), line)
    score = game.score(replay(game, game.start(), shown))
    confirmed(Task(game, game.start()), Answer("winnable", player, score, line=shown))
    return {"verdict": "winnable", "score": score, "line": list(shown), "engine": player}
