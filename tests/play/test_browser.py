"""The page in a real browser: games are won and lost by clicks, keys and touch, kept, told and shared."""

import json
import re
from urllib.parse import quote, unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import SOLVED, WRONG, Player, Server, choose, problem, resized, until
from click.testing import CliRunner
from small import SMALL, losing_line, winning

from winnow.api.hint import hint
from winnow.cli import command
from winnow.core.deals import Deal
from winnow.core.games import GAMES

HURRY = "const later = setTimeout; setTimeout = (act, wait, ...more) => later(act, wait / 20, ...more);"
"""JavaScript: what waits for a person to follow passes twenty times as fast."""
DEAL = "#/deal/universal/5"
FILED = "Winnow.store.sending.then(() => Winnow.server.progress()).then(({ progress }) => %s)"
"""JavaScript: a value of the server's file, once what was made is in it."""


def ready(page):
    page.locator(".play[data-moves]").wait_for()


def go(page, server, place):
    """Open a game; a page that is there is not loaded again, unless this is the game that it shows."""
    if page.url.endswith(place):
        page.goto("about:blank")
    page.evaluate("window.before = window.Winnow && Winnow.playing")
    page.goto(server.address + place)
    until(page, "Boolean(window.Winnow && Winnow.playing && Winnow.playing !== window.before)")
    ready(page)


def open_deal(page, server, name, cards, rules):
    how = {"kind": "deal", "game": name, "deal": cards, "rules": rules}
    go(page, server, f"#/open/{quote(json.dumps(how))}")


def make(page, *moves):
    for move in moves:
        page.evaluate("async (move) => { await Winnow.playing.make(move); await Winnow.playing.busy; }", move)


def at(page, moves):
    until(page, f"Winnow.playing && Winnow.playing.at === {moves}")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def entry(page):
    return page.evaluate("Winnow.store.get(Winnow.playing.game.id)")


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(v["id"], [node["html"][:120] for node in v["nodes"]][:4]) for v in found]


SHOWN = """(moment) => {
  const { board, tables, at } = Winnow.playing;
  return [board.table === tables[moment], at, document.querySelector('.scrub').value];
}"""
"""JavaScript: whether the table shows a moment, the moves of the game itself, and the place of the scrubber."""
LATE = "Winnow.playing.truth.account({ start: 'winnable', kept: 1, lost: 4 }, ['', '', '', '', '']).end"
DRAWN = "(kind) => document.querySelectorAll(`.card.${kind}, .base.${kind}, .cell.${kind}`).length"


def told_on_the_table(page, kept):
    """The story winds the table back to the losing move, draws it red and a better one green, and looks around."""
    scrub = page.locator(".scrub")
    scrub.wait_for()
    told = page.locator(".story .told")
    assert f"Move {kept + 1} lost the win" in told.inner_text()
    assert "kept it" in told.inner_text()
    assert page.evaluate(SHOWN, kept) == [True, kept + 1, str(kept)]
    assert min(page.evaluate(DRAWN, kind) for kind in ("worse", "better")) > 0
    assert page.locator(".marks i").count() == 1
    table, bar = (page.locator(name).bounding_box() for name in (".board", ".story"))
    assert table["y"] + table["height"] <= bar["y"] + 1
    assert page.evaluate(LATE).endswith("lost between move 2 and move 4. Time ran out: 3 of 5 moves were judged.")
    press(page, "Why?")
    assert told.inner_text().startswith("Why: ")
    scrub.press("Home")
    until(page, "Winnow.playing.board.table === Winnow.playing.tables[0]")
    assert told.inner_text().startswith(f"Move 1 of {kept + 1}, could be won: " if kept else "Move 1 lost the win")
    page.keyboard.press("Escape")
    until(page, "Winnow.playing.board.table === Winnow.playing.table")
    assert page.evaluate("Winnow.playing.at") == kept + 1
    page.keyboard.press("w")
    scrub.wait_for()


