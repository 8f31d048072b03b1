"""A pack of problems as static files, opened from the disk."""

import json
import re

import pytest
from small import SMALL

from asking import curated_pack
from winnow.api.solve import solve
from winnow.core.deals import Deal
from winnow.core.games import GAMES
from winnow.play.opening import bound
from winnow.play.shelf import puzzle_deal
from winnow.play.tablebase import graph, packed, verdicts
from winnow.site.pages import WITHOUT_ENGINE
from winnow.workers.local import InProcess, Processes
from winnow_puzzles.packs import site
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.packs.reading import Pack


def few(name, count):
    """Return the first problems of a pack."""
    pack = curated_pack(name)
    return Pack(pack.description, pack.puzzles[:count])


def test_a_problem_of_too_many_positions_is_named_and_has_none_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "MOST_POSITIONS", 10)
    pack = few("head-problems", 1)
    with pytest.raises(PackError, match=f"^problem {pack.puzzles[0]['id']} has more than 10 positions"):
        site.write_site(pack, tmp_path)
    assert not (tmp_path / "index.html").exists()
    assert list(site.first_positions([pack.shown()], InProcess(lambda: False))) == []


def test_the_page_allows_what_lies_beside_it_and_nothing_else(screen, tmp_path):
    site.write_site(few("head-problems", 1), tmp_path)
    page = (tmp_path / "index.html").read_text()
    assert page.index(f'content="{WITHOUT_ENGINE}"') < page.index("<script")
    assert not re.search(r"(src|href)=.(https?:)?//", page)
    opened = screen(expected="Content Security Policy")
    opened.goto(f"{(tmp_path / 'index.html').as_uri()}#/")
    opened.locator(".game-card").wait_for()
    asked = """new Promise((done) => {
        addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective));
        fetch('https://example.org/').catch(() => {});
    })"""
    assert opened.evaluate(asked) == "connect-src"


@pytest.mark.parametrize("game", list(GAMES))
def test_first_positions_are_those_of_the_solution_and_one_move_off(game):
    pack = few(f"{game}-problems", 2).shown()
    found = dict(site.first_positions([pack], InProcess(lambda: False)))
    assert list(found) == [puzzle["id"] for puzzle in pack.puzzles]
    for puzzle in pack.puzzles:
        deal = puzzle_deal(puzzle)
        record = json.loads(found[puzzle["id"]])
        assert (record["game"]["deal"], record["game"]["after"]) == (deal.text, puzzle["after"])
        tables, parts, normal = record["tables"], record["parts"], bound(deal).normal
        at, line = 0, list(puzzle["after"])
        for move in puzzle["solution"][: puzzle["decided"] or None]:
            table, ways, told = tables[at]
            assert told["verdict"] == "winnable"
            made = {normal(known): (known, then) for known, then in steps(parts, table, ways)}
            if len(made) > 1:
                assert all(way != -1 for way in ways)
            for wrong in sorted(made.keys() - {normal(move)})[:2]:
                known, then = made[wrong]
                assert solve(game, deal, after=[*line, known]).verdict == tables[then][2]["verdict"]
            at = made[normal(move)][1]
            line.append(move)
        assert won_by_its_moves(record, at)


def steps(parts, table, ways):
    """Yield the moves from a stored position, each with the number of the next."""
    for part, way in zip(table["gestures"], ways, strict=True):
        if isinstance(way, dict):
            yield from way.items()
        elif way >= 0:
            yield parts[part]["move"], way


def won_by_its_moves(record, at):
    """Return whether the stored moves lead to a win."""
    while (move := record["tables"][at][2]["move"]) is not None:
        table, ways, _ = record["tables"][at]
        at = dict(steps(record["parts"], table, ways))[move]
    return record["tables"][at][0]["won"]


def test_an_interrupted_export_says_so_and_leaves_no_page(tmp_path):
    told = []
    runner = InProcess(lambda: len(told) == 3)
    with pytest.raises(StoppedError):
        site.write_site(few("head-problems", 6), tmp_path, runner, told.append)
    assert told == [1, 2, 3]
    assert not (tmp_path / "index.html").exists()


def test_several_processes_write_the_same_site(tmp_path):
    def written(folder, *runner):
        site.write_site(few("head-problems", 2), folder, *runner)
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    one = written(tmp_path / "one")
    assert len(one) > 4
    assert written(tmp_path / "two", Processes(2, lambda: False, in_order=True)) == one


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
            assert solve(name, cards, rules=rules, after=lines[number]).verdict == told["verdict"], lines[number]
    assert checked
