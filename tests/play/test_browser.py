"""The page in a real browser: every game is won and lost on purpose, by clicks, by keys and by touch."""

import json
import shlex
from importlib import resources
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import CAP, Player, Server, until
from click.testing import CliRunner

from winnow.api.hint import hint
from winnow.api.solve import solve
from winnow.cli import command
from winnow.core.deals import Deal
from winnow.core.games import GAMES
from winnow_puzzles.packs.reading import deal_of, read_pack

CURATED = Path(str(resources.files("winnow_puzzles"))) / "curated"
SMALL = {
    "blink": ("3BS 4BL 4RD 1BM 4RS 1RS", {"deck": "as-dealt", "hold": "1", "columns": "3", "rows": "2"}),
    "head": ("AM 2MK 4WL 3MW 4MS AS 2SY AW 3SK AL", {"deck": "as-dealt", "hand": "4", "target": "4"}),
    "one-minute": ("AS 2S 9D 2D 3D KD 9H 9C 2H 7S", {"deck": "as-dealt", "pace": "0.4"}),
    "single-left": ("AS 2H 3S 4S 5H 6S 7H 8S 9H TS JH 2S", {"deck": "as-dealt", "discarding": "optional", "goal": "4"}),
    "universal": ("2V 1E 1V 2E 3V 3E", {"deck": "as-dealt", "columns": "2", "draw": "2", "passes": "1"}),
}
"""Deals of few cards that can be won and lost."""
HURRY = "const later = setTimeout; setTimeout = (act, wait, ...more) => later(act, wait / 20, ...more);"
"""JavaScript: what waits for a person to follow passes twenty times as fast."""
DISCARD = "2MK 4YK 5YK 9MS AS 3LY CM CK CW"
DISCARD_RULES = {"deck": "as-dealt", "hand": "3", "target": "3"}


def puzzle_of(game, place=0):
    return read_pack(CURATED / game).puzzles[place]


def ready(page):
    page.locator(".play[data-moves]").wait_for()


def open_puzzle(page, server, puzzle):
    page.goto(f"{server.address}#/puzzle/{puzzle['id']}")
    ready(page)


def small(name):
    cards, rules = SMALL[name]
    return Deal.parse(name, cards, rules)


def open_small(page, server, name):
    cards, rules = SMALL[name]
    how = {"kind": "deal", "game": name, "deal": cards, "rules": rules}
    page.goto(f"{server.address}#/open/{quote(json.dumps(how))}")
    ready(page)


def losing_line(name):
    """Return moves that keep the win, and one after them that loses it."""
    deal = small(name)
    line = []
    while True:
        found = hint(name, deal.text, rules=deal.rules.spelled_out(), after=line)
        assert found.verdict.verdict == "winnable"
        lost = [move.move for move in found.moves if move.verdict == "unwinnable"]
        if lost:
            return deal, line, lost[0]
        line.append(next(move.move for move in found.moves if move.verdict == "winnable"))


def screen_for(screen, way):
    # Keys are used in a low window, where the scroll bar appears and disappears with the table's height.
    size = {"click": (1280, 800), "keys": (1280, 680), "touch": (360, 740)}[way]
    return screen(*size, **({"has_touch": True, "is_mobile": True} if way == "touch" else {}))


@pytest.mark.parametrize("way", ["keys", "touch"])
@pytest.mark.parametrize("name", list(SMALL))
def test_each_game_is_won_by_keys_and_by_touch(screen, server, name, way):
    page = screen_for(screen, way)
    open_small(page, server, name)
    line = solve(name, small(name).text, rules=small(name).rules.spelled_out()).answer.line
    game, position = Player(page, way).play(name, small(name), line)
    assert game.won(position)
    assert "Won!" in page.locator(".notice").inner_text()


