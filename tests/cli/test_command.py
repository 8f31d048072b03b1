"""The command as users and programs run it: in a process of its own."""

import doctest
import json
import subprocess
import sys
from pathlib import Path

import pytest

from winnow.core.deals import Deal
from winnow.core.games import GAMES

WINNOW = [sys.executable, "-c", "from winnow.cli import main; main()"]
SMALL = ["universal", "--rule", "deck=as-dealt", "--rule", "columns=2"]
WON = "3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M"
LOST = "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E"


def run(*args, stdin=None, program=WINNOW):
    return subprocess.run([*program, *map(str, args)], input=stdin, capture_output=True, text=True, check=False)


def records(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def refused(result, *parts):
    """Assert one clear line on stderr, nothing on stdout, exit status 2."""
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert all(part in result.stderr for part in parts), result.stderr


def test_solve_prints_one_verdict():
    result = run("solve", *SMALL, WON, "--json")
    (record,) = records(result)
    assert result.returncode == 0
    assert list(record)[:16] == [
        *("format", "game", "rules", "deal", "number", "after", "question", "verdict"),
        *("score", "bound", "optimal", "line", "proof", "reason", "positions", "seconds"),
    ]
    assert record["rules"] == {"deck": "as-dealt", "draw": 3, "passes": 3, "columns": 2, "watch": "top"}
    assert (record["verdict"], record["score"], record["optimal"]) == ("winnable", 15, True)


@pytest.mark.parametrize("number", range(3))
def test_full_universal_deals_are_won(number):
    (record,) = records(run("solve", "universal", "--number", number, "--json"))
    game = Deal.numbered("universal", number).bind()
    position = game.start()
    for move in record["line"]:
        position = game.play(position, move)
    assert record["verdict"] == "winnable"
    assert game.won(position)


def start(*args, **options):
    # Unbuffered, so that readline takes no more than its line from the pipe.
    return subprocess.Popen([*WINNOW, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, **options)


def test_tokens_may_stand_apart_or_together():
    apart = run("solve", *SMALL, *WON.lower().split(), "--json")
    together = run("solve", *SMALL, WON.replace(" ", ", "), "--json")
    assert [r["line"] for r in records(apart)] == [r["line"] for r in records(together)]


def test_undecided_is_exit_3():
    result = run("solve", "blink", "--number", 0, "--best", "--positions", 20, "--json")
    (record,) = records(result)
    assert (result.returncode, record["verdict"], record["stopped"]) == (3, "undecided", "positions")


def test_people_see_table_verdict_and_steps():
    result = run("solve", *SMALL, WON)
    assert result.returncode == 0
    for part in ("Stock, next first:", "This deal can be won.", "1. ", "Line: "):
        assert part in result.stdout
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("game", ["blink", "head", "one-minute", "single-left", "universal"])
def test_every_game_is_shown_and_told(game):
    assert len(run("deal", game, "--number", 3, "--layout").stdout.splitlines()) > 2
    small = {"head": "AM AS AW AL AY AK 2MK 2SY", "universal": WON, "blink": "3RS 3RM 4RS 1RT"}
    tokens = small.get(game, "AC 2D 3H AS")
    columns = ["--rule", "columns=2"] if game == "universal" else []
    result = run("solve", game, "--rule", "deck=as-dealt", *columns, "--best", tokens)
    assert result.returncode == 0, result.stderr
    assert "Line: " in result.stdout
    hints = run("hint", game, "--rule", "deck=as-dealt", *columns, tokens)
    assert hints.returncode == 0
    assert "verdict" in hints.stdout


def test_games_lists_rules_and_defaults():
    text = run("games").stdout
    assert all(part in text for part in ("one-minute", "passing=free", "extended=false", "goal=clear", "columns=10"))
    assert {record["game"] for record in records(run("games", "--json"))} == set(GAMES)


def test_after_starts_from_that_position():
    first = records(run("solve", *SMALL, WON, "--json"))[0]
    line = first["line"]
    for separator in (" ", ";", " ; "):
        second = records(run("solve", *SMALL, WON, "--after", separator.join(line[:5]), "--json"))[0]
        assert (second["verdict"], second["after"]) == ("winnable", line[:5])


def test_hint_lists_every_legal_move():
    result = run("hint", *SMALL, LOST, "--json")
    (record,) = records(result)
    assert (result.returncode, record["format"], record["verdict"]) == (0, "winnow-hint/1", "unwinnable")
    assert [move["move"] for move in record["moves"]] == ["T"]
    assert set(record["moves"][0]) == {"move", "verdict", "score", "bound"}


def test_hint_says_where_a_line_lost_the_win():
    deal = "1E 2V 5E 4M 4V 3E 1M 2E 3V 3M 1V 2M 4E 5V 5M"
    line = "1>2 T 2! T T W! W^2 T T 2! R T T T W^2 T R T T W! W! T W^2 W! 2! T"
    result = run("hint", *SMALL, deal, "--line", line)
    assert result.returncode == 0
    assert result.stdout == "Move 26, T, lost the win. Moves that keep it: W!, W>2.\n"
    (record,) = records(run("hint", *SMALL, deal, "--line", line, "--json"))
    assert (record["format"], record["kept"], record["lost"]) == ("winnow-review/1", 25, 26)
    assert "keeps the win" in run("hint", *SMALL, deal, "--line", line.removesuffix(" T")).stdout
    assert "before the first" in run("hint", *SMALL, LOST, "--line", "T").stdout


@pytest.fixture(scope="module")
def thousand(tmp_path_factory):
    lines = [Deal.numbered("single-left", number).text for number in range(1000)]
    lines[500] = lines[500].replace("AS", "AZ")
    file = tmp_path_factory.mktemp("batch") / "deals.txt"
    file.write_text("# a thousand deals\n" + "\n".join(lines) + "\n")
    return file


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_line_costs_only_itself(thousand, jobs):
    result = run("solve", "single-left", "--file", thousand, "--jobs", jobs, "--json")
    found = records(result)
    assert result.returncode == 2
    assert len(found) == 1000
    assert [i for i, record in enumerate(found) if record["verdict"] == "invalid"] == [500]
    assert "line 502: card" in found[500]["reason"]["text"]
    assert "'AZ'" in found[500]["reason"]["text"]
    deals = thousand.read_text().splitlines()[1:]
    assert [record["deal"] for record in found] == deals


def test_deals_are_read_from_standard_input():
    result = run("solve", *SMALL, "--file", "-", stdin=f"{WON}\n\n{LOST}  # lost\n")
    assert result.returncode == 0
    assert result.stdout.splitlines() == ["line 1: winnable, score 15", "line 3: unwinnable"]


def test_no_arguments_show_the_help():
    result = run()
    assert result.returncode == 2
    assert "Commands:" in result.stderr


def test_limits_hold_for_deals_with_many_redeals():
    result = run("solve", "single-left", "--number", 3, "--rule", "redeals=1000000", "--best", "--json")
    (record,) = records(result)
    assert (result.returncode, record["verdict"], record["line"]) == (0, "unwinnable", None)


def test_a_hint_says_why_it_is_undecided():
    (record,) = records(run("hint", "one-minute", "--number", 1, "--positions", 100, "--json"))
    assert (record["verdict"], record["stopped"]) == ("undecided", "positions")


def test_check_reads_what_solve_wrote(tmp_path):
    file = tmp_path / "verdicts.jsonl"
    file.write_text(run("solve", *SMALL, WON, "--json").stdout + run("solve", *SMALL, LOST, "--json").stdout)
    result = run("check", file)
    assert result.returncode == 0
    assert result.stdout.splitlines()[-1] == "1 unproven, 1 verified"
    changed = json.loads(file.read_text().splitlines()[0])
    changed["line"].pop()
    file.write_text(json.dumps(changed) + "\n")
    result = run("check", file)
    assert (result.returncode, "failed" in result.stdout) == (1, True)


def test_bench_prints_repeatable_positions():
    first, second = (records(run("bench", "universal", "--only", "draw 1", "--json", "--deals", 2)) for _ in range(2))
    assert [r["positions"] for r in first] == [r["positions"] for r in second]
    assert all(r["positions"] > 0 and r["peak_mib"] > 0 for r in first)


def test_bench_runs_one_workload_at_any_size():
    (record,) = records(run("bench", "universal", "--only", "draw 1, 1 pass, win", "--deals", 3, "--json"))
    assert (record["deals"], record["decided"], record["workload"]) == (3, 3, "draw 1, 1 pass, win")


def test_bench_writes_and_checks_certificates():
    asked = ("bench", "head", "--proofs", "--only", "8 cards", "--deals", 3)
    (record,) = records(run(*asked, "--json"))
    assert (record["claims"], record["proved"], record["verified"]) == (3, 3, 3)
    head, _, row = run(*asked, "--seconds", 60).stdout.splitlines()
    assert head.count("|") == row.count("|")
    assert row.startswith("| head | best | 8 cards, hand 4 | 3 | 0 | 3 | 3 |")


def test_the_readme_runs():
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    parsed = doctest.DocTestParser().get_doctest(readme, {}, "README", "README.md", 0)
    assert len(parsed.examples) > 5
    assert doctest.DocTestRunner(verbose=False).run(parsed).failed == 0
