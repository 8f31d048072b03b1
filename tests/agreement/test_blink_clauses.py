"""The referee's clauses for Blink can be satisfied exactly if a line wins, or reaches the score."""

from __future__ import annotations

import gzip
import io
import json

import pytest
from click.testing import CliRunner
from pysat.solvers import Glucose4

from blink_decks import solved_by_plain_search
from winnow.api.pose import pose
from winnow.checking.certificates import check_certificate
from winnow.cli import command
from winnow.core.engine import Task
from winnow.core.lines import replay
from winnow.core.meter import Meter
from winnow.games.blink.referee.clauses import BlinkClauses
from winnow.games.blink.rules import ways
from winnow.search import plain
from winnow_kernels.common.budget import Budget


def satisfiable(clauses):
    with Glucose4(bootstrap_with=[clause for part in clauses for clause in part]) as solver:
        return solver.solve()


def agrees(seed, count):
    """Compare the clauses with plain search; return how many positions were lost and how many won."""
    lost = won = 0
    for game, position, truth in solved_by_plain_search(seed, count, best=False):
        if not position.left:
            continue
        wins = satisfiable(BlinkClauses(game, position).write())
        assert wins == (truth.verdict == "winnable"), (game.deal, game.rules, position)
        won += wins
        lost += not wins
    return lost, won


def test_clauses_agree_with_plain_search():
    lost, won = agrees(1, 40)
    assert min(lost, won) > 6


@pytest.mark.full
def test_clauses_agree_with_plain_search_at_length():
    print("lost and won positions that agree:", agrees(2, 3000))


def scores_agree(seed, count):
    """Compare the clauses of better scores with plain search; return the number of best scores."""
    scored = 0
    for game, position, truth in solved_by_plain_search(seed, count, best=True):
        if not position.left:
            continue
        asked = (0, 7) if truth.score is None else (truth.score - 2, truth.score - 1, truth.score, truth.score + 5)
        for above in asked:
            better = truth.score is not None and truth.score > above
            asked_for = (game.deal, game.rules, position, above)
            assert satisfiable(BlinkClauses(game, position, above).write()) == better, asked_for
        scored += truth.score is not None
    return scored


def test_clauses_of_better_scores_can_be_satisfied_only_if_there_is_one():
    assert scores_agree(3, 18) > 3


@pytest.mark.full
def test_clauses_of_better_scores_can_be_satisfied_only_if_there_is_one_at_length():
    print("best scores that agree:", scores_agree(4, 2000))


def test_best_scores_are_proved_and_no_better_bound_is(tmp_path):
    deal = "1RS 1RM 2RM 2BM 2BS 3BS"
    rules = {"deck": "as-dealt", "columns": 3, "rows": 2, "hold": 2}
    file = tmp_path / "best.gz"
    args = [f"--rule={name}={value}" for name, value in rules.items()]
    for after in ("", "1RS@0,0 1RM@1,0"):
        done = CliRunner().invoke(command, ["prove", "blink", deal, *args, "--best", "--after", after, "-o", str(file)])
        assert (done.exit_code, "(clauses)" in done.output) == (0, True), done.output
        header, *proof = gzip.decompress(file.read_bytes()).decode().splitlines()
        record = json.loads(header)
        assert record["optimal"]
        assert CliRunner().invoke(command, ["check", str(file)]).exit_code == 0
        for change in (
            {"bound": record["bound"] - 2, "line": None, "score": None, "optimal": False, "verdict": "undecided"},
            {"verdict": "unwinnable", "line": None, "score": None, "optimal": False},
            {"bound": None, "optimal": False},
        ):
            text = "".join(f"{line}\n" for line in (json.dumps({**record, **change}), *proof))
            result = check_certificate(io.BytesIO(gzip.compress(text.encode())), Meter())
            assert result.status == "failed", (change, result.text)


def test_of_two_cards_each_table_is_as_the_rules_say():
    """All pairs of cards on all small tables, with and without a first placement: plain search and the clauses."""
    for a, b in (("1RS", "1GM"), ("1RS", "2GM"), ("1RS", "1RS")):
        for columns, rows in ((1, 1), (2, 1), (1, 2), (2, 2)):
            question = pose(
                "blink", f"{a} {b}", rules={"deck": "as-dealt", "columns": columns, "rows": rows, "hold": 0}
            )
            game = question.deal.bind()
            for after in ((), (f"{a}@5,-3",)):
                position = replay(game, game.start(), after)
                truth = plain.solve(Task(game, position), Budget())
                wins = columns * rows > 1 and ways(a, b) > 0
                assert (truth.verdict == "winnable") == wins == satisfiable(BlinkClauses(game, position).write())
