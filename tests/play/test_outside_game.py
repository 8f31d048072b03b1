"""A game from another package is played on the page without JavaScript of its own."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from browser import Player, Server

from outside_game import Installed, environment

NULL = Path(__file__).parents[1] / "nullgame"


@pytest.fixture
def null(tmp_path, tmp_path_factory, monkeypatch):
    """A running `winnow play` with the null game installed."""
    monkeypatch.setenv("PYTHONPATH", environment(Installed(NULL, tmp_path_factory).target)["PYTHONPATH"])
    server = Server(tmp_path)
    yield server
    server.stop()


def table_on(page):
    text = page.evaluate("JSON.stringify(Winnow.playing.table)")
    return json.loads(text, object_hook=lambda fields: SimpleNamespace(**fields))


def test_it_is_dealt_played_and_judged(null, screen):  # in this order, so that the page closes before its server
    page = screen()
    page.goto(f"{null.address}#/game/null")
    page.get_by_text("More ways to play").click()
    page.get_by_label("A numbered deal").fill("3")
    page.locator("form").filter(has_text="A numbered deal").get_by_role("button").click()
    page.locator(".play[data-moves]").wait_for()
    player = Player(page, "click")
    for _ in range(12):
        table = table_on(page)
        if table.over:
            break
        player.make(table, 0, table.gestures[0].cards)
    page.keyboard.press("l")
    page.locator(".lamp.winnable, .lamp.unwinnable").wait_for()
