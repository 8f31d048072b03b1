"""In the browser: a game with real cards, entered on the keypad, corrected with a tap, with advice."""

import pytest

from winnow.api.along import begun as begun_along
from winnow.api.along import entered, next_place, settled
from winnow.core.deals import Deal
from winnow.core.drawing.decks import looks_of
from winnow.core.fair import FAIR
from winnow.games.head.rules import Head

HAND = ("9LK", "AK", "8MS", "6LK", "CK", "AL")
SHORT = {"single-left": 1, "universal": 196, "head": 1, "one-minute": 105, "blink": 2}
"""The numbers of short games of the natural player, after which no move is left."""
LAST = 10
"""The entries made one by one; those before them are one request."""
NAMES = {token: look.name for token, look in looks_of(Head.cards).cards.items()}


def press(page, card):
    page.locator(".keypad").get_by_role("button", name=NAMES[card], exact=False).first.click()
    page.evaluate("Winnow.playing.busy")


def begun(page, server, game):
    page.goto(f"{server.address}#/game/{game}")
    page.get_by_role("button", name="Play along").click()
    page.locator(".keypad button").first.wait_for()


def test_cards_are_entered_corrected_and_advised(screen, server):
    page = screen(390, 844, has_touch=True)
    begun(page, server, "head")
    for card in HAND[:5]:
        press(page, card)
    press(page, "AM")
    page.locator(".entered button").last.click()
    assert "Which card is it" in page.locator(".along h2").inner_text()
    press(page, HAND[5])
    assert page.evaluate("Winnow.playing.entries.map((entry) => entry.text)") == list(HAND)
    assert page.locator(".keypad button").count() == 0
    page.get_by_role("button", name="Advice").click()
    page.locator("#main").get_by_text("A good player makes this move", exact=False).wait_for()
    page.locator(".along-actions button").first.click()
    page.locator("#main").get_by_text("Which card turns up?").wait_for()
    assert page.evaluate("Winnow.playing.entries.length") == 7
    page.get_by_role("button", name="Take back").click()
    page.locator("#main").get_by_text("Your move").wait_for()


@pytest.mark.parametrize(("game", "number"), SHORT.items())
def test_a_shuffled_deck_is_played_to_its_end(screen, server, game, number):
    """The cards of a shuffled deck turn up as they are asked for; the moves between are the natural player's."""
    page, deal, entries = screen(), Deal.numbered(game, number), []
    knowledge = settled(begun_along(game, {}))
    while (entry := next_entry(knowledge, deal)) is not None:
        entries.append({"text": entry, "card": next_place(knowledge) is not None})
        knowledge = entered(knowledge, entry)
    begun(page, server, game)
    page.evaluate("(entries) => Winnow.playing.enter(entries)", entries[:-LAST])
    for entry in entries[-LAST:]:
        assert page.evaluate("Winnow.playing.found.card") == entry["card"]
        page.evaluate("(entry) => Winnow.playing.add(entry)", entry["text"])
    bound, end = knowledge.shown()
    assert page.evaluate("Winnow.playing.found.unseen") == list(knowledge.unseen)
    assert page.evaluate("Winnow.playing.found.table.score") == bound.score(end)
    page.locator("#main").get_by_text("The game is over").wait_for()


def next_entry(knowledge, deal):
    """Return the card that turns up next, else the natural player's move; None at the end."""
    if (place := next_place(knowledge)) is not None:
        return deal.cards[place]
    game, position = knowledge.shown()
    return FAIR.of(game.name).natural(game, position)
