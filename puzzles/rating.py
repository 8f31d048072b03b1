"""Rating: which puzzles a deal makes, at which level, with a line that solves each.

Most games have a goal of their own, and a deal is then one puzzle. Where the score is the goal (Head), the
goal of a level is the score that its rung reaches and no weaker one does, so a deal can be a puzzle at several levels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from puzzles.ladder import LEVELS, PLAYERS, SEARCH_LEVEL, Climb, climb
from puzzles.players import better
from solver.deals import Deal, game_type
from solver.engines.base import Question, confirmed
from solver.games import RuleError, read_rules
from solver.running import watched_budget
from solver.solving import Ask, answer
from solver.verdicts import Answer, Limits, Verdict

SEARCH_POSITIONS = 400_000
"""What full search may take for one deal: a count, so that a pack is the same on every machine."""
SEARCH_ENGINES = {"universal": "universal-beam"}
"""The engine of rung 5 where it is not the game's preferred one: packs rest on integer searches only."""
SCORE_GOALS = {"head": "target"}
"""The games whose goal is a score, and the rule that states it."""
RULES = {"single-left": {"discarding": "optional"}}
"""The rules of a pack where they are not the game's defaults."""
_SCREENED = frozenset({"single-left"})
"""The games in which most deals are lost and a proof of that is cheaper than the ladder."""

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
    rules: Record = read_rules(kind, {**RULES.get(kind.name, {}), **given}).spelled_out()
    if rules["deck"] == "as-dealt":
        raise RuleError("rule deck=as-dealt: a pack is made of numbered deals, which shuffle the full deck")
    if rules.get("discarding") == "forced":
        raise RuleError("rule discarding=forced: it leaves no choice, so there is nothing to puzzle over")
    return rules


def rate(deal: Deal, levels: Collection[int] = LEVELS) -> Iterator[Rated]:
    """Yield the puzzles that the deal makes at these levels."""
    if deal.game in SCORE_GOALS:
        yield from _by_score(deal, levels)
        return
    if deal.game in _SCREENED and search(deal).verdict != "winnable":
        return
    result = climb(deal, until_won=True)
    for level, names in PLAYERS.items():
        for name in names:
            if name in result.played and result.played[name].won:
                if level in levels:
                    won = result.played[name]
                    yield Rated(deal, level, _won_by(deal, name, won.score, won.line), result)
                return
    if SEARCH_LEVEL in levels:
        found = search(deal).answer
        if found.verdict == "winnable":
            yield Rated(deal, SEARCH_LEVEL, _won_by(deal, found.engine, found.score, found.line or ()), result)


def _by_score(deal: Deal, levels: Collection[int]) -> Iterator[Rated]:
    result = climb(deal, until_won=False)
    game = deal.bind()
    weaker: int | None = None
    for level, names in PLAYERS.items():
        best = result.best(deal, level)
        if better(game, best.score, weaker):
            if level in levels:
                goal = with_goal(deal, best.score)
                name = next(name for name in names if result.played[name] == best)
                yield Rated(goal, level, _won_by(goal, name, best.score, best.line), result)
            weaker = best.score
    if SEARCH_LEVEL in levels:
        found = search(deal, best=True).answer
        if better(game, found.score, weaker):
            goal = with_goal(deal, found.score)
            yield Rated(goal, SEARCH_LEVEL, _won_by(goal, found.engine, found.score, found.line or ()), result)


def with_goal(deal: Deal, score: int | None) -> Deal:
    """Return the deal under the rules that ask for this score."""
    rules = {**deal.rules.spelled_out(), SCORE_GOALS[deal.game]: score}
    return replace(deal, rules=read_rules(game_type(deal.game), rules))


def search(deal: Deal, best: bool = False) -> Verdict:
    """Return what full search finds within its positions."""
    limits = Limits(positions=SEARCH_POSITIONS, memory=None)
    return answer(Ask(deal, best=best, engine=SEARCH_ENGINES.get(deal.game)), watched_budget(limits))


def _won_by(deal: Deal, player: str, score: int | None, line: tuple[str, ...]) -> Record:
    """Return the part of a verdict that a puzzle holds; its deal and rules stand beside it.

    Raises UnsoundLineError if the rules do not confirm the line.
    """
    game = deal.bind()
    shown = game.tidy(game.start(), line)
    confirmed(Question(game, game.start()), Answer("winnable", player, score, line=shown))
    return {"verdict": "winnable", "score": score, "line": list(shown), "engine": player}
