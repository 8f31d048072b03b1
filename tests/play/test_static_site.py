"""A pack of problems as static files, opened from the disk."""

import re
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_browser import SMALL

from winnow.api.solve import solve
from winnow.cli import command
from winnow.cli.exits import InputError
from winnow.core.deals import Deal
from winnow.play.tablebase import graph, packed, verdicts
from winnow.play.tables import bound
from winnow.workers.local import InProcess, Processes
from winnow_puzzles.packs import site
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.packs.reading import Pack, read_pack

CURATED = Path(str(resources.files("winnow_puzzles"))) / "curated"


def few(name, count):
    """Return the first problems of a pack."""
    pack = read_pack(CURATED / name, known_good=True)
    return Pack(pack.description, pack.puzzles[:count])


@pytest.mark.parametrize("name", ["head", "one-minute"])
def test_full_deals_are_refused_with_what_to_do_instead(tmp_path, name):
    folder = tmp_path / "site"
    asked = ["pack", "export", str(CURATED / name), "--to", "site", "-o", str(folder)]
    refused = CliRunner().invoke(command, asked, standalone_mode=False).exception
    assert isinstance(refused, InputError)
    assert "`winnow site`" in str(refused)
    assert "\n" not in str(refused)
    assert not folder.exists()


def test_a_problem_of_too_many_positions_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "MOST_POSITIONS", 10)
    pack = few("head-problems", 2)
    with pytest.raises(PackError, match=f"^problem {pack.puzzles[0]['id']} has more than 10 positions"):
        site.write_site(pack, tmp_path)
    assert not (tmp_path / "index.html").exists()


def test_the_page_allows_what_lies_beside_it_and_nothing_else(screen, tmp_path):
    site.write_site(few("head-problems", 1), tmp_path)
    page = (tmp_path / "index.html").read_text()
    assert page.index(f'content="{site.POLICY}"') < page.index("<script")
    assert not re.search(r"(src|href)=.(https?:)?//", page)
    opened = screen(expected="Content Security Policy")
    opened.goto(f"{(tmp_path / 'index.html').as_uri()}#/")
    opened.locator(".game-card").wait_for()
    asked = """new Promise((done) => {
        addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective));
        fetch('https://example.org/').catch(() => {});
    })"""
    assert opened.evaluate(asked) == "connect-src"


def test_an_interrupted_export_says_so_and_leaves_no_page(tmp_path):
    told = []
    runner = InProcess(lambda: len(told) == 3)
    with pytest.raises(StoppedError):
        site.write_site(few("head-problems", 6), tmp_path, runner, told.append)
    assert told == [1, 2, 3]
    assert not (tmp_path / "index.html").exists()


def test_several_processes_write_the_same_site(tmp_path):
    some = few("head-problems", 4)
    site.write_site(some, tmp_path / "one")
    site.write_site(some, tmp_path / "two", Processes(2, lambda: False, in_order=True))
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert files == sorted(path.relative_to(tmp_path / "two") for path in (tmp_path / "two").rglob("*.*"))
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in files)


@pytest.mark.parametrize("name", list(SMALL))
def test_every_position_of_a_small_game_has_its_exact_verdict(name):
    cards, rules = SMALL[name]
    deal = Deal.parse(name, cards, rules)
    found = graph(deal, (), 3_000, bound(deal).successors)
    record = packed(found, verdicts(found))
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
