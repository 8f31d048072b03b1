"""The command as users and programs run it: in a process of its own."""

import doctest
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
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


@pytest.mark.parametrize("number", range(10))
def test_full_universal_deals_are_won(number):
    (record,) = records(run("solve", "universal", "--number", number, "--json"))
    game = Deal.numbered("universal", number).bind()
    position = game.start()
    for move in record["line"]:
        position = game.play(position, move)
    assert record["verdict"] == "winnable"
    assert game.won(position)


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
    refused(run("solve", *SMALL, WON, "--after", "T W>9"), "move 2", "'W>9'", "legal there")


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
    refused(run("hint", *SMALL, deal, "--line", "T W>9"), "move 2", "'W>9'")


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["single-left", "--goal", "one", "--number", "1"], ["--rule goal=VALUE"]),
        (["universal", "--number", "-1"], ["-1", "out of range"]),
        (["universal", "--number", "one"], ["'one'"]),
        (["universal", "--number", "1", "--rule", "draw=0"], ["draw=0"]),
        (["universal", "--number", "1", "--rule", "draw"], ["name=value"]),
        (["universal", "--number", "1", "--rule", "speed=3"], ["no rule 'speed'"]),
        (["universal", "--number", "1", "--engine", "magic"], ["no engine 'magic'"]),
        (["universal", "--number", "1", "--without", "magic"], ["no technique 'magic'"]),
        (["klondike", "--number", "1"], ["unknown game 'klondike'"]),
        (["universal"], ["--number N"]),
        (["universal", "1E", "--number", "1"], ["give one of"]),
        (["single-left", "AC AC"], ["card 2", "AC"]),
        (["single-left", "--number", "1", "--seconds", "-1"], ["--seconds"]),
        (["single-left", "--file", "/no/such/file"], ["/no/such/file"]),
        (["single-left", "--file", "/"], ["/"]),
        (["single-left", "--frobnicate"], ["--frobnicate"]),
        (["universal", "--number", "1", "--seconds", "nan"], ["'nan'"]),
        (["universal", "--number", "1", "--memory", "inf"], ["'inf'"]),
        (["universal", "--number", "1", "--positions", "9" * 30], ["--positions"]),
        (["single-left", "--number", "1", "--rule", "redeals=a\nb"], ["redeals=a\\nb"]),
    ],
)
def test_mistakes_get_one_line(args, parts):
    refused(run("solve", *args), *parts)


def test_files_that_hold_no_deals_get_one_line(tmp_path):
    empty, binary = tmp_path / "empty.txt", tmp_path / "binary.txt"
    empty.write_text("\n# nothing\n")
    binary.write_bytes(bytes(range(256)) * 50)
    refused(run("solve", "universal", "--file", empty), "holds no deal")
    refused(run("solve", "universal", "--file", binary), "not a text file")


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


def start(*args, **options):
    # Unbuffered, so that readline takes no more than its line from the pipe.
    return subprocess.Popen([*WINNOW, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, **options)


def let_run(process, seconds):
    """Wait until the process has used `seconds` CPU seconds: then it is past its imports, even on a busy machine."""
    watched = psutil.Process(process.pid)
    while process.poll() is None and sum(watched.cpu_times()[:2]) < seconds:
        time.sleep(0.05)


def test_a_killed_batch_has_printed_whole_lines(thousand, tmp_path):
    output = tmp_path / "out.jsonl"
    with output.open("wb") as out:
        process = subprocess.Popen(
            [*WINNOW, "solve", "single-left", "--rule", "discarding=optional", "--file", str(thousand), "--json"],
            stdout=out,
        )
        while output.stat().st_size < 20_000 and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        process.wait()
    printed = output.read_text()
    assert printed.endswith("\n")
    assert all(json.loads(line)["format"] == "winnow-verdict/1" for line in printed.splitlines())


@pytest.mark.skipif(os.name == "nt", reason="signals to a child are POSIX")
@pytest.mark.parametrize("engine", [["one-minute"], ["universal", "--rule", "draw=1", "--rule", "passes=1"]])
def test_ctrl_c_prints_what_was_found(engine):
    process = start("solve", *engine, "--number", "0", "--best", "--engine", "plain", "--json")
    let_run(process, 1.5)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=300)
    assert (process.returncode, stderr) == (130, b"")
    assert json.loads(stdout)["stopped"] == "interrupt"


