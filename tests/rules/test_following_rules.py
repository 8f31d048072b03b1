"""Options that follow another by default, wherever rules are read, written or shown."""

import itertools

import pytest

import winnow
from command_help import run, said
from winnow.core.game import read_rules, unusual
from winnow.core.games import GAMES
from winnow.core.verdicts import Limits
from winnow.play.opening import game_record
from winnow.surveys.report import rules_text
from winnow.surveys.survey import Survey
from winnow_puzzles.players.rating import pack_rules
from winnow_puzzles.problems.generating import problem_rules

UNIVERSAL = GAMES["universal"]


def spelled(**values):
    return read_rules(UNIVERSAL, values).spelled_out()


@pytest.mark.parametrize(
    ("given", "draw", "passes"),
    [
        ({}, 3, 3),
        ({"draw": "1"}, 1, 1),
        ({"draw": 2}, 2, 2),
        ({"draw": "7"}, 7, 7),
        ({"passes": "2"}, 3, 2),
        ({"draw": "1", "passes": "3"}, 1, 3),
        ({"passes": "3", "draw": "2"}, 2, 3),
    ],
)
def test_passes_follow_draw_unless_given(given, draw, passes):
    expected = {"deck": "full", "draw": draw, "passes": passes, "columns": 6}
    assert spelled(**given) == {**expected, "watch": "top"}
    assert pack_rules("universal", given) == problem_rules("universal", given) == expected


@pytest.mark.parametrize("game", list(GAMES))
def test_a_leader_is_an_option_of_the_same_default(game):
    options = {option["name"]: option for option in game_record(GAMES[game])["rules"]}
    for option in options.values():
        if option["follows"]:
            assert options[option["follows"]]["default"] == option["default"]
            assert f"the same as {option['follows']} unless given" in option["help"]


@pytest.mark.parametrize(("draw", "passes", "columns"), [*itertools.product((1, 2, 3, 4), (1, 2, 3, 4), (5, 6))])
def test_unusual_rules_are_read_as_the_same_rules(draw, passes, columns):
    rules = spelled(draw=draw, passes=passes, columns=columns)
    told = unusual(UNIVERSAL, rules)
    assert spelled(**told) == rules
    # Rules that spell out both keep their meaning when `passes` has its default.
    assert ("passes" in told) == ((draw, passes) != (3, 3))
    survey = Survey.ask("universal", rules, False, Limits(), None, frozenset())
    text = rules_text(survey)
    assert spelled(**dict(word.split("=") for word in text.split() if text != "defaults")) == rules


def test_a_record_spells_every_option_out():
    record = winnow.solve("universal", number=0, rules={"draw": 1}).record()
    assert record["rules"] == {"deck": "full", "draw": 1, "passes": 1, "columns": 6, "watch": "top"}
    assert winnow.check(record).status != "failed"
    del record["rules"]["passes"]
    refused = winnow.check(record)
    assert (refused.status, refused.text) == ("failed", "rules must spell every option out")


def test_the_command_follows_and_says_so():
    for options, passes in (("--rule draw=1", 1), ("--rule draw=1 --rule passes=3", 3)):
        assert run(f"solve universal --number 0 --json {options}").records[0]["rules"]["passes"] == passes
    assert "the same as draw unless given" in said("games")
