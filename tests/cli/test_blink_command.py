"""Blink on the command line: the picture, the time factor, counting, and holding back."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from command_help import run, said
from winnow.core.deals import Deal
from winnow.core.drawing.svg import UNIT
from winnow.core.drawing.table import CARD_HEIGHT, CARD_WIDTH
from winnow.core.errors import IllegalMoveError
from winnow.core.face import FACES, end_text
from winnow.core.lines import replay

SVG = "{http://www.w3.org/2000/svg}"
WIDE, LONG = CARD_WIDTH * UNIT, CARD_HEIGHT * UNIT
SMALL = ["--rule", "deck=as-dealt", "3RS", "3RM", "4RS", "1RT"]


def cards_in(file):
    """Return each card of a picture: token, left, right, top, bottom."""
    for group in ET.parse(file).getroot().iter(f"{SVG}g"):  # noqa: S314 - written by the test itself
        if group.get("data-card") is None:
            continue
        x, y, turned = re.fullmatch(r"translate\((.+?),(.+?)\)( rotate\(90.*\))?", group.get("transform")).groups()
        x, y = float(x) + CARD_WIDTH * UNIT / 2, float(y) + CARD_HEIGHT * UNIT / 2
        half_x, half_y = (LONG / 2, WIDE / 2) if turned else (WIDE / 2, LONG / 2)
        yield group.get("data-card"), x - half_x, x + half_x, y - half_y, y + half_y


def test_the_picture_shows_every_card_and_only_neighbours_touch(tmp_path):
    file = tmp_path / "layout.svg"
    line = run("solve", "blink", "--number", 1, "--svg", file, "--json").records[0]["line"]
    cards = list(cards_in(file))
    cells = {move.split("@")[0]: tuple(map(int, move.split("@")[1].split(","))) for move in line}
    assert sorted(token for token, *_ in cards) == sorted(cells)
    assert WIDE < LONG < 2 * WIDE
    for (one, *box), (two, *other) in combinations(cards, 2):
        across = min(box[1], other[1]) - max(box[0], other[0])
        down = min(box[3], other[3]) - max(box[2], other[2])
        assert min(across, down) < 0.1, "cards overlap"
        (x, y), (u, v) = cells[one], cells[two]
        touching = abs(min(across, down)) < 0.1 and abs(max(across, down) - WIDE) < 0.1
        assert (abs(x - u) + abs(y - v) == 1) == touching


def test_the_position_is_drawn_when_there_is_no_line(tmp_path):
    file = tmp_path / "layout.svg"
    deal = ["--rule", "deck=as-dealt", "3RS", "3RM", "1GT"]
    said("solve", "blink", *deal, "--after", "3RS@0,0", "--svg", file)
    assert sorted(token for token, *_ in cards_in(file)) == ["1GT", "3RM", "3RS"]


@pytest.mark.parametrize("game", ["head", "universal", "one-minute", "single-left"])
def test_every_game_is_drawn(game, tmp_path):
    file = tmp_path / "table.svg"
    run("solve", game, "--number", 3, "--positions", 100, "--svg", file)
    assert len(list(cards_in(file))) == len(Deal.numbered(game, 3).cards)


@pytest.mark.parametrize(
    ("set_time", "used", "score"),
    [("600", "600", "12"), ("600", "300", "18"), ("600", "1300", "0"), ("7", "5", "15.42"), ("0.5", "0.25", "18")],
)
def test_the_time_factor(set_time, used, score):
    options = ["--best", "--set-time", set_time, "--time", used]
    record = run("solve", "blink", *SMALL, *options, "--json").records[0]
    assert (record["score"], record["timed_score"]) == (12, score)
    assert f"With the time factor the score is {score}." in said("solve", "blink", *SMALL, *options)


def test_counting():
    assert said("count", "blink", *SMALL) == "63 layouts win.\n"
    record = run("count", "blink", *SMALL, "--cap", 10, "--json").records[0]
    assert (record["format"], record["layouts"], record["exact"]) == ("winnow-count/1", 10, False)
    assert said("count", "blink", *SMALL, "--cap", 10) == "At least 10 layouts win; --cap raises the limit.\n"
    stopped = run("count", "blink", *SMALL, "--positions", 2)
    assert stopped.status == 3
    assert "limit of positions" in stopped.out + stopped.err
    assert said("count", "blink", "--rule", "deck=as-dealt", "3RS", "1GT") == "No layout wins.\n"


def test_the_layout_is_readable_without_colour():
    game = Deal.parse("blink", "3RS 3RM 4RS 1RT", {"deck": "as-dealt"}).bind()
    position = replay(game, game.start(), ["3RS@0,0", "3RM@1,0", "4RS@0,1"])
    text = end_text.of("blink")(game, position)
    assert text.plain.split("\n")[1:] == ["  0 3RS 3RM ", "  1 4RS   · "]
    assert {span.style for span in text.spans} >= {"red"}


def test_a_move_is_told_by_a_card_that_it_touches():
    game = Deal.parse("blink", "3RS 3RM 4RS 1RT 2RS 5RS", {"deck": "as-dealt"}).bind()
    start, face = game.start(), FACES.of("blink")
    assert face.says(game, start, "3RS@0,0") == "Lay 3RS at 0,0."
    laid = game.play(start, "3RS@0,0")
    for cell, side in {"1,0": "right of", "-1,0": "left of", "0,1": "below", "0,-1": "above"}.items():
        assert face.says(game, laid, f"3RM@{cell}") == f"Lay 3RM {side} 3RS, at {cell}."


def test_a_solution_says_how_many_cards_may_be_drawn_where_that_changes():
    game = Deal.parse("blink", "3RS 3RM 4RS 1RT", {"deck": "as-dealt", "hold": "2"}).bind()
    steps = FACES.of("blink").steps(game, game.start(), ["3RS@0,0", "3RM@1,0", "4RS@0,1", "1RT@2,0"])
    assert [step.partition(" (")[2][:11] for step in steps] == ["the first 3", "the first 4", "", ""]


def test_a_move_with_a_card_of_too_many_letters_is_illegal():
    game = Deal.parse("blink", "3RS 3RM", {"deck": "as-dealt"}).bind()
    position = game.play(game.start(), "3RS@0,0")
    with pytest.raises(IllegalMoveError, match="3RMM@1,0"):
        game.play(position, "3RMM@1,0")
