"""Printed sentences: plurals, reasons of losses, headings, played lines, orders of a discard."""

import re

import pytest

from command_help import run, said
from winnow.bench.base import Deals, Sizes, first_cards, workloads
from winnow.core import commands
from winnow.core.deals import Deal
from winnow.core.face import FACES
from winnow.core.verdicts import Limits

SMALL_UNIVERSAL = ["universal", "--rule", "deck=as-dealt", "--rule", "columns=2"]
WON_UNIVERSAL = [*SMALL_UNIVERSAL, "3E 2E 3V 2V 5M 1V 5E 4E 1M 4M 1E 2M 5V 4V 3M"]
LOST = {
    "universal": [*SMALL_UNIVERSAL, "3V 5M 1M 4M 5V 2M 1E 5E 3E 2E 1V 4V 2V 3M 4E", "--engine", "plain"],
    "head": ["head", "--number", "3", "--rule", "passes=1"],
    "one-minute": ["one-minute", "--number", "0", "--rule", "handlings=100"],
    "single-left": ["single-left", "--rule", "deck=as-dealt", "AC 2D 3H 4S AD KS", "--engine", "plain"],
    "blink": ["blink", "--rule", "deck=as-dealt", "--rule", "columns=3", "--rule", "rows=2", "--rule", "hold=1",
              "4AT 3BD 4GF 3GM 1GT 5YM"],
}  # fmt: skip


@pytest.mark.parametrize("args", LOST.values(), ids=LOST)
def test_a_loss_found_by_search_says_why_to_believe_it(args):
    told = r"This deal cannot be won. Every line of play was tried or excluded by a proven rule \([\d,]+ positions? "
    assert re.search(rf"^{told}searched\), and none wins\.", said("solve", *args), re.MULTILINE)


def test_a_loss_names_what_was_reached_and_what_is_buried():
    assert "The best one found ends with 29 cards not in melds." in said("solve", *LOST["head"])
    text = said("solve", "universal", "--number", "3", "--rule", "draw=1", "--rule", "passes=1")
    assert "does not free 4J (in the waste under 13 cards), 3S (in the waste under 6 cards)." in text
    assert "3BD is the hardest: only 1 other can touch it." in said("solve", *LOST["blink"])
    assert "Every line of play was tried" in said("hint", *LOST["universal"])


def test_a_reason_that_was_asked_for_and_is_not_shown_is_told(tmp_path):
    told = "no reason for it: none was found that can be shown"
    rules = ["--rule", "deck=as-dealt", "--rule", "draw=1", "--rule", "passes=1", "--rule", "columns=1"]
    ordered = ["universal", *rules, "1J 3E 3J 2E 2J 4J 4E 1E"]
    for asked, shown in (([*ordered, "--reason"], True), ([*ordered], True), ([*LOST["head"], "--reason"], False)):
        assert (told in run("prove", *asked, "-o", tmp_path / "proof").err) != shown
    assert told not in run("prove", *WON_UNIVERSAL, "--reason", "-o", tmp_path / "proof").err


SINGLE = (
    "deal universal --number 1 --rule draw=1 --layout",
    "solve single-left --rule deck=as-dealt 'AC 2D 3D'",
    "solve one-minute --number 0 --after 8S",
)


@pytest.mark.parametrize("words", SINGLE)
def test_one_of_a_thing_is_no_plural(words):
    assert not re.search(r"\b1 (cards|positions|handlings|deals|puzzles|moves)\b", said(words))
    assert "ends with 1 handling," in run("solve one-minute 'AS AS' --rule deck=as-dealt").out


def test_a_hint_heads_its_columns():
    heading = next(line for line in said("hint", *WON_UNIVERSAL).splitlines() if line.startswith("move"))
    assert re.split(r"\s{2,}", heading.strip()) == ["move", "verdict", "best found", "proved: at most"]


def test_a_line_without_a_move_is_answered_for_its_start():
    asked = ("hint", "universal", "--number", "1", "--line", "")
    told = "The line has no move; before its first one the "
    best = "best score (60 cards on the bar, grade Top of your game) can still be reached."
    assert said(*asked).startswith(f"{told}deal can be won.")
    assert said(*asked, "--best").startswith(told + best)


def test_the_move_that_lost_the_best_score_is_named():
    line = ["--line", "T T T W! T 2! 1! T"]
    told = "Move 7, 1!, lost the best score (15 cards on the bar); after it the best is 7 cards on the bar. Moves that "
    assert said("hint", *WON_UNIVERSAL, "--best", *line) == f"{told}keep it: W^1.\n"
    assert said("hint", *WON_UNIVERSAL, *line) == "Move 7, 1!, lost the win. Moves that keep it: W^1.\n"


def test_a_bench_names_the_deals_not_decided():
    make = first_cards("single-left", 12, discarding="optional", redeals=1)
    workload = Deals("few positions", 3, make, limits=Limits(positions=1))
    assert workload.run(Sizes(1, None)).note.endswith("; not decided: 0, 1, 2")
    assert workload.run(Sizes(1, None, first=900_000)).note.endswith("; not decided: 900000, 900001, 900002")


def test_an_open_best_score_is_printed_with_its_gap():
    (row,) = (row for row in workloads.of("blink")("blink") if row.name == "36 cards on 6 x 6, hold 3, best")
    note = Deals(row.name, 1, row.make, limits=Limits(positions=50_000)).run(Sizes(games=1, deals=None)).note
    score, bound, gap = re.search(r"not decided: 0 \(best known (\d+), bound (\d+), gap ([\d.]+)%\)", note).groups()
    assert int(score) < int(bound) <= 174
    assert abs(float(gap) - 100 * (int(bound) - int(score)) / int(bound)) < 0.1


def test_orders_of_a_discard_are_told_together():
    told = commands.list_moves.of("head")
    orders = [f"discard {' '.join(order)}" for order in ("ABC", "ACB", "BAC", "BCA", "CAB", "CBA")]
    assert told(orders, [*orders, "burn"]) == "discard in any order"
    assert told([orders[0], orders[1], orders[4]], orders) == "discard in any order with A before B"
    assert told(orders[:1], orders) == orders[0]
    assert told([orders[0], orders[5]], orders) == "discard in 2 of the 6 orders, such as discard A B C"
    assert told(["burn", *orders], orders) == "burn, discard in any order"
    assert "discard in any order" in said("hint", *LOST["head"], "--positions", "1000")


GRADES = {60: "Top of your game", 59: "Expert", 40: "Expert", 39: "Above average", 20: "Above average",
          19: "Average", 10: "Average", 9: "Novice", 1: "Novice"}  # fmt: skip


def test_a_score_of_the_full_deck_of_universal_has_its_grade():
    game = Deal.numbered("universal", 0).bind()
    told = {score: FACES.of("universal").score_text(game, score) for score in (*GRADES, 0)}
    assert told.pop(0) == "0 cards on the bar"
    assert {score: text.partition("on the bar, grade ")[2] for score, text in told.items()} == GRADES
    assert "Best score: 15 cards on the bar; nothing better" in said("solve", *WON_UNIVERSAL, "--best")
    text = said("solve", "universal", "--number", "5", "--rule", "draw=1", "--best")
    assert "Best score: 26 cards on the bar, grade Above average; nothing better is possible." in text