@pytest.mark.parametrize("name", list(SMALL))
def test_each_game_is_lost_explained_and_won_by_clicks_keys_and_touch(screen, server, name):
    # The window is low: the scroll bar appears and disappears with the table's height.
    page = screen(1280, 680, has_touch=True)
    page.add_init_script(HURRY)
    deal, line, lost = losing_line(name)
    open_deal(page, server, name, *SMALL[name])
    page.keyboard.press("l")
    page.locator(".lamp.winnable").wait_for()
    Player(page, "click").play(name, deal, [*line, lost])
    page.locator(".lamp.unwinnable").wait_for()
    page.keyboard.press("h")
    page.locator(".hint-text p", has_text="No move wins").wait_for()
    press(page, "Where did I lose it?")
    told_on_the_table(page, len(line))
    assert violations(page) == []
    press(page, "Play here")
    page.locator(f'.play[data-moves="{len(line)}"]').wait_for()
    page.locator(".lamp.winnable").wait_for()
    page.keyboard.press("h")
    press(page, "Show the move")
    press(page, "Play the winning line")
    page.locator(".notice.won", has_text="does not count as solved").wait_for()
    page.keyboard.press("l")
    page.evaluate("Winnow.playing.restart()")
    at(page, 0)
    game, position = Player(page, "keys", "touch").play(name, deal, winning(name))
    assert game.won(position)
    assert "does not count" not in page.locator(".notice.won").inner_text()
    assert entry(page)["solved"]


DISCARD = ("2MK 4YK 5YK 9MS AS 3LY CM CK CW", {"deck": "as-dealt", "hand": "3", "target": "3"})
"""A game of Head whose first move is a discard in any order, which wins in some orders only."""
NAMES = """(cards) => {
  const hand = Winnow.playing.table.piles.find((pile) => pile.key === 'hand').cards;
  return Winnow.playing.names(cards.map((card) => hand.find((shown) => shown.card === card).key)).join(' ');
}"""


def test_a_discard_is_told_in_the_order_in_which_it_is_made(screen, server):
    page = screen()
    open_deal(page, server, "head", *DISCARD)
    found = hint("head", DISCARD[0], rules=DISCARD[1])
    winning_moves, lost = ([m.move for m in found.moves if m.verdict == v] for v in ("winnable", "unwinnable"))
    page.keyboard.press("m")
    assert page.locator(".list h2").inner_text() == "Legal moves; click the cards for another order"
    page.keyboard.press("m")
    page.keyboard.press("h")
    press(page, "Show the move")
    page.get_by_role("button", name="Play the winning line").wait_for()
    line = page.evaluate("Winnow.playing.truth.found.line[0]")
    order = page.evaluate(NAMES, line.split()[1:])
    assert page.locator(".hint-text p").text_content() == f"Discard the hand. Order: {order}."
    assert line.upper() in map(str.upper, winning_moves)
    cards = [page.locator(f'.card[data-key="{key}"]') for key in "012"]
    cards[0].drag_to(cards[2], target_position={"x": 60, "y": 40})
    assert [card.get_attribute("data-order") for card in cards] == ["3", "1", "2"]
    press(page, "Discard in this order")
    at(page, 1)
    assert page.evaluate("Winnow.playing.line[0].toUpperCase()") == "DISCARD 4YK 5YK 2MK"
    page.keyboard.press("u")
    at(page, 0)
    for move in (winning_moves[0], lost[0]):
        order = page.evaluate(NAMES, move.upper().split()[1:])
        Player(page, "click").play("head", Deal.parse("head", *DISCARD), [move])
        assert order in page.locator("#live").inner_text()
        page.keyboard.press("u")
        at(page, 0)


def test_the_second_press_on_a_move_that_is_gone_is_no_error(screen, server):
    page = screen(expected="409")
    go(page, server, f"#/single-left,discarding=optional/5/{quote(';'.join(['draw'] * 15))}")
    page.evaluate("Winnow.playing.play('four'), Winnow.playing.play('four')")
    assert page.evaluate("Winnow.playing.line[15]") == "four"
    assert "not legal" not in page.locator("body").inner_text()


