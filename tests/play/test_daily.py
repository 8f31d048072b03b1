"""The deal of the day and the Play button: chosen from the date alone, played to an end, and shared."""

import json
import re
from datetime import date, timedelta

import pytest
from browser import problem, resized, until
from small import SMALL, winning
from test_browser import go, make, open_deal, press
from test_page_scripts import run

import winnow
from winnow.core.face import FACES
from winnow.core.games import GAMES
from winnow.play.opening import game_record

SCRIPTS = ["dom.js", "links.js", "problems.js", "daily.js"]
ABOUT = [game_record(kind) for kind in GAMES.usable()]
MONDAY = date(2026, 1, 5)
FRIDAY = "2026-11-27"
CHOSEN = """const { Winnow } = tab();
Winnow.dayNumber = () => Date.parse('2028-01-01') / 86400000;
return given[0].map((day) => {
  const { about, ...deal } = Winnow.dealOf(day, given[1]) || { about: {} };
  return [about.name || null, deal];
});"""


def chosen(days, zone="UTC"):
    """Return the game and the deal that the page chooses for each day."""
    return run(SCRIPTS, CHOSEN, [[str(day) for day in days], ABOUT], zone)


@pytest.mark.parametrize("weeks", [range(4), pytest.param(range(4, 100), marks=pytest.mark.full)])
def test_a_days_deal_follows_from_its_date_alone_and_can_be_won(weeks):
    days = [MONDAY + timedelta(7 * week + day) for week in weeks for day in range(7)]
    found = chosen(days)
    assert found == chosen(days, "Pacific/Auckland") == chosen(days, "America/Los_Angeles")
    games = [game for game, _ in found[:7]]
    assert games == ["blink", "one-minute", "single-left", "universal", "head", "universal", "blink"]
    assert [deal["form"] for _, deal in found[:3]] == ["down", "clock", "open"]
    odd = ["2028-01-02", "2028-01-03", "2019-12-31", "2026-13-01", "nope", "1e3"]
    assert [game is not None for game, _ in chosen(odd)] == [True, False, False, False, False, False]
    for game, deal in found:
        assert winnow.solve(game, int(deal["number"]), rules=deal["rules"]).verdict == "winnable", (game, deal)


def test_a_result_names_no_card_and_shows_how_far_one_came():
    script = "const { Winnow } = tab(); Winnow.carrier.address = 'https://a/'; return given.map(Winnow.result);"
    won = {"day": "2026-11-28", "title": "Blink Solitaire", "done": 60, "total": 60, "spent": 177, "helped": 0}
    lost = won | {"done": 31, "helped": 2}
    texts = run(SCRIPTS, script, [won, lost])
    assert texts[0].split("\n") == [
        "Winnow 28 Nov · Blink 60/60 · 2:57 · no help", "🟩" * 10, "https://a/#/daily/2026-11-28",
    ]  # fmt: skip
    assert texts[1].split("\n")[:2] == ["Winnow 28 Nov · Blink 31/60 · 2:57 · with 2 hints", "🟨" * 5 + "⬜" * 5]


def test_the_day_is_played_shared_and_marked_and_a_friend_gets_the_same_deal(screen, server):
    page, friend = screen(390, 844), screen()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.clock.set_fixed_time(f"{FRIDAY}T12:00:00")
    page.goto(server.address)
    page.locator(".day").get_by_role("link", name="Play", exact=True).click()
    until(page, "Boolean(Winnow.playing) && Winnow.playing.tables.length > 0")
    assert page.evaluate("location.hash") == f"#/daily/{FRIDAY}"
    game = page.evaluate("(({ game, number, set }) => ({ game, number, set }))(Winnow.playing.game)")
    assert game["game"] == "head"
    assert game["set"] == {"melding": "optional"}
    make(page, *winnow.solve("head", int(game["number"]), rules=game["set"]).line)
    press(page, "Share result")
    page.get_by_role("button", name="Copied").wait_for()
    text = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert text[0].startswith("Winnow 27 Nov · Head 36/36 · ")
    assert text[1:] == ["🟩" * 10]  # the address of winnow play is of use on this machine alone
    page.goto(f"{server.address}#/")
    page.get_by_text("1 day in a row").wait_for()
    page.get_by_text("Earlier days").click()
    page.get_by_role("link", name="Fri 27 Nov, Head, won").wait_for()
    assert page.locator(".calendar .missed").count() == 25
    friend.clock.set_fixed_time(f"{FRIDAY}T12:00:00")
    go(friend, server, f"#/daily/{FRIDAY}")
    assert friend.evaluate("Winnow.playing.game.deal") == page.evaluate("Winnow.playing.game.deal")
    kept = json.loads(page.evaluate("JSON.stringify(Object.values(Winnow.store.entries))"))
    assert [one["open"] for one in kept] == [{"kind": "daily", "day": FRIDAY}]


