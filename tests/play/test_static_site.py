"""The page without a server: a pack as static files, opened from the disk."""

import base64
import json
import re
import zlib
from importlib import resources
from pathlib import Path

import pytest
from browser import Player, until
from test_browser import SMALL, losing_line

from winnow.api.solve import solve
from winnow.core.games import GAMES
from winnow.core.lines import replay
from winnow.workers.local import InProcess, Processes
from winnow_puzzles.packs import site
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.packs.reading import Pack, deal_of, read_pack

CURATED = Path(str(resources.files("winnow_puzzles"))) / "curated"


def whole_puzzle(name):
    """Return a puzzle of few cards in a pack's format."""
    cards, rules = SMALL[name]
    verdict = solve(name, cards, rules=rules)
    told = verdict.record()
    puzzle = {"id": f"{list(GAMES).index(name):016x}", "game": name, "rules": told["rules"], "deal": told["deal"]}
    return puzzle | {"number": None, "goal": "Win.", "level": 1, "verdict": told}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a function that writes the site of one small puzzle, and its folder."""

    def write(name):
        cards, rules = SMALL[name]
        from winnow.core.deals import Deal  # noqa: PLC0415

        monkeypatch.setattr(site, "deal_of", lambda _puzzle: Deal.parse(name, cards, rules))
        about = {"id": "small", "title": "Small", "game": name}
        site.write_site(Pack(about, (whole_puzzle(name),)), tmp_path)
        return tmp_path

    return write


def test_the_page_allows_what_lies_beside_it_and_nothing_else(screen, folder):
    where = folder("single-left")
    page = (where / "index.html").read_text()
    assert page.index(f'content="{site.POLICY}"') < page.index("<script")
    assert not re.search(r"(src|href)=.(https?:)?//", page)
    opened = screen(expected="Content Security Policy")
    opened.goto(f"{(where / 'index.html').as_uri()}#/")
    opened.locator(".game-card").wait_for()
    asked = """new Promise((done) => {
        addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective));
        fetch('https://example.org/').catch(() => {});
    })"""
    assert opened.evaluate(asked) == "connect-src"


def test_an_interrupted_export_says_so_and_leaves_no_page(tmp_path):
    pack = read_pack(CURATED / "head-problems")
    told = []
    runner = InProcess(lambda: len(told) == 3)
    with pytest.raises(StoppedError):
        site.write_site(Pack(pack.description, pack.puzzles[:6]), tmp_path, runner, told.append)
    assert told == [1, 2, 3]
    assert not (tmp_path / "index.html").exists()


def test_several_processes_write_the_same_site(tmp_path):
    pack = read_pack(CURATED / "head-problems")
    some = Pack(pack.description, pack.puzzles[:4])
    site.write_site(some, tmp_path / "one")
    site.write_site(some, tmp_path / "two", Processes(2, lambda: False, in_order=True))
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert files == sorted(path.relative_to(tmp_path / "two") for path in (tmp_path / "two").rglob("*.*"))
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in files)


def read_data(folder, puzzle):
    text = (folder / "data" / f"{puzzle}.js").read_text()
    data = re.fullmatch(r'Winnow\.take\("[0-9a-f]{16}","([^"]*)"\);\n', text)[1]
    return json.loads(zlib.decompress(base64.b64decode(data)))


@pytest.mark.parametrize("name", list(SMALL))
def test_every_position_of_a_small_puzzle_has_its_exact_verdict(folder, name):
    where = folder(name)
    puzzle = whole_puzzle(name)
    record = read_data(where, puzzle["id"])
    assert record["whole"]
    cards, rules = SMALL[name]
    checked, lines = 0, {0: ()}
    for number, (table, ways, told) in enumerate(record["tables"]):
        for part, way in zip(table["gestures"], ways, strict=True):
            gesture = record["parts"][part]
            after = way if isinstance(way, dict) else {gesture["move"]: way}
            for move, then in after.items():
                assert then >= 0
                lines.setdefault(then, (*lines[number], move))
        if number % 7 == 0 and checked < 25:
            checked += 1
            verdict = solve(name, cards, rules=rules, after=lines[number], best=True)
            assert verdict.verdict == told["verdict"], lines[number]
            assert verdict.answer.score == told["best"] or not verdict.answer.optimal
    assert checked


@pytest.mark.parametrize("name", list(SMALL))
def test_a_full_deal_holds_its_line_and_what_lies_around(tmp_path, name, monkeypatch):
    monkeypatch.setattr(site, "AROUND", 160)
    monkeypatch.setattr(site, "_SEARCHED", 200)
    pack = read_pack(CURATED / name)
    puzzle = pack.puzzles[0]
    site.write_site(Pack(pack.description, (puzzle,)), tmp_path)
    record = read_data(tmp_path, puzzle["id"])
    game = deal_of(puzzle).bind()
    assert game.won(replay(game, game.start(), puzzle["verdict"]["line"]))
    assert record["tables"][0][2]["verdict"] == "winnable"
    assert len(record["tables"]) <= max(160, len(puzzle["verdict"]["line"]) + 1)


@pytest.mark.parametrize("name", list(SMALL))
def test_the_site_plays_from_the_disk(screen, folder, name):
    where = folder(name)
    deal, line, lost = losing_line(name)
    page = screen()
    page.goto(f"{(where / 'index.html').as_uri()}#/")
    page.get_by_role("link", name="Puzzle 1").or_(page.locator(".game-card")).first.click()
    page.locator(".puzzle").first.click()
    page.locator(".play[data-moves]").wait_for()
    page.keyboard.press("l")
    page.locator(".lamp.winnable").wait_for()
    Player(page, "click").play(name, deal, [*line, lost])
    page.locator(".lamp.unwinnable").wait_for()
    page.get_by_role("button", name="Where did I lose it?").first.click()
    page.get_by_role("button", name="Replay my mistake").click()
    page.locator(f'.play[data-moves="{len(line)}"]').wait_for()
    page.locator(".lamp.winnable").wait_for()
    for _ in range(2):
        page.keyboard.press("h")
    page.get_by_role("button", name="Play the winning line").click()
    page.locator(".notice.won").wait_for()


def test_leaving_what_is_known_is_said(screen, tmp_path, monkeypatch):
    monkeypatch.setattr(site, "AROUND", 140)
    monkeypatch.setattr(site, "_SEARCHED", 1)
    pack = read_pack(CURATED / "universal")
    site.write_site(Pack(pack.description, pack.puzzles[:1]), tmp_path)
    page = screen()
    page.goto(f"{(tmp_path / 'index.html').as_uri()}#/puzzle/{pack.puzzles[0]['id']}")
    for _ in range(30):
        if page.get_by_text("leads away from them").count():
            return
        turn = page.get_by_role("button", name="Turn", exact=True).or_(page.get_by_role("button", name="Redeal"))
        at = page.evaluate("Winnow.playing.at")
        turn.first.click()
        left = "document.querySelector('.notice').textContent.includes('leads away')"
        until(page, f"Winnow.playing.at > {at} || {left}")
    raise AssertionError("the page never said that the player had left what it knows")


def test_where_the_page_knows_no_move_it_says_so(screen, tmp_path, monkeypatch):
    monkeypatch.setattr(site, "AROUND", 160)
    monkeypatch.setattr(site, "_SEARCHED", 1)
    pack = read_pack(CURATED / "universal")
    site.write_site(Pack(pack.description, pack.puzzles[:1]), tmp_path)
    page = screen()
    page.goto(f"{(tmp_path / 'index.html').as_uri()}#/puzzle/{pack.puzzles[0]['id']}")
    page.locator(".play[data-moves]").wait_for()
    record = read_data(tmp_path, pack.puzzles[0]["id"])
    line = way_to(record, lambda table, ways, _: ways and not table["over"] and all(way == -1 for way in ways))
    for move in line:
        page.evaluate("(move) => Winnow.playing.make(move)", move)
    page.locator(f'.play[data-moves="{len(line)}"]').wait_for()
    assert "no move from here" in page.locator(".notice").inner_text()
    page.keyboard.press("h")
    assert page.locator(".hint-text").inner_text().count("no move from here") == 1
    page.locator(".notice").get_by_role("button", name="Undo").click()
    page.locator(f'.play[data-moves="{len(line) - 1}"]').wait_for()
    assert "no move from here" not in page.locator(".play").inner_text()


def way_to(record, wanted):
    """Return the moves from the start of a puzzle's data to the nearest wanted position."""
    lines = {0: []}
    for number in (queue := [0]):
        table, ways, told = record["tables"][number]
        if wanted(table, ways, told):
            return lines[number]
        for part, way in zip(table["gestures"], ways, strict=True):
            after = way if isinstance(way, dict) else {record["parts"][part]["move"]: way}
            for move, then in after.items():
                if then >= 0 and then not in lines:
                    lines[then] = [*lines[number], move]
                    queue.append(then)
    raise AssertionError("no position is as wanted")


def test_a_hint_without_a_move_to_show_says_nothing_else(screen, tmp_path, monkeypatch):
    monkeypatch.setattr(site, "AROUND", 160)
    monkeypatch.setattr(site, "_SEARCHED", 1)
    pack = read_pack(CURATED / "universal")
    site.write_site(Pack(pack.description, pack.puzzles[:1]), tmp_path)
    record = read_data(tmp_path, pack.puzzles[0]["id"])
    line = way_to(record, lambda table, ways, told: told["verdict"] == "undecided" and any(way != -1 for way in ways))
    page = screen()
    page.goto(f"{(tmp_path / 'index.html').as_uri()}#/puzzle/{pack.puzzles[0]['id']}")
    page.locator(".play[data-moves]").wait_for()
    for move in line:
        page.evaluate("(move) => Winnow.playing.make(move)", move)
    page.locator(f'.play[data-moves="{len(line)}"]').wait_for()
    page.keyboard.press("h")
    page.locator(".hint-text").get_by_text("No winning move is known").wait_for()
    assert page.locator(".hint-text").inner_text().endswith("limit of memory or time.")
