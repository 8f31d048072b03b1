"""Limits and Ctrl-C end every command: long deals, and each numeric rule at 10**9 and at its maximum."""

import dataclasses
import itertools
import json
import signal
import subprocess
import sys
import time

import pytest

import winnow
from command_help import run as run_here
from limits_help import most_mib, run
from winnow.checking.records import check
from winnow.core.cards import BLINK
from winnow.core.games import GAMES
from winnow.games.blink.rules import ways

CARDS = 8_000
"""Cards enough for a thousand positions to take a hundred MiB."""


def test_a_deal_for_which_there_is_no_memory_is_undecided_and_the_next_one_runs(tmp_path):
    deals = tmp_path / "deals.txt"
    deals.write_text("AS " * 300_000 + "\nAS 2S 3S 4S\n")
    done = run("solve", "single-left", "--file", deals, "--rule", "deck=as-dealt", "--memory", 16, "--json")
    long, short = map(json.loads, done.out.splitlines())
    assert (done.status, long["verdict"], long["stopped"], done.errors) == (3, "undecided", "memory", [])
    assert short["verdict"] == "unwinnable"
    assert done.peak <= most_mib(16)


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_numbered_deal_is_made_within_the_memory(command, tmp_path):
    deck = tmp_path / "deck"
    deck.write_text("1RS\n" * 6_000)
    done = run(command, "blink", "--number", 1, "--rule", f"deck={deck}", "--rule", "decks=40", "--memory", 16)
    assert (done.status, done.out) == (3, "")
    assert done.errors == ["winnow: the memory limit was reached as the deal was read (--memory raises it)"]
    assert done.peak <= most_mib(16)


def test_a_long_line_is_replayed_within_the_seconds(tmp_path):
    deals = tmp_path / "deals.txt"
    deals.write_text("AS " * 60_000)
    limits = ["--seconds", 0.2, "--memory", 64]
    done = run("solve", "single-left", "--best", "--file", deals, "--rule", "deck=as-dealt", *limits, "--json")
    record = json.loads(done.out)
    assert (done.status, record["stopped"], record["line"], record["score"]) == (3, "seconds", None, None)
    assert done.cpu < 4
    assert check(record).status == "unproven"


def test_moves_of_one_position_keep_to_the_memory():
    # Each of the cards can be played next, and leaves all the others.
    for command in (["solve", "--best"], ["hint"]):
        done = run(*command, "one-minute", "AS " * CARDS, "--rule", "deck=as-dealt", "--rule", f"handlings={CARDS}",
                   "--after", "AS", "--memory", 16, "--json")  # fmt: skip
        record = json.loads(done.out)
        assert (done.status, record["verdict"], record["stopped"]) == (3, "undecided", "memory")
        assert done.peak <= most_mib(16)
        assert check(record).status == "unproven"


STANDARD = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
WIDE = ["--rule", "columns=200", "--rule", "rows=200", "--seconds", 1]
LONG = {
    "positions take memory": ("single-left", STANDARD, ["--rule", "discarding=optional", "--memory", 16], 3),
    # Any two match and all are available: each position has thousands of placements.
    "positions take long": (
        *("blink", [token for token in BLINK.tokens if ways(token, "1RS") >= 2]),
        *(["--rule", f"hold={10**9}", *WIDE], 3),
    ),
    # Two parts: any card may come first, and neither half matches the other, which no try of every card shows.
    "two parts": ("blink", ["1RS", "2GM"], ["--rule", f"hold={10**18 - 1}", *WIDE], 0),
}
"""Games with a long deal, which repeats these cards, options, and the status of the answer."""


@pytest.mark.parametrize("name", LONG)
def test_a_long_deal_keeps_to_its_limits(name, tmp_path):
    game, cards, options, status = LONG[name]
    (tmp_path / "deals").write_text(" ".join(itertools.islice(itertools.cycle(cards), CARDS)) + "\n")
    done = run("solve", game, "--file", tmp_path / "deals", "--rule", "deck=as-dealt", "--json", *options)
    assert (done.status, done.errors) == (status, [])
    assert json.loads(done.out)["verdict"] == ("unwinnable" if status == 0 else "undecided")
    assert done.peak <= most_mib(16) if "--memory" in options else done.cpu < 10


SMALL = {
    "blink": ("3RS 1RS 2GM 3GM 1GM", {}),
    "head": ("3LY 4MS CY 8MS AK AS 5ML 2MK 9MS 6LK 2SY CL 6SY 8YK 9LK 5YK", {}),
    "one-minute": ("2H 9D 3H 2C 9H 2D 3C 9C", {}),
    "single-left": ("2H 9D 3H 2C 9H 2D 3C", {}),
    "universal": ("2V 1E 3V 1V 2E 3E", {"columns": "2"}),
}
"""A deal of a few cards for each game, and the rules that it needs."""
OTHERWISE = {
    "head": {"melding": "optional"},
    "one-minute": {"passing": "forced"},
    "single-left": {"discarding": "optional"},
}
"""The other variant of play, which uses other kernels."""
ENDS, CPU = 60, 10
"""Seconds in which a process must end after Ctrl-C, also on a busy machine; and of the processor with `--seconds 1`."""

