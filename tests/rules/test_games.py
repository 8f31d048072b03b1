"""The games pass what `winnow games --test` checks, on the small decks of tests/agreement, too; faults fail it."""

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from small_decks import decks
from winnow.api import trial
from winnow.cli import command
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.errors import IllegalMoveError
from winnow.core.face import FACES, rules_text
from winnow.core.game import Game
from winnow.core.registry import own_names
from winnow.core.verdicts import Answer
from winnow.games.single_left.rules import SingleLeft

TESTS = Path(__file__).parents[1]


def small(name, count=30):
    """Return small games in all variants of the rules."""
    rng = random.Random(46)
    return [decks(name).random_game(rng) for _ in range(count)]


def other_moves(game):
    """Return moves of which some are never legal: any card near the layout, or a second copy of a card."""
    if game.name == "blink":
        cells = [(x, y) for x in range(-4, 5) for y in range(-4, 5)]
        return [f"{card}@{x},{y}" for card in game.deal[:9] for x, y in cells]
    return [*game.deal, *(f"{card}#2" for card in game.deal), "draw", "pair", "four", "redeal", "burn"]


@pytest.mark.parametrize("name", own_names())
def test_moves_and_states_in_small_decks(name):
    rng = random.Random(46)
    for game in small(name):
        trial.check_play(game, rng, other_moves(game))
        trial.check_states(game)


@pytest.mark.parametrize("rules", [{"columns": 4, "rows": 5}, {"columns": 1, "rows": 9}, {"hold": 2}])
def test_moves_in_blink_on_tables_of_all_kinds(rules):
    game = Deal.numbered("blink", 0, rules).bind()
    trial.check_play(game, random.Random(46), other_moves(game))


ROWS = [row for name in own_names() for row in trial.perft_rows(name)]


def row_name(row):
    options = ",".join(str(value) for option, value in row["rules"].items() if option != "deck")
    return f"{row['game']}-{options}-{row['deal'].split()[0]}"


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_lines_of_play_by_depth(row):
    trial.check_perft_row(row)


def test_legal_moves_along_random_lines():
    """Compare the legal moves (or their number) after every move of the second implementation's random lines."""
    for text in (TESTS / "walks.jsonl").read_text().splitlines():
        row = json.loads(text)
        game = Deal.parse(row["game"], row["deal"], row["rules"]).bind()
        position = game.start()
        for move, legal in zip([*row["line"], None], row["legal"], strict=False):
            found = game.moves(position)
            if isinstance(legal, int):
                assert len(found) == legal, row
            else:
                assert sorted(map(game.normal, found)) == sorted(map(game.normal, legal)), row
            position = position if move is None else game.play(position, move)


@pytest.mark.parametrize("name", own_names())
def test_a_page_has_its_parts(name):
    page = rules_text(name)
    assert {"Set-up", "Play", "End and score", "Options", "Readings"} <= set(re.findall(r"(?m)^## (.*)$", page))
    assert page.count("```") >= 2, "there is no picture of the set-up"
    assert "**Source.**" in page
    for line in page.splitlines():
        assert line.startswith("|") or len(line) <= 100, line
    result = CliRunner().invoke(command, ["rules", name])
    assert (result.exit_code, result.output) == (0, page)


@pytest.mark.parametrize(
    "name",
    [
        *("single-left", "universal"),
        *(pytest.param(name, marks=pytest.mark.full) for name in ("blink", "head", "one-minute")),
    ],
)
def test_the_command_tests_an_own_game(name, monkeypatch):
    monkeypatch.setattr(trial, "_DECKS", 8)
    options = ["--rule", "handlings=8"] if name == "one-minute" else []
    result = CliRunner().invoke(command, ["games", "--test", name, "--json", *options])
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0, found
    assert " ".join(one["check"] for one in found) == "rules perft play state table search proof face fair"
    assert {one["check"] for one in found if one["status"] != "passed"} <= {"search"}


def any_move(self, position, move):
    """Play a move that is not legal as the first that is."""
    return next((after for _, after in self.successors(position)), position)


def fewer_moves(self, position, _known=[]):  # noqa: B006  remembers that it was called
    _known.append(position)
    return [] if len(_known) % 2 else [("draw", position)]


FAULTS = {
    "play": ("play", any_move),
    "state": ("state", lambda self, position: position.deck),
    "moves": ("successors", fewer_moves),
    "over": ("over", lambda self, position: True),
    "best": ("best_possible", lambda self: 9),
    "spelling": ("normal", lambda self, move: ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_rules_is_found(fault, monkeypatch):
    name, wrong = FAULTS[fault]
    monkeypatch.setattr(trial, "_DECKS", 12)
    monkeypatch.setattr(SingleLeft, "play_all", Game.play_all)
    monkeypatch.setattr(SingleLeft, name, wrong)
    found = {one.check: one for one in trial.try_game("single-left", {"discarding": "optional"})}
    failed = {check for check, one in found.items() if one.status == "failed"}
    assert ("state" if fault == "state" else "play") in failed
    result = CliRunner().invoke(command, ["games", "--test", "single-left", "--rule", "discarding=optional"])
    assert result.exit_code == 1
    assert "failed   play" in result.stdout or "failed   state" in result.stdout


def test_faults_in_tables_counts_and_answers_are_found(monkeypatch):
    game = Deal.numbered("single-left", 1).bind()
    with pytest.raises(trial.FaultError, match="lines of play are"):
        trial.check_perft_row({"game": "single-left", "deal": "AS 2S", "rules": {"deck": "as-dealt"}, "perft": [1, 2]})
    monkeypatch.setattr(type(FACES.of("single-left")), "gestures", lambda *_: ())
    with pytest.raises(trial.FaultError, match="gestures are not the legal moves"):
        trial.check_table(game, game.start())
    task = Task(game, game.start(), True)
    truth = Answer("unwinnable", "plain", 18, 18)
    for wrong in (
        Answer("winnable", "own"),
        Answer("unwinnable", "own", 18, 18, ("draw",)),
        Answer("unwinnable", "own", 18, 16),
    ):
        with pytest.raises(trial.FaultError, match="by own after"):
            trial.check_answer(task, wrong, truth)
    with pytest.raises(IllegalMoveError):
        trial.check_answer(task, Answer("unwinnable", "own", 18, 18, ("pair",)), truth)
