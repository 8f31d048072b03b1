"""The beam of Universal Solitaire against the plain engine, and on deals with known answers."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from winnow.api.hint import answer_hint
from winnow.core.cards import UNIVERSAL_RANKS, UNIVERSAL_SUITS
from winnow.core.deals import Deal
from winnow.core.engine import Task, confirmed
from winnow.core.game import Game
from winnow.core.question import Question
from winnow.games.universal import engine as universal
from winnow.games.universal.engine.solving import TECHNIQUES, solve_by_beams
from winnow.search.engines import choose
from winnow.search.questions import answer
from winnow_kernels.common.budget import Budget

CASES = [
    json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "universal.jsonl").read_text().splitlines()
]

# Deals (columns, draw, passes) on which a plausible but unsound pruning loses a win.
TRAPS = {
    "bar a lone card though talon cards fit above it": (
        (2, 3, 1),
        "SE 5E GV GM MV GE SV SM 7V 5V ME 7M 6E 6M 5M 6V MM 7E",
    ),
    "bar every foot of a longer column": ((1, 1, 1), "4M 1M 5E 3V 5M 1V 2V 4V 2E 4E 1E 3M 3E 2M 5V"),
    "force the lowest rank from the waste": ((1, 2, 2), "SE 6V MV ME SM MM 6M GE 7M 6E GV GM 7E 7V SV"),
    "bar a foot below which a column could merge": (
        (4, 3, 1),
        "7N 7V 6V 6M 5N MM MN GM GN 6N GV SN MV 7M SV 5M 5V SM",
    ),
    "never merge": ((2, 2, 1), "7V SV MV ME 6E GV 6M 7E GM SM MM GE 6V 7M SE"),
}


BEAM = [frozenset[str](), *(frozenset([name]) for name in sorted(TECHNIQUES)), TECHNIQUES]
SOLVERS = (solve_by_beams, universal.solve_by_clauses, universal.solve)
ENGINES = [*((solve_by_beams, without) for without in BEAM), *((solve, BEAM[0]) for solve in SOLVERS[1:])]


def small_game(deal: str, columns: int, draw: int, passes: int) -> Game[Any, Any]:
    rules = {"columns": columns, "draw": draw, "passes": passes, "deck": "as-dealt"}
    return Deal.parse("universal", deal, rules).bind()


def random_deal(rng: random.Random) -> list[str]:
    """Return a shuffled grid of 12 to 16 cards, mostly with Galaxies, often with Earth and Venus."""
    suits, ranks = rng.choice([(2, 6), (2, 7), (2, 8), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3)])
    top = rng.choice([10, 10, 10, rng.randint(ranks, 10)])
    chosen = ["E", "V", *rng.sample("JMNS", suits - 2)] if rng.random() < 0.5 else rng.sample(UNIVERSAL_SUITS, suits)
    cards = [rank + suit for rank in UNIVERSAL_RANKS[top - ranks : top] for suit in chosen]
    rng.shuffle(cards)
    return cards


@pytest.mark.parametrize(("solve", "without"), ENGINES)
@pytest.mark.parametrize("trap", TRAPS)
def test_wins_where_an_unsound_pruning_loses(trap, solve, without):
    options, deal = TRAPS[trap]
    game = small_game(deal, *options)
    answer = confirmed(task := Task(game, game.start(), without=without), solve(task, Budget()), Budget())
    assert answer.verdict == "winnable"


@pytest.mark.parametrize("solve", SOLVERS[:2])
def test_a_lost_deal_stays_lost_when_its_best_score_runs_out_of_budget(solve):
    case = next(case for case in CASES if not case["winnable"] and case["score"] > 0)
    game = Deal.parse("universal", case["deal"], case["rules"]).bind()
    win = Budget()
    solve(Task(game, game.start()), win)
    answer = solve(Task(game, game.start(), best=True), Budget(positions=win.positions))
    assert (answer.verdict, answer.bound) == ("unwinnable", len(game.deal) - 1)


@pytest.mark.parametrize("number", [2, 3, 13])
def test_a_hint_answers_moves_by_the_winning_line_where_the_rules_allow_it(number, monkeypatch):
    question = Question(Deal.numbered("universal", number))
    carried, searched = Budget(), Budget()
    hint = answer_hint(question, carried)
    monkeypatch.setattr("winnow.api.hint.choose", lambda *asked: replace(choose(*asked), carried=None))
    moves = answer_hint(question, searched).moves
    assert [(move.move, move.verdict) for move in hint.moves] == [(move.move, move.verdict) for move in moves]
    assert carried.positions < searched.positions


def test_a_wider_beam_wins_a_deal_that_takes_the_clauses_long():
    deal = Deal.numbered("universal", 930048, {"draw": 2})
    verdict = answer(Question(deal), Budget())
    assert (verdict.verdict, verdict.answer.engine) == ("winnable", "universal")
    # Beams up to 810 and 2,000 conflicts decide nothing; the clauses alone took three times as long.
    assert 100_000 < verdict.positions < 200_000


def test_a_hint_asks_the_clauses_at_once_where_the_beams_left_the_position_open(monkeypatch):
    question = Question(Deal.numbered("universal", 930027, {"draw": 2}))
    at_once, after_beams = Budget(), Budget()
    hint = answer_hint(question, at_once)
    monkeypatch.setattr(universal, "_AT_ONCE", -1)
    moves = answer_hint(question, after_beams).moves
    assert [(move.move, move.verdict) for move in hint.moves] == [(move.move, move.verdict) for move in moves]
    assert at_once.positions < after_beams.positions / 2