def test_a_day_against_the_clock_keeps_its_result(screen, server):
    page = screen(390, 844)
    page.goto(f"{server.address}#/daily/2026-11-24")
    until(page, "Boolean(Winnow.playing)")
    press(page, "Start")
    press(page, "To the pile")
    press(page, "Stop")
    page.get_by_role("button", name="Share result").wait_for()
    assert page.evaluate("Winnow.store.get('daily 2026-11-24').tries") == 1
    assert page.evaluate("location.hash") == "#/daily/2026-11-24"


def test_play_deals_in_the_way_last_chosen_and_back_does_not_deal_again(screen, server):
    page = screen(390, 844)
    page.goto(server.address)
    page.locator(".game-card").first.wait_for()
    assert page.locator(".game-card h2").all_inner_texts()[:2] == ["Blink Solitaire", "Universal Solitaire"]
    page.get_by_label("Cards of Head").select_option("down")
    page.get_by_label("Level of Head").select_option("hard")
    page.get_by_role("link", name="Play Head").click()
    until(page, "Boolean(Winnow.playing) && Winnow.playing.game.game === 'head'")
    assert page.evaluate("Winnow.playing.game.fair")
    # The deal is one of a pack: a search for it may find none on a busy machine.
    assert re.search(r"face down · won in \d+ of \d+ tries$", page.locator(".heading p").inner_text())
    page.go_back()
    page.locator(".game-card").first.wait_for()
    page.goto(f"{server.address}#/game/head")
    assert page.get_by_label("Level of Head").input_value() == "hard"
    assert page.locator("input[inputmode]").is_hidden()
    page.goto(f"{server.address}#/play/single-left/easy")
    until(page, "Winnow.playing.game.set.redeals === 1")
    page.goto(f"{server.address}#/game/one-minute")
    page.get_by_role("link", name="Play One-Minute Solitaire").click()
    page.get_by_role("button", name="Start").wait_for()


@pytest.mark.parametrize("game", list(GAMES))
def test_each_level_has_deals_that_can_be_won(game):
    levels = FACES.of(game).levels
    assert len(levels) == 3
    for rules in levels:
        assert any(winnow.solve(game, number, rules=rules).verdict == "winnable" for number in range(20))


def test_a_face_down_game_is_shared_face_down_and_without_its_moves(screen, server):
    page, friend = screen(), screen()
    go(page, server, '#/open/{"kind":"deal","game":"universal","number":"7","fair":true}')
    make(page, "T", "T")
    press(page, "Share")
    link = page.locator("dialog a.link")
    page.evaluate("Winnow.store.sending")
    server.forget()  # a friend has progress of their own
    for moves in (0, 2):
        friend.goto("about:blank")
        friend.goto(server.address + link.get_attribute("href"))
        until(friend, f"Boolean(Winnow.playing) && Winnow.playing.at === {moves}")
        same = "[Winnow.playing.game.id, Winnow.playing.game.fair]"
        assert friend.evaluate(same) == page.evaluate(same)
        unseen = "Winnow.playing.table.piles.flatMap((pile) => pile.cards).filter((card) => !card.face_up).length"
        assert friend.evaluate(unseen) > 40
        page.get_by_label("With my moves").check()


def test_a_card_is_found_hints_are_counted_and_a_favourite_is_kept(screen, server):
    page = screen(844, 390)
    go(page, server, "#/deal/universal/5")
    assert page.evaluate("Winnow.playing.board.unit") > 50  # on its side a phone shows cards as large as upright
    assert page.locator(".heading p").inner_text() == "Deal 5 · medium"
    page.keyboard.press("f")
    page.locator("dialog").get_by_role("button", name="6 of Earth").click()
    assert page.locator(".card.named").get_attribute("data-face") == "6E"
    for times in (1, 2):
        page.keyboard.press("h")
        page.get_by_role("button", name="Show the move").wait_for()
        assert page.locator(".counter").last.text_content() == f"Hints {times}"
        make(page, "T")
    page.evaluate("Winnow.playing.favourButton.click()")
    page.goto(f"{server.address}#/")
    page.locator("section", has_text="Favourites").get_by_role("link", name="Universal Solitaire, deal 5").wait_for()


def test_a_second_tap_plays_the_only_move_and_space_or_d_turns_the_stock(screen, server):
    page = screen(390, 844, has_touch=True)
    go(page, server, "#/learn/single-left")
    for key in ("d", " ", "d", "d"):
        at = page.evaluate("Winnow.playing.at")
        page.keyboard.press(key)
        until(page, f"Winnow.playing.at > {at}")
    assert page.get_by_text("?", exact=True).count() == 0
    card = page.locator(".card[data-key='1']")
    card.tap()
    until(page, "document.querySelectorAll('.card.picked').length === 2")
    page.evaluate("Winnow.playing.board.last = null")  # a slow second tap is no double click
    card.tap()
    until(page, "Winnow.playing.at === 5")


