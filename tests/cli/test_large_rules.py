"""Each game with each numeric rule at 10**9 and at its maximum: limits and Ctrl-C end every command."""

import dataclasses
import signal
import subprocess
import sys
import time

import pytest

from winnow.core.games import GAMES

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
ENDS = 20
"""Seconds in which every process must end, including its start on a busy machine."""

# Prints a line when it has started, so that Ctrl-C reaches the search.
PROGRAM = """
import sys
from winnow.cli import main
print("started", file=sys.stderr, flush=True)
main()
"""


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


def ends(question, game, rules, deal, seconds=None):
    """Return how the question ended in a process of its own: with `seconds` as its limit, or under Ctrl-C."""
    command = [*QUESTIONS[question], game, *deal, *(f"--rule={name}={value}" for name, value in rules.items())]
    command += [] if seconds is None else ["--seconds", str(seconds)]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    try:
        process.stderr.readline()
        if seconds is None:
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=ENDS)
    finally:
        process.kill()
    return process.returncode, err


def check_limit(case):
    status, err = ends(*case, seconds=1)
    assert (status in (0, 3), err) == (True, ""), case


def check_interrupt(case):
    status, err = ends(*case)
    # A process that receives the signal during its shutdown is killed by it.
    assert (status in (0, 3, 130, -signal.SIGINT), err.strip()) == (True, ""), case


@pytest.mark.parametrize("case", FEW, ids=lambda case: f"{case[0]}-{case[1]}")
def test_large_rules_keep_to_the_seconds(case):
    check_limit(case)


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a child are POSIX")
@pytest.mark.parametrize("case", FEW[:3], ids=lambda case: f"{case[0]}-{case[1]}")
def test_large_rules_leave_a_search_to_ctrl_c(case):
    check_interrupt(case)


@pytest.mark.full
@pytest.mark.parametrize("case", EVERY, ids=str)
def test_every_large_rule_keeps_to_the_seconds(case):
    check_limit(case)


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="signals to a child are POSIX")
@pytest.mark.parametrize("case", EVERY, ids=str)
def test_every_large_rule_leaves_a_search_to_ctrl_c(case):
    check_interrupt(case)