def test_a_card_is_dragged_and_moves_are_taken_back_kept_and_restarted(screen, server):
    page = screen()
    go(page, server, DEAL)
    player = Player(page, "click")
    # 5J, column 4, fits below 6E, column 1.
    card, goal = player.settled('.card[data-key="3"]'), player.settled('.card[data-key="0"]')
    for place, moves in (((goal["x"] + 30, goal["y"] + 60), 1), ((5, 5), 0)):
        page.mouse.move(card["x"] + 9, card["y"] + 9)
        page.mouse.down()
        page.mouse.move(*place, steps=6)
        page.mouse.up()
        at(page, moves)
        if moves:
            assert page.evaluate("Winnow.playing.line") == ["4>1"]
            for key, left in (("u", 0), ("Control+y", 1), ("Control+z", 0)):
                page.keyboard.press(key)
                at(page, left)
    # On a busy machine the second click may come later than one by a person.
    page.evaluate("performance.now = () => 0")
    page.mouse.dblclick(card["x"] + 9, card["y"] + 9)
    at(page, 1)
    make(page, "T", "T")
    page.keyboard.press("u")
    at(page, 2)
    page.reload()
    at(page, 2)
    page.keyboard.press("r")
    at(page, 3)
    page.evaluate("Winnow.playing.spent = 500")
    press(page, "Restart")
    at(page, 0)
    assert entry(page)["spent"] < 5
    press(page, "Go to its 3 moves")
    at(page, 3)
    assert entry(page)["spent"] >= 500
    go(page, server, "#/deal/single-left/9")
    for moves in range(1, 6):
        page.keyboard.press("Space")
        at(page, moves)


def test_a_game_goes_on_in_another_tab_and_loses_no_move_when_it_is_left(screen, server):
    """The tables of the earlier line are not shown again."""
    first = screen()
    second = first.context.new_page()
    for page in (first, second):
        go(page, server, DEAL)
    other = first.evaluate("Winnow.playing.table.gestures.map((g) => g.move).find((move) => move !== 'T')")
    make(first, "T", "T")
    press(second, "Show its moves")
    at(second, 2)
    second.keyboard.press("u")
    at(second, 1)
    first.evaluate("Winnow.playing.goTo(0)")
    make(first, other, "T")
    until(second, f"Winnow.store.get(Winnow.playing.game.id).line[0] === '{other}'")
    press(second, "Show its moves")
    until(second, f"Winnow.playing.line[0] === '{other}' && Winnow.playing.at === 2")
    second.keyboard.press("u")
    at(second, 1)
    assert second.evaluate("Winnow.playing.table") == first.evaluate("Winnow.playing.tables[1]")
    go(first, server, "#/deal/blink/1")
    until(first, "Boolean(Winnow.playing.board.plan)")
    first.evaluate(LEAVE)
    go(first, server, "#/deal/blink/1")
    first.reload()
    at(first, 1)


LEAVE = """
async () => {
  const left = Winnow.playing;
  const { source } = left;
  left.source = {
    table: async (...asked) => {
      const table = await source.table(...asked);
      location.hash = '#/';
      while (left.node.isConnected) await new Promise(requestAnimationFrame);
      return table;
    },
  };
  await left.make(left.table.gestures[0].move);
}
"""
"""JavaScript: make a move, and leave the game before its table arrives."""


def test_progress_and_settings_outlive_a_server_and_its_port(screen, tmp_path):
    servers = [Server(tmp_path)]
    try:
        page = screen(expected="Failed to load resource")  # the server ends
        go(page, servers[0], DEAL)
        make(page, "T", "T")
        page.keyboard.press("l")
        until(page, FILED % "progress.settings.lamp && Object.values(progress.entries)[0].at === 2")
        servers[0].stop()
        press(page, "Turn")
        page.get_by_text("Winnow does not answer").first.wait_for()
        servers.append(Server(tmp_path))
        other = screen(expected="Failed to load resource")  # the end of its server
        other.goto(servers[1].address)
        other.get_by_role("link", name="Universal Solitaire, deal 5: 2 moves made").click()
        at(other, 2)
        assert other.locator("[aria-keyshortcuts='L']").get_attribute("aria-pressed") == "true"
        make(other, "T")
        until(other, FILED % "Object.values(progress.entries)[0].at === 3")
    finally:
        for server in servers:
            server.stop()


NEVER = """void (Winnow.playing.source.verdict = (game, moves, best, signal) =>
  new Promise((found, failed) => signal.addEventListener('abort', () => failed(signal.reason))))"""
"""JavaScript: no verdict comes."""


def test_a_hint_that_another_question_ends_looks_no_longer(screen, server):
    page = screen(1280, 800)
    go(page, server, "#/deal/universal/5")
    page.evaluate(NEVER)
    page.keyboard.press("h")
    page.locator(".hint-text p", has_text="Looking").wait_for()
    page.keyboard.press("l")
    until(page, "!document.querySelector('.hint-text').textContent")