WHOLE = "(bar) => [bar, ...bar.children].every((node) => node.scrollHeight <= node.clientHeight + 1)"
"""JavaScript: whether all of a bar's text is seen."""


TO_SAY = """async () => {
  const play = Winnow.playing;
  do await play.make(play.table.gestures.at(-1).move); while (!play.problem && !play.table.over);
}"""
"""JavaScript: play until something is said."""


@pytest.mark.parametrize("route", ["#/deal/head/7", f"#/puzzle/{problem('head')}"])
def test_what_is_said_of_a_game_is_a_bar_below_its_table(screen, server, route):
    page, low = screen(390, 844), {}
    go(page, server, route)

    def sizes():
        for size in ((390, 844), (320, 568), (1440, 900)):
            resized(page, *size)
            yield size, page.evaluate("document.querySelector('.board').getBoundingClientRect().bottom")

    low = dict(sizes())
    page.evaluate(TO_SAY)
    told = page.locator(".notice.lost, .problem.right, .problem.wrong")
    told.wait_for()
    for size, now in sizes():
        box, bar = told.bounding_box(), page.locator(".bar").bounding_box()
        assert now == low[size] <= box["y"] + 2
        assert box["y"] + box["height"] <= bar["y"] + bar["height"] + 1 <= size[1] + 1
        assert told.evaluate(WHOLE)
    if told.locator(":scope.lost").count():
        assert told.get_by_role("button").all_inner_texts() == ["Undo", "See why", "New", "\u2715"]


HEARD = """
window.heard = [];
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (when) { heard.push(this.frequency.value); start.call(this, when); };
"""
"""JavaScript: note the pitches of all tones."""
FLYING = """
document.getAnimations().filter((one) => one.effect.target.matches('.card')
  && one.effect.getKeyframes().some((frame) => 'rotate' in frame)).length
"""


def test_a_win_lets_cards_fly_and_a_chord_sound_unless_the_system_or_the_player_wants_quiet(screen, server):
    page = screen(390, 844)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(HEARD)
    page.goto(server.address)
    open_deal(page, server, "universal", *SMALL["universal"])
    page.evaluate("Winnow.store.settings.stay = true")
    mute = page.get_by_role("button", name="Mute")
    *line, last = winning("universal")

    def win():
        page.evaluate("heard.length = 0; void Winnow.playing.restart()")
        until(page, "Winnow.playing.at === 0")
        make(page, *line)
        moved = page.evaluate("heard.length")
        make(page, last)
        flying = page.evaluate(FLYING)
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        page.locator(".notice.won").wait_for()
        return moved, page.evaluate("heard")[moved:], flying

    mute.click()
    assert mute.get_attribute("aria-pressed") == "true"
    assert win() == (0, [], 6)
    panel = page.locator(".notice.won")
    assert panel.get_by_role("button").all_inner_texts() == ["Share", "Again", "\u2715"]
    assert all(name in panel.inner_text() for name in ("Won!", "Time", "In a row\n1 day"))
    page.keyboard.press("Escape")
    panel.wait_for(state="hidden")
    mute.click()
    assert win() == (len(line), [523, 659, 784, 1047], 6)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("delete Winnow.store.settings.sounds")
    assert win() == (0, [], 0)
    assert ", your best" in panel.inner_text()


ESTIMATES = """(found) => {
  const { playing } = Winnow;
  playing.source = { ...playing.source, chance: async (game, line, again) => ({ ...found, games: 40 * (again + 1) }) };
  return playing.truth.ask();
}"""
"""JavaScript: ask the lamp, which is answered at once."""
RARE = {"good": True, "share": 0.05, "low": 0.0, "high": 0.2, "score": [17.4, 12.0, 22.0]}


def test_the_lamp_face_down_says_what_can_be_reached(screen, server):
    page = screen(1280, 800)
    go(page, server, "#/down/universal/7/")
    for found, said in (
        (RARE, "A good player from here: about 17 of 60; you have 0"),
        (RARE | {"good": False, "share": 0.5}, "An average player from here: wins 50%"),
    ):
        page.evaluate(ESTIMATES, found)
        assert page.locator(".lamp p").text_content() == said
        assert page.locator(".gauge .reached").bounding_box()["width"] > 0
        assert "of 120 games" in page.locator(".lamp details div").text_content()  # refined by more games
        assert page.get_by_role("button", name="Peek").is_visible()
