"""One-Minute against the minute, in the browser: by keys and by touch, and what the pile is judged."""

from browser import until

from winnow.core.deals import Deal
from winnow.games.one_minute.rules import OneMinute, matches

NUMBER = 5


def begun(page, server):
    page.goto(f"{server.address}#/clock/one-minute/{NUMBER}")
    page.get_by_role("button", name="Start").click()
    # A press of a busy browser is not a long one.
    page.evaluate("Winnow.playing.longPress = 1e9")


def keys_to_win():
    """Return the keys of natural play: the pile for a card that matches or at an impasse, else the waste."""
    base, *packet = Deal.numbered("one-minute", NUMBER).cards
    top, hand, waste, keys = base, packet[::-1], [], []
    while hand or waste:
        if not hand:
            hand, waste = waste[::-1], []
        card = hand.pop(0)
        if matches(card, top) or not any(matches(other, top) for other in [card, *hand, *waste]):
            top = card
            keys.append("Enter")
        else:
            waste.append(card)
            keys.append("Space")
    return keys


def test_a_game_is_won_by_keys_within_the_minute(screen, server):
    page = screen()
    begun(page, server)
    for key in keys_to_win():
        page.keyboard.press(key)
    told = page.locator(".minute-told")
    told.get_by_text("Won!").wait_for()
    assert "Every card matches, or lies at an impasse." in told.inner_text()
    assert told.locator("li").count() == 52


def test_a_wrong_card_is_named_and_marked(screen, server):
    page = screen(390, 844, has_touch=True)
    begun(page, server)
    for _ in range(51):
        page.get_by_role("button", name="To the pile").tap()
    told = page.locator(".minute-told")
    told.get_by_text("Lost.").wait_for()
    assert "does not match" in told.inner_text()
    assert told.locator("li.wrong").count() == 1


def test_the_end_of_the_time_judges_and_cards_left_lose(screen, server):
    page = screen()
    page.clock.install()
    begun(page, server)
    page.keyboard.press("Enter")
    page.clock.fast_forward(61_000)
    page.locator(".minute-told").get_by_text("Lost.").wait_for()
    assert "50 cards are not on the pile. 60.0 seconds." in page.locator(".minute-told").inner_text()
    page.get_by_role("button", name="Again").click()
    assert page.evaluate("Winnow.playing.pile.length") == 1


def test_the_packet_is_read_from_its_last_card(screen, server):
    page = screen()
    begun(page, server)
    deal = Deal.numbered("one-minute", NUMBER).cards
    assert page.evaluate("Winnow.playing.hand") == list(
        OneMinute(Deal.numbered("one-minute", 0).rules, deal).start().hand
    )
    page.keyboard.press("Space")
    assert page.evaluate("Winnow.playing.waste") == [deal[51]]


def test_one_key_or_one_thumb_is_enough(screen, server):
    page = screen(390, 844, has_touch=True)
    begun(page, server)
    page.keyboard.press("Space")
    page.locator(".minute-table").tap()
    assert page.evaluate("Winnow.playing.waste.length") == 2
    page.evaluate("Winnow.playing.longPress = 0")
    page.keyboard.down("Space")
    until(page, "Winnow.playing.pile.length === 2")
    page.keyboard.up("Space")
    page.mouse.move(*middle(page.locator(".minute-table").bounding_box()))
    page.mouse.down()
    until(page, "Winnow.playing.pile.length === 3")
    page.mouse.up()
    assert page.evaluate("Winnow.playing.waste.length") == 2


def test_the_keys_that_press_a_button_start_the_clock_and_a_key_held_down_presses_none(screen, server):
    page = screen()
    page.goto(f"{server.address}#/clock/one-minute/{NUMBER}")
    until(page, "document.activeElement && document.activeElement.textContent === 'Start'")
    page.keyboard.down("Enter")
    until(page, "Winnow.playing.running")
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.evaluate("Winnow.playing.longPress = 1e9")
    page.keyboard.press("Space")
    assert page.evaluate("[Winnow.playing.running, Winnow.playing.pile.length, Winnow.playing.waste.length]") == [
        True,
        1,
        1,
    ]


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
