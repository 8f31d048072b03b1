"""The command: what each question prints for people and for programs."""

import doctest
import signal
from pathlib import Path

import pytest

from command_help import run, said
from winnow.core.deals import Deal
from winnow.core.games import GAMES

SMALL = ["universal", "--rule", "deck=as-dealt", "--rule", "columns=2"]
WON = "3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M"
LOST = "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E"


def answer(*args):
    """Return the one object that a command prints with --json, and its exit status."""
    ended = run(*args, "--json")
    (record,) = ended.records
    return record, ended.status


def test_solve_prints_one_verdict():
    record, status = answer("solve", *SMALL, WON)
    assert status == 0
    assert list(record)[:16] == [
        *("format", "game", "rules", "deal", "number", "after", "question", "verdict"),
        *("score", "bound", "optimal", "line", "proof", "reason", "positions", "seconds"),
    ]
    assert record["rules"] == {"deck": "as-dealt", "draw": 3, "passes": 3, "columns": 2, "watch": "top"}
    assert (record["verdict"], record["score"], record["optimal"]) == ("winnable", 15, True)
    for cards in (WON.lower().split(), [WON.replace(" ", ", ")]):
        assert answer("solve", *SMALL, *cards)[0]["line"] == record["line"]
    for separator in (" ", ";", " ; "):
        later, _ = answer("solve", *SMALL, WON, "--after", separator.join(record["line"][:5]))
        assert (later["verdict"], later["after"]) == ("winnable", record["line"][:5])


def test_a_limit_leaves_a_question_undecided_with_status_3():
    record, status = answer("solve", "blink", "--number", 0, "--best", "--positions", 20)
    assert (status, record["verdict"], record["stopped"]) == (3, "undecided", "positions")
    record, _ = answer("hint", "one-minute", "--number", 1, "--positions", 100)
    assert (record["verdict"], record["stopped"]) == ("undecided", "positions")
    record, status = answer("solve", "single-left", "--number", 3, "--rule", "redeals=1000000", "--best")
    assert (status, record["verdict"], record["line"]) == (0, "unwinnable", None)


def test_people_see_table_verdict_and_steps():
    text = said("solve", *SMALL, WON)
    assert all(part in text for part in ("Stock, next first:", "This deal can be won.", "1. ", "Line: "))
    assert "\x1b" not in text


@pytest.mark.parametrize("game", ["blink", "head", "one-minute", "single-left", "universal"])
def test_every_game_is_shown_and_told(game):
    assert len(said("deal", game, "--number", 3, "--layout").splitlines()) > 2
    small = {"head": "AM AS AW AL AY AK 2MK 2SY", "universal": WON, "blink": "3RS 3RM 4RS 1RT"}
    deal = [game, "--rule", "deck=as-dealt", small.get(game, "AC 2D 3H AS")]
    deal += ["--rule", "columns=2"] if game == "universal" else []
    assert "Line: " in said("solve", *deal, "--best")
    assert "verdict" in said("hint", *deal)


def test_games_lists_rules_and_defaults():
    text = said("games")
    assert all(part in text for part in ("one-minute", "passing=free", "extended=false", "goal=clear", "columns=10"))
    assert {record["game"] for record in run("games", "--json").records} == set(GAMES)


def test_hint_lists_every_legal_move():
    record, status = answer("hint", *SMALL, LOST)
    assert (status, record["format"], record["verdict"]) == (0, "winnow-hint/1", "unwinnable")
    assert [move["move"] for move in record["moves"]] == ["T"]
    assert set(record["moves"][0]) == {"move", "verdict", "score", "bound"}


def test_hint_says_where_a_line_lost_the_win():
    deal = "1E 2V 5E 4M 4V 3E 1M 2E 3V 3M 1V 2M 4E 5V 5M"
    line = "1>2 T 2! T T W! W^2 T T 2! R T T T W^2 T R T T W! W! T W^2 W! 2! T"
    assert said("hint", *SMALL, deal, "--line", line) == "Move 26, T, lost the win. Moves that keep it: W!, W>2.\n"
    record, _ = answer("hint", *SMALL, deal, "--line", line)
    assert (record["format"], record["kept"], record["lost"]) == ("winnow-review/1", 25, 26)
    assert "keeps the win" in said("hint", *SMALL, deal, "--line", line.removesuffix(" T"))
    assert "before the first" in said("hint", *SMALL, LOST, "--line", "T")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_line_costs_only_itself(jobs, tmp_path):
    deals = [Deal.numbered("single-left", number).text for number in range(200)]
    deals[100] = deals[100].replace("AS", "AZ")
    (tmp_path / "deals").write_text("\n".join(["# deals", *deals, ""]))
    ended = run("solve", "single-left", "--file", tmp_path / "deals", "--jobs", jobs, "--json")
    assert (ended.status, [record["deal"] for record in ended.records]) == (2, deals)
    ((place, wrong),) = ((i, record) for i, record in enumerate(ended.records) if record["verdict"] == "invalid")
    assert (place, "line 102: card" in wrong["reason"]["text"], "'AZ'" in wrong["reason"]["text"]) == (100, True, True)


def test_deals_are_read_from_standard_input():
    ended = run("solve", *SMALL, "--file", "-", stdin=f"{WON}\n\n{LOST}  # lost\n")
    assert (ended.status, ended.out.splitlines()) == (0, ["line 1: winnable, score 15", "line 3: unwinnable"])


def test_no_arguments_show_the_help_and_signals_stay_as_they_were():
    ended = run()
    assert (ended.status, "Commands:" in ended.err) == (2, True)
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_bench_prints_repeatable_positions_of_one_workload_at_any_size():
    asked = ("bench", "universal", "--only", "draw 1, 1 pass, win", "--deals", 3)
    (first, _), (second, _) = (answer(*asked) for _ in range(2))
    assert (first["deals"], first["decided"], first["workload"]) == (3, 3, "draw 1, 1 pass, win")
    assert first["positions"] == second["positions"] > 0
    assert first["peak_mib"] > 0


def test_the_readme_runs():
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    parsed = doctest.DocTestParser().get_doctest(readme, {}, "README", "README.md", 0)
    assert len(parsed.examples) > 5
    assert doctest.DocTestRunner(verbose=False).run(parsed).failed == 0