def test_help_is_kept_over_a_reload_and_ended_by_restart(screen, server):
    """A hint, the lamp, and the story after taking back a losing move all count as help; undo alone does not."""
    page = screen(expected="status of 499")  # a reload leaves a question behind
    open_deal(page, server, "universal", *SMALL["universal"])
    _deal, line, lost = losing_line("universal")
    counter = page.locator(".counter", has_text="Hints")
    for way in ("hint", "lamp", "story"):
        make(page, *line)
        if way == "hint":
            page.keyboard.press("h")
            page.get_by_role("button", name="Show the move").wait_for()
        else:
            if way == "lamp":
                page.keyboard.press("l")
                page.locator(".lamp.winnable").wait_for()
            make(page, lost)
            page.locator(".lamp.unwinnable" if way == "lamp" else ".lamp").wait_for()
            page.keyboard.press("l" if way == "lamp" else "w")
            if way == "story":
                page.locator(".scrub").wait_for()
            page.reload()
            at(page, len(line) + 1)
            page.keyboard.press("u")
        counter.wait_for()
        press(page, "Restart")
        until(page, "Winnow.playing.at === 0 && !Winnow.playing.helped")
    page.evaluate("Winnow.playing.help()")
    make(page, *winning("universal"))
    page.reload()
    page.get_by_text("does not count as solved").wait_for()
    assert not entry(page)["solved"]
    press(page, "Restart")
    until(page, "Winnow.playing.at === 0 && !Winnow.playing.helped")
    make(page, *line, lost)
    for _ in range(len(line) + 1):
        page.keyboard.press("u")
    at(page, 0)
    make(page, *winning("universal"))
    page.locator(".notice.won").wait_for()
    assert entry(page)["solved"]


TO_THE_END = """
async () => {
  const { playing } = Winnow;
  while (!playing.table.over) await playing.make(playing.table.forced || playing.table.gestures[0].move);
}
"""


def test_a_game_that_ends_counts_once_and_the_last_moves_make_themselves(screen, server):
    page = screen(expected="status of 499")  # a question is left behind
    open_deal(page, server, "single-left", *SMALL["single-left"])
    _deal, line, lost = losing_line("single-left")
    make(page, *line, lost)
    page.evaluate(TO_THE_END)
    last = page.evaluate("Winnow.playing.at")
    for key, moves in (("u", last - 1), ("r", last), ("u", last - 1)):
        page.keyboard.press(key)
        at(page, moves)
    make(page, page.evaluate("Winnow.playing.line.at(-1)"))
    assert entry(page)["tries"] == 1
    open_deal(page, server, "universal", *SMALL["universal"])
    page.evaluate("Winnow.store.settings.stay = true")
    whole, safe = winning("universal"), 3
    make(page, *whole[:-safe])
    assert page.evaluate("Winnow.playing.runOut()") is not None
    assert page.get_by_role("button", name="Play it to the end").count() == 0
    page.evaluate("delete Winnow.store.settings.stay; void Winnow.playing.finish()")
    press(page, "Play it to the end")
    page.locator(".notice.won").wait_for()
    at(page, len(whole))
    # A move that is taken back is the player's again.
    page.keyboard.press("u")
    at(page, len(whole) - 1)
    assert page.evaluate("Winnow.playing.runOut()") is None
    page.evaluate(f"Winnow.playing.goTo({len(whole) - safe})")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("void Winnow.playing.finish()")
    press(page, "Stop")
    until(page, "!Winnow.playing.running")
    assert page.evaluate("Winnow.playing.at") < len(whole)
    _deal, line, lost = losing_line("universal")
    page.evaluate("Winnow.playing.restart()")
    make(page, *line, lost)
    page.evaluate(TO_THE_END)
    page.get_by_text("Best possible, proven").wait_for()
    assert "6 cards on the bar" in page.locator(".notice .numbers").inner_text()


