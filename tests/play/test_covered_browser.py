"""In the browser: a game with the cards face down, played to its end, and what the page receives on the way."""

import json
import re

import pytest
from browser import Player

from winnow.api.along import seen_table
from winnow.core.deals import Deal
from winnow.core.fair import FAIR
from winnow.core.knowledge import known_after
from winnow.play.tables import gesture_of

GAME, NUMBER = "single-left", 3
CLICKED = {"universal": 196, "head": 1, "one-minute": 105, "blink": 2}
"""The numbers of short games of the natural player."""


def opened(page, server, covered=True, game=GAME, number=NUMBER):
    """Open the deal by the form for numbered deals."""
    page.goto(f"{server.address}#/game/{game}")
    page.get_by_label("Cards face down", exact=False).set_checked(covered)
    page.get_by_label("A numbered deal").fill(str(number))
    page.locator("form").filter(has_text="A numbered deal").get_by_role("button").click()
    page.locator(".play").wait_for()


def listened(page):
    """Return the list to which every answer about a deal is added before the page has it."""
    told = []
    # The list of games shows the faces of every card, and says nothing of this deal. What a good player reaches is
    # asked for when the game is over, and its answer may come after the test.
    asked = re.compile("/api/(?!games|packs|person|progress|settings|good-play)")

    def relay(route):
        """Read the answer at once: the browser soon drops the bodies of answers."""
        answer = route.fetch()
        question = route.request.post_data_json or {}
        # The small table beside a game's title shows another deal.
        if question.get("number", str(NUMBER)) == str(NUMBER) and "deal" not in question:
            told.append(answer.json())
        route.fulfill(response=answer)

    page.route(asked, relay)
    return told


def unseen_in(told, known):
    """Return the unseen cards that the answers name, and forget the answers."""
    words = set(re.findall(r"\w+", json.dumps(told)))
    told.clear()
    return words & set(known.unseen)


def test_a_game_is_played_to_its_end_and_no_unseen_card_comes_to_the_page(screen, server):
    page = screen()
    deal = Deal.numbered(GAME, NUMBER)
    page.goto(f"{server.address}#/game/{GAME}")
    told = listened(page)
    opened(page, server)
    assert page.get_by_text("cards face down").is_visible()
    page.locator(".play").press("l")
    page.locator(".lamp.chance").wait_for()
    line = []
    while not page.evaluate("Winnow.playing.table.over"):
        page.keyboard.press("Space")
        line = page.evaluate("Winnow.playing.busy.then(() => Winnow.playing.moves())")
        assert not unseen_in(told, known_after(deal, line))
    assert len(line) > len(deal.cards)
    page.get_by_text("A good player here").wait_for()
    page.get_by_role("button", name="Where did I lose it?").first.click()
    page.locator(".story .strip").wait_for()
    assert page.locator(".story .strip button").count() == len(line)
    assert "By what you had seen: no mistake" in page.locator(".story").inner_text()


@pytest.mark.parametrize(("game", "number"), CLICKED.items())
def test_a_natural_game_is_played_to_its_end_by_clicks(screen, server, game, number):
    """Each move is a click on what the covered table shows; the answers name no unseen card."""
    page = screen()
    deal = Deal.numbered(game, number)
    page.goto(f"{server.address}#/game/{game}")
    told, line = listened(page), []
    opened(page, server, game=game, number=number)
    while True:
        known = known_after(deal, line)
        assert not unseen_in(told, known)
        bound, position = known.shown()
        move = FAIR.of(game).natural(bound, position)
        if move is None:
            break
        table = seen_table(known)
        index, keys = clicked(known, table, move)
        Player(page, "click").make(table, index, keys)
        line.append(move if table.gestures[index].ordered else table.gestures[index].move)
    assert page.evaluate("Winnow.playing.moves()") == line
    assert page.evaluate("Winnow.playing.table.score") == bound.score(position)


def test_no_table_is_asked_for_before_its_moves_are_made(screen, server):
    """Tables of later moves show cards that are still to be seen, also where each move is the only one."""
    page, asked = screen(), []

    def listen(request):
        if request.url.endswith("/api/table") and request.post_data_json.get("fair"):
            asked.append(request.post_data_json["line"])

    page.on("request", listen)
    opened(page, server, game="one-minute", number=CLICKED["one-minute"])
    line = []
    while len(line) < 4:
        page.keyboard.press("Space")
        line = page.evaluate("Winnow.playing.busy.then(() => Winnow.playing.moves())")
    assert asked == [line[:count] for count in range(1, 5)]


def clicked(known, table, move):
    """Return the gesture that makes a move, and the cards to pick for it in their order."""
    for index, gesture in enumerate(table.gestures):
        if gesture.move == move:
            return index, list(gesture.cards)
    bound, position = known.shown()
    return gesture_of(bound, table, position, move)


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