@pytest.mark.parametrize(
    ("name", "way"),
    [
        pytest.param(
            name, way, marks=() if (name, way) in (("blink", "click"), ("head", "click")) else pytest.mark.full
        )
        for name in SMALL
        for way in ("click", "keys", "touch")
    ],
)
def test_each_game_is_played_to_a_win(screen, server, name, way):
    # Each way of input has a puzzle of its own, as progress is kept.
    puzzle = puzzle_of(name, ["click", "keys", "touch"].index(way))
    page = screen_for(screen, way)
    open_puzzle(page, server, puzzle)
    game, position = Player(page, way).play(name, deal_of(puzzle), puzzle["verdict"]["line"])
    assert game.won(position)
    assert "Won!" in page.locator(".notice").inner_text()
    page.goto(f"{server.address}#/game/{name}")
    page.locator(".puzzle.solved").first.wait_for()


@pytest.mark.parametrize("name", list(SMALL))
def test_each_game_is_lost_on_purpose_and_the_losing_move_found(screen, server, name):
    deal, line, lost = losing_line(name)
    page = screen()
    open_small(page, server, name)
    player = Player(page, "click")
    page.keyboard.press("l")
    page.locator(".lamp.winnable").wait_for()
    player.play(name, deal, [*line, lost])
    page.locator(".lamp.unwinnable").wait_for()
    page.keyboard.press("h")
    assert "No move wins" in page.locator(".hint-text p").first.inner_text()
    page.get_by_role("button", name="Where did I lose it?").first.click()
    page.get_by_role("button", name="Replay my mistake").wait_for()
    story = page.locator(".story").inner_text()
    assert f"Move {len(line) + 1} lost the win" in story
    assert "kept it" in story
    assert "Why:" in story
    assert page.locator(".strip .losing").count() == 1
    assert page.locator(".strip .cell-winnable").count() == len(line) + 1
    assert violations(page) == []
    page.get_by_role("button", name="Replay my mistake").click()
    page.locator(f'.play[data-moves="{len(line)}"]').wait_for()
    page.locator(".lamp.winnable").wait_for()
    page.keyboard.press("l")


@pytest.mark.parametrize("name", list(SMALL))
def test_a_hint_shows_where_then_what_then_the_line_to_the_win(screen, server, name):
    page = screen()
    page.add_init_script(HURRY)
    open_small(page, server, name)
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Play the winning line").click()
    page.evaluate("document.title = 'watched'")
    page.locator(".notice.won").wait_for()
    assert "does not count as solved" in page.locator(".notice").inner_text()


def open_discard(page, server, **changed):
    """Open a game whose first move is a discard in any order, which wins in some orders only; return its deal."""
    deal = Deal.parse("head", DISCARD, DISCARD_RULES)
    how = {"kind": "deal", "game": "head", "deal": DISCARD, "rules": DISCARD_RULES}
    page.goto(f"{server.address}#/open/{quote(json.dumps(how))}")
    ready(page)
    return deal


def names_of(page, cards):
    """Return the page's names of cards of the hand."""
    find = """(cards) => {
        const hand = Winnow.playing.table.piles.find((pile) => pile.key === 'hand').cards;
        return Winnow.playing.names(cards.map((card) => hand.find((shown) => shown.card === card).key));
    }"""
    return page.evaluate(find, cards)


def test_a_discard_is_told_in_the_order_in_which_it_is_made(screen, server):
    page = screen()
    deal = open_discard(page, server)
    found = hint("head", deal.text, rules=deal.rules.spelled_out())
    winning = next(move.move for move in found.moves if move.verdict == "winnable")
    lost = next(move.move for move in found.moves if move.verdict == "unwinnable")
    assert {move.verdict for move in found.moves} == {"winnable", "unwinnable"}
    page.keyboard.press("m")
    heading = page.locator(".list h2").inner_text()
    assert heading == "Legal moves; click the cards for another order"
    page.keyboard.press("m")
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Play the winning line").wait_for()
    said = page.locator(".hint-text p").text_content()
    line = page.evaluate("Winnow.playing.truth.found.line[0]")
    cards = names_of(page, line.split()[1:])
    assert said == f"Discard the hand in any order. Order: {' '.join(cards)}."
    assert line.upper() in {move.move.upper() for move in found.moves if move.verdict == "winnable"}
    for move in (winning, lost):
        order = " ".join(names_of(page, move.upper().split()[1:]))
        Player(page, "click").play("head", deal, [move])
        assert order in page.locator("#live").inner_text()
        page.keyboard.press("u")
        page.locator('.play[data-moves="0"]').wait_for()