HOSTILE = [
    "#/head/7/%E0%A4%A", "#/head,hand/7/", "#/univer", "#/game/nope", "#/%", "#/puzzle/%00",
    "#/deal/head/99999999999999999999999", f"#/head/{'9' * 5000}/", "#/clock/nope/1", "#/clock/one-minute/-1",
    "#/open/{", "#/open/null", "#/open/" + "[" * 50_000, '#/open/{"kind":"puzzle","id":["0000000000000000"]}',
    '#/open/{"kind":"deal","game":"<img src=x onerror=alert(1)>","number":1}', "#/today/nope", "#/along/head/{",
    "#/puzzle/..%2F..%2Fbuild.js",
    "#/universal,draw=<img src=x onerror=alert(1)>/5/", "#/universal/5/T;T;T;nonsense",
    "#/learn/__proto__", "#/puzzle/__proto__", "#/daily/__proto__",
]  # fmt: skip
"""Addresses that open nothing; test_answers.py has more that the program behind the page refuses."""


def test_a_game_is_chosen_typed_and_dealt_anew(screen, server):
    page, held = screen(expected="Failed to load resource"), []
    page.add_init_script(HURRY)
    page.route("**/api/packs", lambda route: held.append(route))  # noqa: PLW0108
    page.goto(f"{server.address}#/game/head")
    page.get_by_text("More ways to play").click()
    area = page.get_by_label("A deal of your own cards")
    area.fill("AM 2MK ZZ")
    press(page, "Lay out")
    alert = page.get_by_role("alert").filter(has_text="'ZZ' is not a card")
    alert.wait_for()
    assert page.evaluate("(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)") == "ZZ"
    assert page.get_by_role("link", name="Solve problems").count() == 0
    held[0].continue_()
    page.get_by_role("link", name="Solve problems").wait_for()
    page.unroute_all(behavior="wait")
    assert alert.is_visible()
    assert area.input_value() == "AM 2MK ZZ"
    choose(page, f"{server.address}#/game/universal")
    page.get_by_text("More ways to play").click()
    page.get_by_text("Other rules for numbered and own deals").click()
    page.get_by_label("draw", exact=False).first.fill("1")
    assert page.get_by_label("passes", exact=False).first.get_attribute("placeholder") == "as draw"
    page.get_by_label("A numbered deal").fill("5")
    page.get_by_role("button", name="Deal", exact=True).click()
    until(page, "Winnow.playing && Winnow.playing.game.rules.draw === 1")
    assert page.evaluate("Winnow.playing.game.rules.passes") == 1
    # Of this game few deals can be won: after some tries any deal is taken. It has no choice, and plays itself.
    go(page, server, "#/deal/single-left/7")
    press(page, "Watch")
    until(page, "Winnow.playing.at > 1")
    press(page, "Restart")
    until(page, "Winnow.playing.at === 0 && !Winnow.playing.running")
    press(page, "Watch")
    page.locator(".notice.lost").get_by_role("button", name="New").click()
    until(page, "Winnow.playing.game.number !== '7'")
    first = page.evaluate("Winnow.playing.game.number")
    page.keyboard.press("n")
    until(page, f"Winnow.playing.game.number !== '{first}'")
    assert page.evaluate("Object.values(Winnow.store.entries).map((entry) => entry.open.number)") == ["7"]
    for link in HOSTILE:
        page.goto("about:blank")
        page.goto(server.address + link)
        page.locator(".trouble").first.wait_for()
        assert "undefined" not in page.locator(".trouble").first.inner_text()
        assert page.locator("main img").count() == 0


def test_a_position_is_shared_as_a_link_and_progress_as_a_file(screen, server, tmp_path):
    """The link opens the same table, and its moves are those of the command line; test_page_scripts has more links."""
    page, other = screen(), screen()
    line = ["discard 3SK 7ML AW AK 9MS CW"]
    go(page, server, "#/head,target=4/7/")
    make(page, *line)
    press(page, "Share")
    link = page.locator("dialog a.link").get_attribute("href")
    asked = ["solve", "head", "--number", "7", "--rule=target=4", "--after", unquote(link.split("/")[-1]), "--json"]
    assert json.loads(CliRunner().invoke(command, asked).output)["after"] == line
    go(other, server, link)
    at(other, 1)
    shown = "JSON.stringify(Winnow.playing.table.piles)"
    assert other.evaluate(shown) == page.evaluate(shown)
    choose(page, f"{server.address}#/")
    page.get_by_text("More: import and export").click()
    with page.expect_download() as download:
        press(page, "Export")
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    assert [found["line"] for found in json.loads(file.read_text())["entries"].values()] == [line]
    page.on("dialog", lambda dialog: dialog.accept())
    press(page, "Forget all")
    until(page, FILED % "Object.keys(progress.entries).length === 0")
    page.get_by_label("Import").set_input_files(file)
    page.get_by_text("1 game imported.").wait_for()
    page.reload()
    page.get_by_role("link", name=re.compile("1 move made")).wait_for()