@pytest.mark.skipif(os.name == "nt", reason="signals to a child are POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_batch_with_whole_lines(tmp_path, jobs):
    file = tmp_path / "deals.txt"
    deals = [WON] * 50 + ["4M 1M 5E 3V 5M 1V 2V 4V 2E 4E 1E 3M 3E 2M 5V"] * 100_000
    file.write_text("\n".join(deals) + "\n")
    process = start("solve", *SMALL, "--file", str(file), "--json", "--jobs", jobs, start_new_session=True)
    first = process.stdout.readline()
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=300)
    assert (process.returncode, stderr) == (130, b"")
    records = [json.loads(line) for line in (first + stdout).decode().splitlines()]
    assert 50 <= len(records) < 100_000
    undecided = [record for record in records if record["verdict"] not in ("winnable", "unwinnable")]
    # At most one deal a process is under way when the signal comes.
    assert len(undecided) <= int(jobs)
    assert all((record["verdict"], record["stopped"]) == ("undecided", "interrupt") for record in undecided)


@pytest.mark.skipif(os.name == "nt", reason="signals to a child are POSIX")
@pytest.mark.parametrize(
    "command",
    [
        ["solve", "one-minute", "--file", "deals.txt", "--best", "--engine", "plain", "--json", "--jobs", "2"],
        ["bench", "single-left", "--only", "random games, forced", "--games", 10**12, "--json"],
    ],
)
def test_workers_end_with_a_killed_parent(tmp_path, command):
    deals = "\n".join(Deal.numbered("one-minute", number).text for number in range(4)) + "\n"
    (tmp_path / "deals.txt").write_text(deals)
    process = start(*map(str, command), cwd=tmp_path)
    watched = psutil.Process(process.pid)
    while process.poll() is None and len(watched.children(recursive=True)) < 2:
        time.sleep(0.05)
    process.kill()
    # The workers hold the same pipe: it ends when they do.
    stdout, _ = process.communicate(timeout=300)
    assert stdout == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is Linux")
def test_no_room_to_write_is_one_line():
    with Path("/dev/full").open("w") as full:
        result = subprocess.run([*WINNOW, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)


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
    for bad in ("", "not json\n", "[" * 100_000):
        file.write_text(bad)
        refused(run("check", file))


def test_bench_prints_repeatable_positions():
    first, second = (records(run("bench", "universal", "--only", "draw 1", "--json", "--deals", 2)) for _ in range(2))
    assert [r["positions"] for r in first] == [r["positions"] for r in second]
    assert all(r["positions"] > 0 and r["peak_mib"] > 0 for r in first)


def test_bench_runs_one_workload_at_any_size():
    (record,) = records(run("bench", "universal", "--only", "draw 1, 1 pass, win", "--deals", 3, "--json"))
    assert (record["deals"], record["decided"], record["workload"]) == (3, 3, "draw 1, 1 pass, win")
    refused(run("bench", "universal", "--only", "nothing"), "'nothing'")


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (("--proofs", "--ablate"), "two runs"),
        (("--ablate", "--markdown"), "--proofs"),
        (("--proofs", "--without", "parity"), "--ablate"),
        (("--ablate", "--without", "nothing"), "'nothing'"),
        (("--ablate", "--only", "nothing"), "'nothing'"),
        (("--slow", "--only", "nothing"), "'nothing'"),
        (("--fair", "--only", "nothing"), "'nothing'"),
    ],
)
def test_bench_refuses_options_that_have_no_effect(options, names):
    refused(run("bench", "single-left", *options), names)


def test_bench_writes_and_checks_certificates():
    asked = ("bench", "head", "--proofs", "--only", "8 cards", "--deals", 3)
    (record,) = records(run(*asked, "--json"))
    assert (record["claims"], record["proved"], record["verified"]) == (3, 3, 3)
    head, _, row = run(*asked, "--markdown", "--seconds", 60).stdout.splitlines()
    assert head.count("|") == row.count("|")
    assert row.startswith("| head | best | 8 cards, hand 4 | 3 | 0 | 3 | 3 |")
    refused(run("bench", "head", "--markdown"), "--proofs")
    refused(run("bench", "head", "--proofs", "--only", "nothing"), "'nothing'")


def test_the_readme_runs():
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    parsed = doctest.DocTestParser().get_doctest(readme, {}, "README", "README.md", 0)
    assert len(parsed.examples) > 5
    assert doctest.DocTestRunner(verbose=False).run(parsed).failed == 0