def test_what_the_lamp_said_is_gone_with_its_position(screen, server):
    page = screen()
    open_small(page, server, "one-minute")
    page.keyboard.press("l")
    page.locator(".lamp p").wait_for()
    left = page.evaluate("""async () => {
        const { truth } = Winnow.playing;
        truth.lamp('unwinnable', 'a sentence of this position', '');
        Winnow.playing.source = { ...Winnow.playing.source, verdict: () => new Promise(() => {}) };
        window.setTimeout = () => 0; /* Nothing is said later in its place. */
        await Winnow.playing.make('AS');
        return truth.node.textContent;
    }""")
    assert page.evaluate("Winnow.playing.at") == 1
    assert "a sentence" not in left


def test_a_card_is_dragged_and_a_move_taken_back_and_made_again(screen, server):
    page = screen()
    deal = Deal.numbered("universal", 5)
    page.goto(f"{server.address}#/deal/universal/5")
    ready(page)
    player = Player(page, "click")
    assert deal.cards[3] == "5J"
    # 5J, column 4, fits below 6E, column 1.
    card, goal = player.settled('.card[data-key="3"]'), player.settled('.card[data-key="0"]')
    page.mouse.move(card["x"] + 9, card["y"] + 9)
    page.mouse.down()
    page.mouse.move(goal["x"] + 30, goal["y"] + 60, steps=6)
    page.mouse.up()
    until(player.page, "Winnow.playing.line.join() === '4>1'")
    page.keyboard.press("u")
    until(player.page, "Winnow.playing.at === 0")
    page.keyboard.press("Control+y")
    until(player.page, "Winnow.playing.at === 1")
    page.keyboard.press("Control+z")
    until(player.page, "Winnow.playing.at === 0")
    page.mouse.move(card["x"] + 9, card["y"] + 9)
    page.mouse.down()
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    until(player.page, "Winnow.playing.at === 0")
    # On a busy machine the second click may come later than one by a person.
    page.evaluate("performance.now = () => 0")
    page.mouse.dblclick(card["x"] + 9, card["y"] + 9)
    until(player.page, "Winnow.playing.at === 1")


def test_the_obvious_move_is_on_the_space_bar(screen, server):
    page = screen()
    page.goto(f"{server.address}#/deal/single-left/9")
    ready(page)
    for moves in range(1, 6):
        page.keyboard.press("Space")
        page.locator(f'.play[data-moves="{moves}"]').wait_for()


def test_a_reload_goes_on_with_the_game(screen, server):
    page = screen()
    page.goto(f"{server.address}#/deal/universal/11")
    ready(page)
    player = Player(page, "click")
    for moves in range(1, 4):
        page.get_by_role("button", name="Turn", exact=True).click()
        until(player.page, f"Winnow.playing.at === {moves}")
    page.keyboard.press("u")
    until(player.page, "Winnow.playing.at === 2")
    page.reload()
    page.locator('.play[data-moves="2"]').wait_for()
    page.keyboard.press("r")
    page.locator('.play[data-moves="3"]').wait_for()


def test_two_tabs_lose_nothing_of_each_other(screen, server):
    first = screen()
    second = first.context.new_page()
    for page in (first, second):
        page.goto(f"{server.address}#/deal/universal/12")
        ready(page)
    first.get_by_role("button", name="Turn", exact=True).click()
    first.locator('.play[data-moves="1"]').wait_for()
    second.get_by_role("button", name="Show its moves").click()
    second.locator('.play[data-moves="1"]').wait_for()
    second.goto(f"{server.address}#/deal/universal/13")
    # The old table, with one move made, stays until the next one arrives.
    second.locator('.play[data-moves="0"]').wait_for()
    second.get_by_role("button", name="Turn", exact=True).click()
    second.locator('.play[data-moves="1"]').wait_for()
    first.get_by_role("button", name="Turn", exact=True).click()
    first.locator('.play[data-moves="2"]').wait_for()
    first.reload()
    first.locator('.play[data-moves="2"]').wait_for()
    second.reload()
    second.locator('.play[data-moves="1"]').wait_for()


