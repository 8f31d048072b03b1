"""The template game is built, installed and used by every command that needs the rules alone."""

import json
from pathlib import Path

import pytest

from outside_game import Installed

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def null(tmp_path_factory):
    """Return a function that runs winnow with the null game installed; it must exit with `status`, by default 0."""
    return Installed(FOLDER, tmp_path_factory)


def test_it_is_dealt_solved_proved_and_checked(null, tmp_path):
    assert null("rules", "null").startswith("# Null Solitaire")
    record = json.loads(null("solve", "null", "--number", "1", "--best", "--json"))
    cards = record["deal"].split()
    turned = next(place for place, card in enumerate(cards, 1) if card[0] == "A")
    assert (record["verdict"], record["score"], record["line"]) == ("winnable", turned, ["turn"] * turned)
    one_less = json.loads(null("solve", "null", "--number", "1", "--rule", f"turns={turned - 1}", "--json"))
    assert one_less["verdict"] == "unwinnable"
    lost = tmp_path / "lost.proof"
    null("prove", "null", "2S 3S 4S", "--rule", "deck=as-dealt", "-o", lost)
    assert "verified" in null("check", lost)
    assert json.loads(null("hint", "null", "--number", "1", "--json"))["moves"][0]["move"] == "turn"


def test_its_table_is_drawn_without_a_face(null):
    shown = null("deal", "null", "--number", "1", "--layout")
    assert "Stock" in shown
