"""Files of long deals: set-up and positions of each deal stay within the limits."""

import itertools
import json

from limits_help import most_mib, run
from winnow.core.cards import BLINK
from winnow.games.blink.rules import ways

CARDS = 8_000
"""Cards enough for a thousand positions to take a hundred MiB."""


def solve_long(tmp_path, game, cards, *options):
    """Solve a file of one long deal that repeats these cards."""
    deals = tmp_path / "deals.txt"
    deals.write_text(" ".join(itertools.islice(itertools.cycle(cards), CARDS)) + "\n")
    return run("solve", game, "--file", deals, "--rule", "deck=as-dealt", "--json", *options, timeout=100)


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