def test_a_killed_server_loses_nothing(chromium, tmp_path):
    server = Server(tmp_path)
    try:
        context = chromium.new_context()
        context.set_default_timeout(CAP * 1000)
        page = context.new_page()
        page.goto(f"{server.address}#/deal/universal/14")
        for moves in range(1, 4):
            page.get_by_role("button", name="Turn", exact=True).click()
            page.locator(f'.play[data-moves="{moves}"]').wait_for()
        kept = "Object.values((await (await fetch('api/progress')).json()).entries).some((entry) => entry.at === 3)"
        until(page, f"(async () => {kept})()")
        server.stop()
        page.get_by_role("button", name="Turn", exact=True).click()
        page.get_by_text("Winnow does not answer").first.wait_for()
        context.close()
        server = Server(tmp_path)
        context = chromium.new_context()
        context.set_default_timeout(CAP * 1000)
        page = context.new_page()
        page.goto(server.address)
        page.get_by_role("link", name="Universal Solitaire, deal 14: 3 moves made").click()
        page.locator('.play[data-moves="3"]').wait_for()
        context.close()
    finally:
        server.stop()


def test_a_typed_deal_is_corrected_where_it_is_wrong(screen, server):
    page = screen(expected="status of 422")
    page.goto(f"{server.address}#/game/head")
    area = page.get_by_label("A deal of your own cards")
    area.fill("AM 2MK ZZ")
    page.get_by_role("button", name="Lay out").click()
    page.get_by_role("alert").filter(has_text="'ZZ' is not a card").wait_for()
    assert page.evaluate("(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)") == "ZZ"


def test_what_was_typed_stays_when_the_packs_arrive(screen, server):
    page, held = screen(expected="status of 422"), []
    page.route("**/api/packs", lambda route: held.append(route))  # noqa: PLW0108
    page.goto(f"{server.address}#/game/head")
    area = page.get_by_label("A deal of your own cards")
    area.fill("AM 2MK ZZ")
    page.get_by_role("button", name="Lay out").click()
    alert = page.get_by_role("alert").filter(has_text="'ZZ' is not a card")
    alert.wait_for()
    assert page.get_by_role("link", name="Solve problems").count() == 0
    held[0].continue_()
    page.get_by_role("link", name="Solve problems").wait_for()
    assert alert.is_visible()
    assert area.input_value() == "AM 2MK ZZ"


def test_an_option_follows_another_on_the_form_until_it_is_given(screen, server):
    page = screen()
    for draw, passes, told in (("1", None, "1"), ("2", "3", "3"), ("1", "1", "1")):
        page.goto(f"{server.address}#/")
        page.goto(f"{server.address}#/game/universal")
        page.get_by_text("Other rules for numbered and own deals").click()
        page.get_by_label("draw", exact=False).first.fill(draw)
        field = page.get_by_label("passes", exact=False).first
        assert field.input_value() == draw
        if passes is not None:
            field.fill(passes)
        page.get_by_label("A numbered deal").fill("5")
        page.get_by_role("button", name="Deal", exact=True).nth(1).click()
        page.locator(".play").wait_for()
        assert page.evaluate("Winnow.playing.game.rules.draw") == int(draw)
        assert page.evaluate("Winnow.playing.game.rules.passes") == int(told)


def test_a_shared_position_is_what_solve_reads(screen, server):
    page = screen()
    open_small(page, server, "single-left")
    player = Player(page, "click")
    for moves in (1, 2):
        page.keyboard.press("Space")
        until(player.page, f"Winnow.playing.at === {moves}")
    page.get_by_role("button", name="Share", exact=True).click()
    text = page.get_by_label("This position as text").input_value()
    done = CliRunner().invoke(command, [*shlex.split(text)[1:], "--json"])
    told = json.loads(done.output)
    assert (told["after"], told["deal"]) == (["draw", "draw"], small("single-left").text)
    assert told["rules"] == small("single-left").rules.spelled_out()


def test_progress_is_exported_and_imported(screen, server, tmp_path):
    page = screen()
    page.goto(f"{server.address}#/deal/universal/15")
    ready(page)
    page.get_by_role("button", name="Turn", exact=True).click()
    page.locator('.play[data-moves="1"]').wait_for()
    page.goto(f"{server.address}#/")
    page.get_by_text("More: a line").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    record = json.loads(file.read_text())
    assert any(entry["line"] == ["T"] for entry in record["entries"].values())
    page.get_by_label("Import").set_input_files(file)
    page.get_by_text("imported.").wait_for()


