"""Rating: which puzzles a deal makes, at which level, with a line that solves each.

Most games have a goal of their own, and a deal is then one puzzle. Where the score is the goal (Head, One-Minute), the
goal of a level is the score that its rung reaches and no weaker one does, so a deal can be a puzzle at several levels;
at the highest it is the best score there is, proved. Blink's small tables are puzzles if one layout alone fills them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from winnow.api.count import count_layouts
from winnow.api.solve import Ask, answer
from winnow.deals import Deal, game_type
from winnow.engines.base import Question, confirmed
from winnow.games import RuleError, read_rules
from winnow.lines import replay
from winnow.verdicts import Answer, Limits, Verdict
from winnow.workers.local import watched_budget
from winnow_puzzles.packs.dealing import tables
from winnow_puzzles.packs.tilings import count_fillings
from winnow_puzzles.players.ladder import Climb, climb
from winnow_puzzles.players.levels import LEVELS, PLAYERS, SEARCH_LEVEL
from winnow_puzzles.players.simple import better

SEARCH_POSITIONS = {"one-minute": 2_000_000}
"""What full search may take for one deal: a count, so that a pack is the same on every machine."""
OTHER_SEARCH_POSITIONS = 400_000
SEARCH_ENGINES = {"universal": "universal-beam", "blink": "blink-beam"}
"""The engine of rung 5 where it is not the game's preferred one: packs rest on integer searches only."""
RULES: Mapping[str, Mapping[str, Any]] = {
    "single-left": {"discarding": "optional"},
    "blink": {"deck": "as-dealt", "columns": 5, "rows": 3},
}
"""The rules of a pack where they are not the game's defaults."""
_SCORE_GOALS = {"head": "target", "one-minute": "pace"}
"""The games whose goal is a score, and the rule that states it."""
_FEW_CARDS = 12
"""So many cards the rules count faster than the engine."""
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
    if rules["deck"] == "as-dealt" and kind.name != "blink":
        raise RuleError("rule deck=as-dealt: a pack is made of numbered deals, which shuffle the full deck")
    if not tables(rules):
        raise RuleError("rule deck=as-dealt: the tables begin with columns=3, rows=3, hold=3; or play with deck=full")
    if rules.get("discarding") == "forced":
        raise RuleError("rule discarding=forced: it leaves no choice, so there is nothing to puzzle over")
    return rules


def rate(deal: Deal, levels: Collection[int] = LEVELS, whole_ladder: bool = False) -> Iterator[Rated]:
    """Yield the puzzles that the deal makes at these levels; `whole_ladder`: all players play, also above the level."""
    if deal.game in _SCORE_GOALS:
        yield from _by_score(deal, levels)
        return
    if deal.game in _SCREENED and search(deal).verdict != "winnable":
        return
    if deal.rules.deck == "as-dealt" and not _has_one_layout(deal):
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


def _has_one_layout(deal: Deal) -> bool:
    """Tell whether one layout alone fills the table, by the rules and by the engine's count."""
    if len(deal.cards) <= _FEW_CARDS and count_fillings(deal, 2) != 1:
        return False
    budget = watched_budget(Limits(positions=OTHER_SEARCH_POSITIONS, memory=None))
    counted = count_layouts(Ask(deal), 2, budget)
    return counted.exact and counted.layouts == 1 and count_fillings(deal, 2) == 1


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
    option = _SCORE_GOALS[deal.game]
    # A pace of two decimals, rounded up, allows exactly so many handlings.
    value = -(-100 * score // 60) / 100 if option == "pace" else score
    return replace(deal, rules=read_rules(game_type(deal.game), {**deal.rules.spelled_out(), option: value}))


def search(deal: Deal, best: bool = False) -> Verdict:
    """Return what full search finds within its positions."""
    limits = Limits(positions=SEARCH_POSITIONS.get(deal.game, OTHER_SEARCH_POSITIONS), memory=None)
    return answer(Ask(deal, best=best, engine=SEARCH_ENGINES.get(deal.game)), watched_budget(limits))


def _won_by(deal: Deal, player: str, line: tuple[str, ...]) -> Record:
    """Return the part of a verdict that a puzzle holds; its deal and rules stand beside it.

    Raises UnsoundLineError if the rules do not confirm the line as a win.
    """
    game = deal.bind()
    shown = game.tidy(game.start(), line)
    score = game.score(replay(game, game.start(), shown))
    confirmed(Question(game, game.start()), Answer("winnable", player, score, line=shown))
    return {"verdict": "winnable", "score": score, "line": list(shown), "engine": player}