PROGRAM = """
import sys
from winnow.cli import main
print("started", file=sys.stderr, flush=True)
main()
"""
"""Prints a line when it has started, so that Ctrl-C reaches the search."""


def takes(read, value):
    try:
        read(str(value))
    except ValueError:
        return False
    return True


def sizes(field):
    """Return 10**9 and the largest value that the option takes, or only the latter; () if it takes no numbers."""
    read = field.metadata["read"]
    if field.name == "deck" or not any(takes(read, value) for value in (1, 3)) or takes(read, "maybe"):
        return ()
    low, high = 3, 10**400
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if takes(read, middle) else (low, middle)
    return (low,) if low < 10**9 else (10**9, low)


def cases():
    """Yield (game, rules of the small deal or of a full one, the deal's words)."""
    for game, (cards, needed) in SMALL.items():
        for field in dataclasses.fields(GAMES[game].rules_type()):
            for size in sizes(field):
                for other in ({}, OTHERWISE.get(game)):
                    if other is not None:
                        rules = {**other, field.name: str(size)}
                        yield game, {"deck": "as-dealt", **needed, **rules}, [cards]
                        yield game, rules, ["--number", "3"]


QUESTIONS = {"solve": ["solve"], "best": ["solve", "--best"], "hint": ["hint"], "fair": ["hint", "--fair"]}
EVERY = [(question, *case) for case in cases() for question in QUESTIONS]
FEW = [
    ("best", "head", {"deck": "as-dealt", "hand": "6", "target": "1", "passes": str(10**18 - 1)}, ["CY CK 8WL CL"]),
    ("best", "head", {"deck": "as-dealt", "passes": "10000"}, [SMALL["head"][0]]),
    ("solve", "head", {"melding": "optional", "passes": str(10**9)}, ["--number", "3"]),
    ("solve", "single-left", {"deck": "as-dealt", "discarding": "optional", "redeals": "1", "goal": str(10**18 - 1)},
     [SMALL["single-left"][0]]),
    ("solve", "single-left", {"goal": str(10**18 - 1)}, ["? " * 52]),
    ("hint", "one-minute", {"pickup": str(10**18 - 1)}, ["--number", "3"]),
    ("solve", "universal", {"passes": str(10**9)}, ["--number", "3"]),
    ("hint", "blink", {"columns": str(10**18 - 1)}, ["--number", "3"]),
    ("fair", "single-left", {"discarding": "optional", "redeals": str(10**18 - 1)}, ["--number", "3"]),
    ("fair", "universal", {"passes": "1000"}, ["--number", "3"]),
]  # fmt: skip


def asked(question, game, rules, deal):
    return [*QUESTIONS[question], game, *deal, *(f"--rule={name}={value}" for name, value in rules.items())]


@pytest.mark.parametrize("case", [*FEW, *(pytest.param(case, marks=pytest.mark.full) for case in EVERY)], ids=str)
def test_large_rules_keep_to_the_seconds(case):
    done = run(*asked(*case), "--seconds", 1)
    assert (done.status in (0, 3), done.errors, done.cpu < CPU) == (True, [], True)


@pytest.mark.parametrize("case", [*FEW[:3], *(pytest.param(case, marks=pytest.mark.full) for case in EVERY)], ids=str)
def test_large_rules_leave_a_search_to_ctrl_c(case):
    command = [sys.executable, "-c", PROGRAM, *asked(*case)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            process.stderr.readline()
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=ENDS)
        finally:
            process.kill()
    # A process that receives the signal during its shutdown is killed by it.
    assert (process.returncode in (0, 3, 130, -signal.SIGINT), err.strip()) == (True, "")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_hint_without_time_says_so(game):
    status, out, err = run_here("hint", game, "--number", 0, "--seconds", 1e-9)
    assert (status, err, "the time was up" in out) == (3, "", True)


@pytest.mark.parametrize("columns", [2 * 10**9 + 1, 10**18 - 1])
@pytest.mark.parametrize("best", [[], ["--best"]])
def test_a_cell_of_any_table_can_be_named(columns, best, tmp_path):
    table = ["--rule", "deck=as-dealt", "--rule", "first=centre", "--rule", f"columns={columns}", "1RS", "1RT"]
    proof = tmp_path / "proof"
    assert run_here("prove", "blink", *table, *best, "-o", proof).status == 0
    assert winnow.check(proof).status == "verified"
