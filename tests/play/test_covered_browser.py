"""In the browser: a game with the cards face down, played to its end, and what the page receives on the way."""

import json
import re

from winnow.core.deals import Deal
from winnow.core.knowledge import known_after

GAME, NUMBER = "single-left", 3


def opened(page, server, covered=True):
    """Open the deal by the form for numbered deals."""
    page.goto(f"{server.address}#/game/{GAME}")
    page.get_by_label("Cards face down", exact=False).set_checked(covered)
    page.get_by_label("A numbered deal").fill(str(NUMBER))
    page.locator("form").filter(has_text="A numbered deal").get_by_role("button").click()
    page.locator(".play").wait_for()


def test_a_game_is_played_to_its_end_and_no_unseen_card_comes_to_the_page(screen, server):
    page, told = screen(), []
    deal = Deal.numbered(GAME, NUMBER)
    page.goto(f"{server.address}#/game/{GAME}")
    # The list of games shows the faces of every card, and says nothing of this deal.
    asked = re.compile("/api/(?!games|packs|person|progress|settings)")

    def relay(route):
        """Read an answer before the page has it: the browser soon drops the bodies of answers."""
        answer = route.fetch()
        told.append(answer.json())
        route.fulfill(response=answer)

    page.route(asked, relay)
    opened(page, server)
    assert page.get_by_text("cards face down").is_visible()
    page.locator(".play").press("l")
    page.locator(".lamp.chance").wait_for()
    line = []
    while not page.evaluate("Winnow.playing.table.over"):
        page.keyboard.press("Space")
        line = page.evaluate("Winnow.playing.busy.then(() => Winnow.playing.moves())")
        known = known_after(deal, line)
        words = set(re.findall(r"\w+", json.dumps(told)))
        told.clear()
        assert not words & set(known.unseen)
    assert len(line) > len(deal.cards)
    page.get_by_role("button", name="Where did I lose it?").first.click()
    page.locator(".story .strip").wait_for()
    assert page.locator(".story .strip button").count() == len(line)
    assert "By what you had seen: no mistake" in page.locator(".story").inner_text()


def test_a_second_press_peeks_and_counts_as_help(screen, server):
    page = screen(390, 844)
    opened(page, server)
    page.locator(".play").press("l")
    page.locator(".lamp.chance").wait_for()
    page.get_by_role("button", name="Peek").click()
    assert not page.evaluate("Winnow.playing.helped")
    page.get_by_role("button", name="Look under the cards?", exact=False).click()
    page.locator(".lamp.winnable, .lamp.unwinnable").wait_for()
    assert page.evaluate("Winnow.playing.helped")


def test_a_reload_keeps_the_cards_covered_and_study_shows_them_all(screen, server):
    page = screen()
    opened(page, server)
    page.keyboard.press("Space")
    page.locator(".play[data-moves='1']").wait_for()
    page.reload()
    page.locator(".play[data-moves='1']").wait_for()
    assert page.evaluate("Winnow.playing.game.deal.split(' ').filter((card) => card === '?').length") == 52
    opened(page, server, covered=False)
    assert page.evaluate("Winnow.playing.game.deal") == Deal.numbered(GAME, NUMBER).text
