"""Blink on the command line: the picture, the time factor, counting, and holding back."""

import json
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from click.testing import CliRunner

from winnow.cli import command, main
from winnow.deals import Deal
from winnow.faces import FACES
from winnow.faces.blink_svg import LONG, WIDE
from winnow.lines import replay

SVG = "{http://www.w3.org/2000/svg}"
SMALL = ["--rule", "deck=as-dealt", "3RS", "3RM", "4RS", "1RT"]


def run(*arguments):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], standalone_mode=False)


def cards_in(file):
    """Return each card of a picture: token, cell, left, right, top, bottom."""
    for group in ET.parse(file).getroot().findall(f"{SVG}g"):  # noqa: S314 - written by the test itself
        title = group.find(f"{SVG}title").text
        token, cell = title.split(":")[0], tuple(map(int, title.split(" at ")[1].split(",")))
        x, y, turned = re.fullmatch(r"translate\((.+?),(.+?)\)( rotate\(90\))?", group.get("transform")).groups()
        half_x, half_y = (LONG / 2, WIDE / 2) if turned else (WIDE / 2, LONG / 2)
        yield token, cell, float(x) - half_x, float(x) + half_x, float(y) - half_y, float(y) + half_y


def test_the_picture_shows_every_card_and_only_neighbours_touch(tmp_path):
    file = tmp_path / "layout.svg"
    result = run("solve", "blink", "--number", 1, "--svg", file, "--json")
    line = json.loads(result.output)["line"]
    cards = list(cards_in(file))
    assert sorted(f"{token}@{x},{y}" for token, (x, y), *_ in cards) == sorted(line)
    assert WIDE < LONG < 2 * WIDE
    for (_, a, *box), (_, b, *other) in combinations(cards, 2):
        across = min(box[1], other[1]) - max(box[0], other[0])
        down = min(box[3], other[3]) - max(box[2], other[2])
        assert min(across, down) <= 0, "cards overlap"
        beside = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        assert beside == (min(across, down) == 0 and max(across, down) == WIDE)


def test_the_position_is_drawn_when_there_is_no_line(tmp_path):
    file = tmp_path / "layout.svg"
    deal = ["--rule", "deck=as-dealt", "3RS", "3RM", "1GT"]
    assert run("solve", "blink", *deal, "--after", "3RS@0,0", "--svg", file).return_value == 0
    assert [token for token, *_ in cards_in(file)] == ["3RS"]


@pytest.mark.parametrize(
    ("set_time", "used", "score"),
    [("600", "600", "12"), ("600", "300", "18"), ("600", "1300", "0"), ("7", "5", "15.42"), ("0.5", "0.25", "18")],
)
def test_the_time_factor(set_time, used, score):
    options = ["--best", "--set-time", set_time, "--time", used]
    record = json.loads(run("solve", "blink", *SMALL, *options, "--json").output)
    assert (record["score"], record["timed_score"]) == (12, score)
    assert f"With the time factor the score is {score}." in run("solve", "blink", *SMALL, *options).output


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["blink", *SMALL, "--time", 3], "go together"),
        (["blink", *SMALL, "--time", 3, "--set-time", 0], "positive number"),
        (["blink", *SMALL, "--svg", "/no/such/place.svg"], "cannot write"),
        (["blink", "--file", "deals.txt", "--svg", "x.svg"], "not for a file"),
    ],
)
def test_bad_options_are_refused(options, text):
    assert text in run("solve", *options).exception.format_message()


def test_counting():
    result = run("count", "blink", *SMALL)
    assert (result.output, result.return_value) == ("63 layouts win.\n", 0)
    record = json.loads(run("count", "blink", *SMALL, "--cap", 10, "--json").output)
    assert (record["format"], record["layouts"], record["exact"]) == ("winnow-count/1", 10, False)
    assert run("count", "blink", *SMALL, "--cap", 10).output == "At least 10 layouts win; --cap raises the limit.\n"
    stopped = run("count", "blink", *SMALL, "--positions", 2)
    assert stopped.return_value == 3
    assert "limit of positions" in stopped.output
    assert run("count", "blink", "--rule", "deck=as-dealt", "3RS", "1GT").output == "No layout wins.\n"


def test_hints_say_what_may_be_held_back():
    # 2BM fits beside 3BM alone, which must come next.
    deal = ["--rule", "deck=as-dealt", "--rule", "hold=1", "3RS", "3BM", "2BM", "2GM"]
    record = json.loads(run("hint", "blink", *deal, "--after", "3RS@0,0", "--json").output)
    assert record["held_back"] == {"3BM": "unwinnable", "2BM": "winnable"}
    assert (
        "If it is held back: 3BM unwinnable, 2BM winnable" in run("hint", "blink", *deal, "--after", "3RS@0,0").output
    )


def test_the_layout_is_readable_without_colour():
    game = Deal.parse("blink", "3RS 3RM 4RS 1RT", {"deck": "as-dealt"}).bind()
    position = replay(game, game.start(), ["3RS@0,0", "3RM@1,0", "4RS@0,1"])
    text = FACES.of("blink").end_text(game, position)
    assert text.plain.split("\n")[1:] == ["  0 3RS 3RM ", "  1 4RS   · "]
    assert {span.style for span in text.spans} >= {"red"}


def test_an_option_of_one_game_is_told_so(capfd):
    with pytest.raises(SystemExit) as ended:
        main(["solve", "head", "--number", "0", "--svg", "x.svg"])
    assert (ended.value.code, capfd.readouterr().err) == (2, "winnow: --svg is for blink only\n")
