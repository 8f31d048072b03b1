"""Long deals: reading, set-up and positions of each deal stay within the limits."""

import itertools
import json
import os
import time

import pytest

from limits_help import most_mib, run
from winnow.api.pose import pose
from winnow.checking.records import check
from winnow.cli import common, main
from winnow.core.cards import BLINK
from winnow.games.blink.rules import ways

CARDS = 8_000
"""Cards enough for a thousand positions to take a hundred MiB."""


def solve_long(tmp_path, game, cards, *options):
    """Solve a file of one long deal that repeats these cards."""
    deals = tmp_path / "deals.txt"
    deals.write_text(" ".join(itertools.islice(itertools.cycle(cards), CARDS)) + "\n")
    return run("solve", game, "--file", deals, "--rule", "deck=as-dealt", "--json", *options, timeout=300)


def test_a_line_that_no_deal_needs_is_refused_before_its_cards_are_read(tmp_path):
    deals = tmp_path / "deals.txt"
    deals.write_text("AS " * 5_000_000)
    done = run("solve", "single-left", "--file", deals, "--rule", "deck=as-dealt", "--memory", 64)
    assert (done.status, done.errors) == (2, [f"winnow: {deals}: line 1 has more than 1,048,576 characters"])
    assert done.peak <= most_mib(16)


def test_a_deal_for_which_there_is_no_memory_is_undecided_and_the_next_one_runs(tmp_path):
    deals = tmp_path / "deals.txt"
    deals.write_text("AS " * 300_000 + "\nAS 2S 3S 4S\n")
    done = run("solve", "single-left", "--file", deals, "--rule", "deck=as-dealt", "--memory", 16, "--json")
    long, short = map(json.loads, done.out.splitlines())
    assert (done.status, long["verdict"], long["stopped"], done.errors) == (3, "undecided", "memory", [])
    assert short["verdict"] == "unwinnable"
    assert done.peak <= most_mib(16)


@pytest.mark.parametrize(
    "command",
    [["solve"], ["solve", "--best"], ["hint"], ["hint", "--line", "draw"], ["prove", "-o", "-"], ["count"],
     ["prove", "--bundle", "-o", "-"], ["construct", "--clears"]],
    ids=" ".join,
)  # fmt: skip
def test_a_deal_on_the_command_line_is_read_within_the_memory(command):
    done = run(*command, "single-left", "AS " * 30_000, "--rule", "deck=as-dealt", "--memory", 1)
    assert (done.status, done.out) == (3, "")
    assert done.errors == ["winnow: the memory limit was reached as the deal was read (--memory raises it)"]


def deck_of(tmp_path, cards):
    """Write a deck file of equal cards; return the rule that names it."""
    deck = tmp_path / "deck"
    deck.write_text("1RS\n" * cards)
    return f"deck={deck}"


@pytest.mark.parametrize("command", [["solve"], ["hint"], ["prove", "-o", os.devnull], ["count"]], ids=" ".join)
def test_a_numbered_deal_is_made_within_the_memory(command, tmp_path):
    rules = ["--rule", deck_of(tmp_path, 6_000), "--rule", "decks=40"]
    done = run(*command, "blink", "--number", 1, *rules, "--memory", 16)
    assert (done.status, done.out) == (3, "")
    assert done.errors == ["winnow: the memory limit was reached as the deal was read (--memory raises it)"]
    assert done.peak <= most_mib(16)


def test_decks_of_more_cards_than_any_deal_are_refused(tmp_path):
    done = run("solve", "blink", "--number", 1, "--rule", deck_of(tmp_path, 6_000), "--rule", "decks=50")
    assert (done.status, done.errors) == (2, ["winnow: the deal has more than 1,048,576 characters"])


def test_a_long_line_is_replayed_within_the_seconds(tmp_path):
    deals = tmp_path / "deals.txt"
    deals.write_text("AS " * 60_000)
    limits = ["--seconds", 1, "--memory", 64]
    done = run("solve", "single-left", "--best", "--file", deals, "--rule", "deck=as-dealt", *limits, "--json")
    record = json.loads(done.out)
    assert (done.status, record["stopped"], record["line"], record["score"]) == (3, "seconds", None, None)
    assert done.cpu < 4
    assert check(record).status == "unproven"


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "head", "--number", "3"],
        ["hint", "head", "--number", "3"],
        ["prove", "head", "--number", "3", "-o", os.devnull],
        ["count", "blink", "1RS 1RM", "--rule", "deck=as-dealt"],
    ],
    ids=lambda command: command[0],
)
def test_the_time_begins_before_the_deal_is_read(command, monkeypatch):
    def slow(*asked, **keywords):
        time.sleep(0.3)
        return pose(*asked, **keywords)

    monkeypatch.setattr(common, "pose", slow)
    with pytest.raises(SystemExit) as ended:
        main([*command, "--seconds", "0.2"])
    assert ended.value.code == 3


def test_moves_of_one_position_keep_to_the_memory():
    # Each of the cards can be played next, and leaves all the others.
    for command in (["solve", "--best"], ["hint"]):
        done = run(*command, "one-minute", "AS " * CARDS, "--rule", "deck=as-dealt", "--rule", f"handlings={CARDS}",
                   "--after", "AS", "--memory", 16, "--json")  # fmt: skip
        record = json.loads(done.out)
        assert (done.status, record["verdict"], record["stopped"]) == (3, "undecided", "memory")
        assert done.peak <= most_mib(16)
        assert check(record).status == "unproven"


def test_positions_of_a_long_deal_keep_to_the_memory(tmp_path):
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    done = solve_long(tmp_path, "single-left", cards, "--rule", "discarding=optional", "--memory", 16)
    assert (done.status, json.loads(done.out)["verdict"], done.errors) == (3, "undecided", [])
    assert done.peak <= most_mib(16)


def test_two_parts_of_a_long_deal_are_told_without_a_try_of_every_card(tmp_path):
    # Any card may come first; neither half matches the other.
    done = solve_long(tmp_path, "blink", ["1RS", "2GM"], "--rule", f"hold={10**18 - 1}", "--rule", "columns=200",
                      "--rule", "rows=200", "--seconds", 1)  # fmt: skip
    assert (done.status, json.loads(done.out)["reason"]["kind"], done.errors) == (0, "match-graph", [])
    assert done.cpu < 10


def test_positions_that_take_long_keep_to_the_seconds(tmp_path):
    # Any two match and all are available: each position has thousands of placements.
    cards = [token for token in BLINK.tokens if ways(token, "1RS") >= 2]
    options = ["--rule", f"hold={10**9}", "--rule", "columns=200", "--rule", "rows=200", "--seconds", 1]
    done = solve_long(tmp_path, "blink", cards, *options)
    assert (done.status, json.loads(done.out)["verdict"], done.errors) == (3, "undecided", [])
    assert done.cpu < 6
