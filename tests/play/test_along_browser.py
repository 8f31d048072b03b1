"""In the browser: a game with real cards, entered on the keypad, corrected with a tap, with advice."""

from winnow.core.deals import Deal
from winnow.core.drawing.decks import looks_of
from winnow.games.head.rules import Head

HAND = ("9LK", "AK", "8MS", "6LK", "CK", "AL")
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


def test_a_shuffled_deck_of_single_left_is_played_to_its_end(screen, server):
    page = screen()
    begun(page, server, "single-left")
    for card in Deal.numbered("single-left", 1).cards:
        page.evaluate("(card) => Winnow.playing.add(card)", card)
    page.locator("#main").get_by_text("The game is over.").wait_for()
    assert page.evaluate("Winnow.playing.found.unseen") == []
    assert page.evaluate("Winnow.playing.found.table.score") == 18