@pytest.mark.parametrize("width", [390, 1216, 1440])
def test_the_buttons_of_a_tile_share_a_line_within_it(screen, server, width):
    page = screen(width, 900)
    page.goto(server.address)
    page.locator(".game-card .button").first.wait_for()
    tiles = page.evaluate(
        """[...document.querySelectorAll('.game-card')].map((tile) => [tile, ...tile.querySelectorAll('.button')].map(
        (node) => (({ left, top, right, bottom }) => ({ left, top, right, bottom }))(node.getBoundingClientRect())))"""
    )
    assert len(tiles) == len(GAMES)
    for tile, main, other in tiles:
        assert (main["top"], main["bottom"]) == (other["top"], other["bottom"])
        assert tile["left"] < main["left"] < main["right"] < other["left"] < other["right"] < tile["right"]
    rows = {tile["top"] for tile, _, _ in tiles}
    assert len({main["bottom"] for _, main, _ in tiles}) == len(rows)


@pytest.mark.parametrize("name", list(GAMES))
def test_no_counter_is_cut_on_a_phone(screen, server, name):
    page = screen(360, 740)
    page.goto(f"{server.address}#/deal/{name}/3")
    ready(page)
    page.evaluate("Winnow.playing.help()")
    page.get_by_text("Winnow helped").wait_for()
    cut = "[...document.querySelectorAll('.counter')].filter((one) => one.scrollWidth > one.clientWidth)"
    assert page.evaluate(f"{cut}.map((one) => one.textContent)") == []


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(v["id"], [node["html"][:120] for node in v["nodes"]][:4]) for v in found]


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "light"),
        (1280, "dark"),
        pytest.param(360, "dark", marks=pytest.mark.full),
        pytest.param(1280, "light", marks=pytest.mark.full),
    ],
)
def test_no_screen_has_an_accessibility_violation(screen, server, width, scheme):
    page = screen(width, 800, color_scheme=scheme)
    page.goto(server.address)
    page.locator(".game-card").first.wait_for()
    assert violations(page) == []
    for name in SMALL:
        page.goto(f"{server.address}#/game/{name}")
        page.locator(".puzzle").first.wait_for()
        assert violations(page) == []
        page.goto(f"{server.address}#/deal/{name}/3")
        ready(page)
        page.keyboard.press("m")
        page.locator(".card").first.click(position={"x": 5, "y": 5}, force=True)
        assert violations(page) == []
    for name in ("Rules", "Legend", "Keys", "Share", "Table in words", "Settings"):
        if width < 960:
            page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("button", name=name, exact=True).last.click()
        page.locator("dialog[open]").wait_for()
        assert violations(page) == []
        page.keyboard.press("Escape")


def test_the_menu_closes_by_a_touch_elsewhere_and_when_the_focus_leaves_it(screen, server):
    page = screen(390, 844, has_touch=True)
    page.goto(f"{server.address}#/deal/single-left/3")
    ready(page)
    button, menu = page.get_by_role("button", name="More", exact=True), page.locator(".more")
    button.tap()
    assert menu.is_visible()
    page.get_by_role("button", name="Draw").tap()
    menu.wait_for(state="hidden")
    assert button.get_attribute("aria-expanded") == "false"
    button.tap()
    page.keyboard.press("Shift+Tab")
    assert menu.is_visible()
    page.keyboard.press("Shift+Tab")
    menu.wait_for(state="hidden")
    button.tap()
    button.tap()
    menu.wait_for(state="hidden")


@pytest.mark.parametrize("width", [360, 800, 1600, 3840])
@pytest.mark.parametrize("name", list(GAMES))
def test_no_page_is_wider_than_its_screen(screen, server, name, width):
    page = screen(width, 900)
    page.goto(f"{server.address}#/deal/{name}/4")
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    card = page.locator(".card:not(.under)").first.bounding_box()
    assert min(card["width"], card["height"]) >= 38