GRADES = {0: "0 cards on the bar", 1: "1 card on the bar (Novice)", 59: "59 cards on the bar (Expert)"}


def test_what_is_told_over_the_table_belongs_to_its_position_and_covers_one_box(screen, server):
    page = screen(390, 844, has_touch=True)
    go(page, server, "#/deal/universal/7")
    assert {score: page.evaluate("(score) => Winnow.playing.scored(score)", score) for score in GRADES} == GRADES
    card = page.evaluate("Winnow.playing.table.piles.flatMap((pile) => pile.cards).find((one) => one.face_up).card")
    page.evaluate("(card) => Winnow.playing.board.name(`${card} is under it.`)", card)
    assert page.locator(".card.named").count() == 1
    page.evaluate("Winnow.playing.board.show(Winnow.playing.table)")
    assert page.locator(".card.named").count() == 0
    box = page.locator(".base[data-pile=stock]").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 6)
    at(page, 1)
    box = page.locator(".base[data-pile=bar-E]").bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert page.locator(".toast").inner_text() == "First pick a card."
    go(page, server, "#/deal/single-left/7")
    button, menu = page.get_by_role("button", name="More", exact=True), page.locator(".more")
    button.tap()
    page.get_by_role("button", name="Draw").tap()
    menu.wait_for(state="hidden")
    assert button.get_attribute("aria-expanded") == "false"
    button.tap()
    page.keyboard.press("Shift+Tab")
    assert menu.is_visible()
    page.keyboard.press("Shift+Tab")
    menu.wait_for(state="hidden")
    page.keyboard.press("h")
    until(page, "Boolean(document.querySelector('.hint-text p')) && "
          "!document.querySelector('.hint-text').textContent.includes('Looking')")  # fmt: skip
    low = "document.querySelector('.hint-text').getBoundingClientRect().bottom"
    assert page.evaluate(low) < page.locator(".base[data-pile=deck]").bounding_box()["y"] + 40
    page.evaluate(TO_THE_END)
    notice = page.locator(".notice.lost")
    notice.get_by_role("button", name="See why").click()
    page.locator(".scrub").wait_for()
    assert not notice.is_visible()
    page.locator(".story").get_by_role("button", name="Close").click()
    assert notice.is_visible()
    left = page.evaluate("""async () => {
        const { truth } = Winnow.playing;
        await Winnow.playing.goTo(0);
        truth.lamp('unwinnable', 'a sentence of this position', '');
        await Winnow.playing.make('draw');
        return truth.node.textContent;
    }""")
    assert "a sentence" not in left


def test_the_first_page_and_a_games_page_count_what_was_played(screen, server):
    page = screen(expected="499")
    page.goto(server.address)
    page.locator(".game-card .button").first.wait_for()
    for width in (390, 1216, 1440):
        resized(page, width, 900)
        tiles = page.evaluate(TILES)
        assert len(tiles) == len(GAMES)
        for tile, main, other in tiles:
            assert (main["top"], main["bottom"]) == (other["top"], other["bottom"])
            assert tile["left"] < main["left"] < main["right"] < other["left"] < other["right"] < tile["right"]
        assert len({main["bottom"] for _, main, _ in tiles}) == len({tile["top"] for tile, _, _ in tiles})
    page.evaluate(
        """() => {
          const open = { kind: 'deal', game: 'universal', number: '7', fair: true };
          const game = { game: 'universal', open, line: ['T'], updated: 1 };
          const ended = { ...game, good: false, last: 21, tries: 1 };
          const won = { one: { ...ended, solved: true }, two: { ...ended, good: true } };
          Object.assign(Winnow.store.entries, { ...won, three: ended, four: ended, five: game });
        }"""
    )
    page.evaluate("location.hash = '#/game/universal'")
    page.locator("section .numbers").wait_for()
    text = page.locator("section .numbers").inner_text().split("\n")
    shown = {name: text[text.index(name) + 1] for name in (*FACE_DOWN, "Lost", "Average")}
    assert shown == dict.fromkeys(FACE_DOWN, "25%") | {"Lost": "4", "Average": "21.0"}


