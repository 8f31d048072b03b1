"""The site that winnow site builds, from a web host: what `winnow play` does, with nothing but static files behind it.

The first build compiles the kernels for the browser, which takes minutes; later ones find them in the user's cache.
WINNOW_SITE names a site that is built already.
"""

import pytest
from browser import until

import winnow
from hosting import KEPT, ask, go
from winnow.cli.play import curated
from winnow.core.games import GAMES


@pytest.mark.parametrize("game", list(GAMES))
def test_each_game_is_dealt_and_its_lamp_tells_the_native_verdict(host, screen, game):
    page = screen()
    go(page, f"{host.address}#/deal/{game}/7")
    page.keyboard.press("l")
    page.locator(".lamp.winnable, .lamp.unwinnable").wait_for()
    assert winnow.solve(game, 7).verdict in page.locator(".lamp").get_attribute("class")


def test_a_shared_link_opens_its_position_which_stays_without_a_network(host, screen):
    page = screen(expected="ERR_")
    go(page, f"{host.address}#/universal,draw=1/5/T")
    page.evaluate("Winnow.playing.play('T')")
    until(page, "Winnow.playing.at === 2")
    page.get_by_role("button", name="Share").click()
    link = page.locator("dialog a.link").get_attribute("href")
    assert link.startswith(host.address)
    until(page, KEPT)
    page.goto("about:blank")
    page.goto(link)
    until(page, "Boolean(Winnow.playing) && Winnow.playing.at === 2")
    host.shutdown()
    page.context.set_offline(True)
    page.reload()
    until(page, "Boolean(Winnow.playing) && Winnow.playing.at === 2")
    asked = {"game": "universal", "number": "5", "rules": {"draw": "1"}, "line": ["T", "T"], "best": False}
    native = winnow.solve("universal", 5, rules={"draw": "1"}, after=["T", "T"])
    assert ask(page, "verdict", **asked)["value"]["verdict"] == native.verdict


def test_the_folder_opens_from_the_disk(folder, screen):
    page = screen()
    go(page, f"{(folder / 'index.html').as_uri()}#/deal/universal/5")
    page.keyboard.press("l")
    page.locator(".lamp.winnable, .lamp.unwinnable").wait_for()
    assert winnow.solve("universal", 5).verdict in page.locator(".lamp").get_attribute("class")
    page.locator("#loading").wait_for(state="hidden")
    puzzle = next(pack for pack in curated() if pack.of_problems).puzzles[0]
    go(page, f"{(folder / 'index.html').as_uri()}#/puzzle/{puzzle['id']}")
