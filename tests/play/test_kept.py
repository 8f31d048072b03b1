"""Progress that the page keeps, in a real browser, with and without a server, and what counts as solved."""

import json
import shutil
from pathlib import Path

import pytest
from browser import Server, until
from test_browser import losing_line, open_small, puzzle_of, ready, small
from test_problems_asked import losing
from test_problems_asked import play as moves_made
from test_progress import CASES, ENTRY

from winnow_puzzles.packs import site
from winnow_puzzles.packs.reading import Pack, read_pack

CURATED = Path(site.__file__).parent.parent / "curated"
DEAL = "#/deal/universal/5"
PROBLEM = read_pack(CURATED / "head-problems", known_good=True).puzzles[3]
TURNED = "Winnow.playing.line.join(' ')"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A site of one problem, which tests copy."""
    folder = tmp_path_factory.mktemp("site")
    pack = read_pack(CURATED / "head-problems", known_good=True)
    site.write_site(Pack(pack.description, pack.puzzles[3:4]), folder)
    return folder


@pytest.fixture
def sites(written, tmp_path):
    """Two sites of one origin, the disk."""
    return [Path(shutil.copytree(written, tmp_path / name)) / "index.html" for name in ("one", "two")]


def opened(page, address):
    page.goto(address)
    page.locator(".game-card").first.wait_for()


def turn(page, times=1):
    for _ in range(times):
        at = page.evaluate("Winnow.playing.at")
        page.get_by_role("button", name="Turn", exact=True).click()
        until(page, f"Winnow.playing.at === {at + 1}")


def make(page, *moves):
    for move in moves:
        page.evaluate("async (move) => { await Winnow.playing.make(move); }", move)


def entry(page):
    return page.evaluate("Winnow.store.get(Winnow.playing.game.id)")


def file_of(path, entries):
    """Write a progress file with these entries; return its path."""
    path.write_text(json.dumps({"format": "winnow-progress/1", "entries": entries}))
    return path


def test_the_page_checks_what_the_server_checks(screen, sites):
    page = screen()
    opened(page, sites[0].as_uri())
    for case, name, text, good in CASES["entries"]:
        fault = page.evaluate("(text) => Winnow.entries.sifted(JSON.parse(text)).fault", f'{{"{name}":{text}}}')
        assert (fault is None) == good, case


def test_the_page_merges_as_the_server_does(screen, sites):
    from winnow.play.entries import merged  # noqa: PLC0415

    page = screen()
    opened(page, sites[0].as_uri())
    for name, old, new, _kept in CASES["merges"]:
        for one, other in ((old, new), (new, old)):
            assert page.evaluate("([a, b]) => Winnow.entries.merged(a, b)", [one, other]) == merged(one, other), name


@pytest.mark.parametrize("where", ["site", "server"])
def test_a_bad_entry_of_an_import_costs_only_itself(screen, server, sites, tmp_path, where):
    page = screen()
    opened(page, server.address if where == "server" else sites[0].as_uri())
    # The first page does not need the optional fields of an entry.
    good = ENTRY | {"colour": "red", "game": "head", "line": ["burn"]}
    file = file_of(tmp_path / "progress.json", {"bad": None, "good": good, "__proto__": ENTRY})
    page.get_by_label("Import").set_input_files(file)
    page.get_by_text('2 games imported. 1 game left out: The progress of "bad" is no object.').wait_for()
    page.reload()
    page.locator(".game-card").first.wait_for()
    page.get_by_role("link", name="0 moves made").wait_for()
    assert page.evaluate("Winnow.store.get('good').colour") == "red"
    assert page.evaluate("Object.keys(Winnow.store.entries).length") == 2
    file.write_text("null")
    page.get_by_label("Import").set_input_files(file)
    page.get_by_text("This file is no exported progress of Winnow.").wait_for()


@pytest.mark.parametrize("text", ['{"a":null,"good":{"open":{},"updated":5}}', "null", "[1]", "{ broken", '"x"'])
def test_what_is_stored_brokenly_breaks_neither_the_page_nor_forgetting(screen, sites, text):
    page = screen()
    opened(page, sites[0].as_uri())
    page.evaluate("([k, text]) => localStorage.setItem(k, text)", [key(sites[0]), text])
    page.reload()
    page.locator(".game-card").first.wait_for()
    assert page.evaluate("Object.keys(Winnow.store.entries)") == (["good"] if "good" in text else [])
    page.get_by_role("alert").filter(has_text="could not be read").wait_for()
    kept = page.evaluate("(k) => localStorage.getItem(`${k}.unreadable-1`)", key(sites[0]))
    assert kept == ('{"a":null}' if "good" in text else text)
    page.reload()
    page.locator(".game-card").first.wait_for()
    assert page.locator("#warning").inner_text() == ""
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("More: a line").click()
    page.get_by_role("button", name="Forget all").click()
    until(page, "Object.keys(localStorage).filter((name) => name.includes('unreadable')).length === 0")
    assert page.evaluate("(k) => localStorage.getItem(k)", key(sites[0])) == "{}"


def key(index):
    return f"winnow.progress {index.parent}/"


def test_two_sites_of_one_origin_share_no_key(screen, sites, tmp_path):
    page = screen()
    opened(page, sites[0].as_uri())
    page.get_by_label("Import").set_input_files(file_of(tmp_path / "p.json", {"good": ENTRY}))
    page.get_by_text("1 game imported.").wait_for()
    page.evaluate("Winnow.store.set('lamp', true)")
    opened(page, sites[1].as_uri())
    assert page.evaluate("[Object.keys(Winnow.store.entries), Winnow.store.settings]") == [[], {}]
    opened(page, sites[0].as_uri())
    assert page.evaluate("[Object.keys(Winnow.store.entries), Winnow.store.settings.lamp]") == [["good"], True]


def test_what_sites_once_shared_is_taken_over(screen, sites):
    page = screen()
    opened(page, sites[0].as_uri())
    page.evaluate("localStorage.clear()")
    page.evaluate("(e) => localStorage.setItem('winnow.progress', JSON.stringify({ e }))", ENTRY)
    for index in sites:
        opened(page, index.as_uri())
        assert page.evaluate("Winnow.store.get('e')") == ENTRY


DENIED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"


@pytest.mark.parametrize("script", [DENIED, FULL], ids=["denied", "full"])
@pytest.mark.parametrize("where", ["site", "server"])
def test_a_storage_that_is_full_or_switched_off_is_said(screen, server, sites, where, script):
    page = screen()
    page.add_init_script(script)
    if where == "server":
        page.goto(f"{server.address}{DEAL}")
        ready(page)
        turn(page)
        page.get_by_role("alert").filter(has_text="Winnow's file alone").wait_for()
        page.reload()
        page.locator('.play[data-moves="1"]').wait_for()
        return
    page.goto(f"{sites[0].as_uri()}#/puzzle/{PROBLEM['id']}")
    ready(page)
    page.evaluate("Winnow.playing.keep()")
    page.get_by_role("alert").filter(has_text="lost when the page is closed").wait_for()


def test_a_path_that_cannot_be_used_is_said_and_games_go_on(screen, tmp_path):
    (tmp_path / "winnow" / "progress.json").mkdir(parents=True)
    server = Server(tmp_path)
    try:
        page = screen(expected="status of 409")
        page.goto(f"{server.address}{DEAL}")
        ready(page)
        page.get_by_role("alert").filter(has_text="progress.json").wait_for()
        turn(page)
        page.reload()
        page.locator('.play[data-moves="1"]').wait_for()
    finally:
        server.stop()


def test_settings_outlive_a_server_and_its_port(screen, tmp_path):
    ports = []
    for pressed in ("true", "true"):
        server = Server(tmp_path)
        try:
            ports.append(server.address.split("/")[2])
            page = screen(expected="Failed to load resource")  # the first server has ended
            page.goto(f"{server.address}{DEAL}")
            ready(page)
            if len(ports) == 1:
                page.keyboard.press("l")
                until(page, "(async () => (await (await fetch('api/progress')).json()).settings.lamp === true)()")
            assert page.locator("[aria-keyshortcuts='L']").get_attribute("aria-pressed") == pressed
        finally:
            server.stop()
    assert ports[0] != ports[1]


def test_moves_survive_a_clock_that_goes_back(screen, server):
    page = screen()
    page.goto(f"{server.address}{DEAL}")
    ready(page)
    turn(page)
    page.evaluate("Date.now = () => 1000")
    turn(page, 2)
    page.reload()
    page.locator('.play[data-moves="3"]').wait_for()


def test_an_import_from_a_clock_ahead_loses_no_moves(screen, server, tmp_path):
    page = screen(expected="status of 4")
    page.goto(f"{server.address}{DEAL}")
    ready(page)
    turn(page, 3)
    here = entry(page)
    name = page.evaluate("Winnow.playing.game.id")
    there = here | {"line": ["W!"], "at": 1, "updated": here["updated"] + 10**9, "changes": {"there": 9}}
    page.goto(server.address)
    page.get_by_label("Import").set_input_files(file_of(tmp_path / "p.json", {name: there}))
    page.get_by_text("1 game imported.").wait_for()
    page.goto(f"{server.address}{DEAL}")
    page.get_by_text("The moves that were kept cannot be made here").wait_for()
    page.reload()
    kept = page.evaluate("(name) => Winnow.store.get(name).aside.map((other) => other.line)", name)
    assert kept == [here["line"]]


def test_two_browsers_that_play_one_game_keep_both_lines(screen, server):
    first, second = screen(), screen()
    for page in (first, second):
        page.goto(f"{server.address}{DEAL}")
        ready(page)
    turn(first, 2)
    until(first, "(async () => (await Winnow.server.progress()).entries[Winnow.playing.game.id].at === 2)()")
    make(second, second.evaluate("Winnow.playing.table.gestures.map((g) => g.move).find((move) => move !== 'T')"))
    move = second.evaluate(TURNED)
    until(second, "(Winnow.store.get(Winnow.playing.game.id).aside || []).length === 1")
    third = screen()
    third.goto(f"{server.address}{DEAL}")
    third.get_by_text("1 other line of this game is kept").wait_for()
    lines = {third.evaluate(TURNED)}
    third.get_by_role("button", name="Go to its").click()
    until(third, f"!{json.dumps(list(lines))}.includes({TURNED})")
    lines.add(third.evaluate(TURNED))
    assert lines == {"T T", move}
    third.reload()
    ready(third)
    until(third, f"{TURNED} === {json.dumps((lines - {third.evaluate(TURNED)}).pop())} || Winnow.playing.at > 0")
    assert len(entry(third)["aside"]) == 1


HELD = """
() => {
  const { remote } = Winnow.store;
  const send = remote.addProgress;
  remote.addProgress = (entries) => {
    window.arrived = new Promise((go) => { window.arrive = go; }).then(() => send(entries));
    return window.arrived;
  };
}
"""
"""JavaScript: what the page sends waits until `arrive` is called."""


def test_what_is_sent_late_does_not_come_back_after_forgetting(screen, server):
    """Requests overtake each other on a busy machine: the file is emptied after what was sent before."""
    page = screen()
    page.goto(f"{server.address}{DEAL}")
    ready(page)
    page.evaluate(HELD)
    turn(page)
    until(page, "Boolean(window.arrive)")
    page.evaluate("void Winnow.store.forget().then(() => { window.forgotten = true; })")
    page.evaluate("fetch('api/games').then((answer) => answer.text())")
    page.evaluate("window.arrive()")
    until(page, "window.forgotten")
    assert page.evaluate("Promise.resolve(window.arrived).then(() => Winnow.server.progress())")["entries"] == {}


def lamp_on(page):
    page.keyboard.press("l")
    page.locator(".lamp.winnable").wait_for()


def won_without_help(page, name):
    page.locator(".notice.won").wait_for()
    assert "does not count" not in page.locator(".notice").inner_text()
    assert entry(page)["solved"], name


def winning(name):
    from winnow.api.solve import solve  # noqa: PLC0415

    deal = small(name)
    return solve(name, deal.text, rules=deal.rules.spelled_out()).record()["line"]


@pytest.mark.parametrize("way", ["hint", "lamp", "story"])
def test_help_is_kept_over_a_reload_and_ended_by_restart(screen, server, way):
    """A hint, the lamp, and the story after taking back a losing move all count as help."""
    page = screen()
    open_small(page, server, "universal")
    _deal, line, lost = losing_line("universal")
    make(page, *line)
    if way == "hint":
        page.keyboard.press("h")
        page.get_by_role("button", name="Show the move").wait_for()
    else:
        if way == "lamp":
            lamp_on(page)
        make(page, lost)
        if way == "lamp":
            page.locator(".lamp.unwinnable").wait_for()
        else:
            page.keyboard.press("w")
            page.get_by_role("button", name="Replay my mistake").wait_for()
        page.reload()
        until(page, f"Winnow.playing && Winnow.playing.at === {len(line) + 1}")
        page.keyboard.press("u")
        until(page, f"Winnow.playing.at === {len(line)}")
    page.get_by_text("Winnow helped").first.wait_for()
    page.reload()
    until(page, f"Winnow.playing && Winnow.playing.at === {len(line)}")
    whole = winning("universal")
    page.evaluate("Winnow.playing.goTo(0)")
    make(page, *whole)
    page.get_by_text("does not count as solved").wait_for()
    assert not entry(page)["solved"]
    page.reload()
    page.get_by_text("does not count as solved").wait_for()
    page.get_by_role("button", name="Restart", exact=True).click()
    until(page, "Winnow.playing.at === 0 && !Winnow.playing.helped")
    assert page.locator(".counter.helped").count() == 0
    page.keyboard.press("r")
    make(page, *whole)
    won_without_help(page, "universal")
    if way == "lamp":
        page.keyboard.press("l")


def test_undo_without_being_told_is_no_help(screen, server):
    page = screen()
    open_small(page, server, "universal")
    _deal, line, lost = losing_line("universal")
    make(page, *line, lost)
    for _ in range(len(line) + 1):
        page.keyboard.press("u")
    until(page, "Winnow.playing.at === 0")
    make(page, *winning("universal"))
    won_without_help(page, "universal")


def test_undo_and_redo_of_the_last_move_are_no_tries(screen, server):
    page = screen(expected="status of 499")  # The reload leaves a question behind.
    open_small(page, server, "single-left")
    _deal, line, lost = losing_line("single-left")
    make(page, *line, lost)
    while not page.evaluate("Winnow.playing.table.over"):
        make(page, page.evaluate("Winnow.playing.table.gestures[0].move"))
    assert not page.evaluate("Winnow.playing.table.won")
    assert entry(page)["tries"] == 1
    last = page.evaluate("Winnow.playing.at")
    for _ in range(2):
        for press, at in (("u", last - 1), ("r", last)):
            page.keyboard.press(press)
            until(page, f"Winnow.playing.at === {at}")
    page.keyboard.press("u")
    until(page, f"Winnow.playing.at === {last - 1}")
    make(page, page.evaluate("Winnow.playing.line.at(-1)"))
    page.reload()
    ready(page)
    assert entry(page)["tries"] == 1
    page.get_by_role("button", name="Restart", exact=True).click()
    until(page, "Winnow.playing.at === 0")
    make(page, *line, lost)
    while not page.evaluate("Winnow.playing.table.over"):
        make(page, page.evaluate("Winnow.playing.table.gestures[0].move"))
    assert entry(page)["tries"] == 2


def test_restart_restarts_the_clock_and_its_moves_can_be_taken_up(screen, server):
    page = screen()
    page.goto(f"{server.address}{DEAL}")
    ready(page)
    turn(page, 3)
    page.evaluate("Winnow.playing.spent = 500")
    page.get_by_role("button", name="Restart", exact=True).click()
    until(page, "Winnow.playing.at === 0")
    assert page.evaluate("Winnow.playing.spent") < 5
    page.reload()
    page.get_by_text("Begun anew.").wait_for()
    assert entry(page)["spent"] < 5
    page.get_by_role("button", name="Go to its 3 moves").click()
    until(page, "Winnow.playing.at === 3")
    assert page.evaluate("Winnow.playing.spent") >= 500
    page.get_by_role("button", name="Restart", exact=True).click()
    until(page, "Winnow.playing.at === 0")
    turn(page)
    assert "aside" not in entry(page)


def test_a_problem_reached_after_a_mistake_is_not_solved_until_it_is_restarted(screen, sites):
    page = screen()
    page.goto(f"{sites[0].as_uri()}#/puzzle/{PROBLEM['id']}")
    ready(page)
    moves_made(page, [losing(PROBLEM)["move"]])
    page.locator(".problem.wrong").wait_for()
    page.get_by_role("button", name="Take it back").click()
    until(page, "Winnow.playing.at === 0")
    moves_made(page, PROBLEM["solution"])
    page.locator(".problem.won", has_text="after a mistake").wait_for()
    assert not entry(page)["solved"]
    page.get_by_role("button", name="Restart", exact=True).click()
    until(page, "Winnow.playing.at === 0")
    moves_made(page, PROBLEM["solution"])
    page.locator(".problem.won", has_text="Solved.").wait_for()
    assert (entry(page)["solved"], entry(page)["first"], entry(page)["again"]) == (True, False, True)


def test_moves_taken_over_from_another_tab_are_undone_as_they_were_made(screen, server):
    """The tables of the earlier line are not shown again."""
    first = screen()
    second = first.context.new_page()
    for page in (first, second):
        page.goto(f"{server.address}{DEAL}")
        ready(page)
    other = first.evaluate("Winnow.playing.table.gestures.map((g) => g.move).find((move) => move !== 'T')")
    make(first, "T", "T")
    second.get_by_role("button", name="Show its moves").click()
    until(second, "Winnow.playing.at === 2")
    second.keyboard.press("u")
    until(second, "Winnow.playing.at === 1")
    first.evaluate("Winnow.playing.goTo(0)")
    make(first, other, "T")
    until(second, f"Winnow.store.get(Winnow.playing.game.id).line[0] === '{other}'")
    second.get_by_role("button", name="Show its moves").click()
    until(second, f"Winnow.playing.line[0] === '{other}' && Winnow.playing.at === 2")
    second.keyboard.press("u")
    until(second, "Winnow.playing.at === 1")
    assert second.evaluate("Winnow.playing.table") == first.evaluate("Winnow.playing.tables[1]")


def test_puzzles_are_marked_solved_only_without_help(screen, server):
    puzzle = puzzle_of("single-left", 6)
    page = screen()
    page.goto(f"{server.address}#/puzzle/{puzzle['id']}")
    ready(page)
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").wait_for()
    make(page, *puzzle["verdict"]["line"])
    page.get_by_text("does not count as solved").wait_for()
    page.goto(f"{server.address}#/game/single-left")
    page.locator(".puzzle").first.wait_for()
    assert page.locator(".puzzle.solved").count() == 0