FACE_DOWN = ("Cards face down: you", "Good play, same deals")
TILES = """
[...document.querySelectorAll('.game-card')].map((tile) => [tile, ...tile.querySelectorAll('.button')].map(
  (node) => (({ left, top, right, bottom }) => ({ left, top, right, bottom }))(node.getBoundingClientRect())))
"""


OPENED = "for (const open of document.querySelectorAll('dialog')) open.close(); Winnow.playing.%sButton.click()"
ASKED = [("h", ".hint-text button"), ("l", ".lamp:is(.winnable, .unwinnable)"), ("m", ".list li")]
LOST = [(f"({TO_THE_END})()", ".notice.lost"), ("w", ".scrub")]
DIALOGS = [(OPENED % name, "dialog[open]") for name in ("rules", "keys", "share", "settings")]
WON = {"kind": "deal", "game": "universal", **dict(zip(("deal", "rules"), SMALL["universal"], strict=True))}
CARD = ".play .card:not(.under)"
EACH = {
    "#/": (".game-card", []),
    "#/game/one-minute": (".puzzle", []),
    "#/deal/blink/3": (CARD, []),
    "#/deal/head/7": (CARD, [*ASKED, *LOST, *DIALOGS]),
    f"#/open/{quote(json.dumps(WON))}": (CARD, [(SOLVED, ".notice.won")]),
    "#/down/universal/7/": (".lamp:is(.chance, .good)", []),  # the lamp stays on
    "#/down/single-left/8/": (CARD, LOST),
    f"#/puzzle/{problem('head')}": (CARD, [(WRONG, ".problem:is(.wrong, .right)")]),
    f"#/puzzle/{problem('single-left')}": (CARD, [(SOLVED, ".problem:is(.won, .decided)")]),
    "#/problems/head": (".standing", []),
    "#/pack/head-55b21e8235da": (".puzzle", []),
    "#/learn/universal": (".lesson .steps", []),
    "#/daily/2026-11-23": (CARD, []),
    "#/clock/one-minute/5": (".minute-clock", []),
    "#/along/blink/%7B%7D": (".keypad button", []),
    "#/nothing": (".trouble[role=alert]", []),
}
OF_GAMES = {
    **{f"#/game/{name}": (".puzzle", []) for name in SMALL},
    **{f"#/deal/{name}/3": (CARD, []) for name in SMALL if name != "head"},
}
"""Addresses, what is waited for there, and what is then done: keys or JavaScript, and what that shows."""
SIZES = ((320, 256), (844, 390), (2560, 1440), (320, 568), (390, 844), (1440, 900))
FEW = 3
"""The sizes that are looked at by default; the long run looks at all, and at each game's own screens."""
BEYOND = """() => {
  const contained = (node) => node && (getComputedStyle(node).overflowX !== 'visible' || contained(node.parentElement));
  const nodes = [...document.querySelectorAll('body *')].filter((node) => {
    const box = node.getBoundingClientRect();
    const shown = box.width > 1 && getComputedStyle(node).visibility !== 'hidden';
    return shown && (box.right > innerWidth + 1 || (box.right > 0 && box.left < -1)) && !contained(node.parentElement);
  });
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
  return [...wide, ...nodes.map((node) => `${node.tagName}.${node.className}`)];
}"""
"""JavaScript: what leaves the screen to the left or right."""


@pytest.mark.parametrize(
    ("scheme", "screens", "sizes"),
    [("dark", EACH, SIZES[:FEW]), pytest.param("light", EACH | OF_GAMES, SIZES, marks=pytest.mark.full)],
)
def test_every_screen_is_accessible_fits_every_width_and_writes_no_error(screen, server, scheme, screens, sizes):
    page, found = screen(390, 844, color_scheme=scheme, expected="status of 499"), []
    for address, (shown, steps) in screens.items():
        page.goto("about:blank")
        page.goto(server.address + address)
        for act, awaited in [("", shown), *steps]:
            if len(act) == 1:
                page.keyboard.press(act)
            elif act:
                page.evaluate(act)
            page.locator(awaited).first.wait_for()
            found += [(address, act, *violation) for violation in violations(page)]
            for size in sizes:
                resized(page, *size)
                found += [(address, act, size, node) for node in page.evaluate(BEYOND)]
            resized(page, 390, 844)
    assert found == []
