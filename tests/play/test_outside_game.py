"""A game from another package is played on the page without JavaScript of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from browser import Player, Server

GOLF = Path(__file__).parents[1] / "golf"


@pytest.fixture
def golf(tmp_path, monkeypatch):
    """A running `winnow play` with Golf installed."""
    source, target = tmp_path / "source", tmp_path / "installed"
    shutil.copytree(GOLF, source)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(target), str(source)], check=True)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(target), os.environ.get("PYTHONPATH")])))
    server = Server(tmp_path)
    yield server
    server.stop()


def table_on(page):
    text = page.evaluate("JSON.stringify(Winnow.playing.table)")
    return json.loads(text, object_hook=lambda fields: SimpleNamespace(**fields))


def test_golf_is_dealt_played_and_judged(golf, screen):  # in this order, so that the page closes before its server
    page = screen()
    page.goto(f"{golf.address}#/game/golf")
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
