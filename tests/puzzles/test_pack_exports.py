"""Packs for people and other programs: `winnow pack show`, `winnow pack export`."""

import re
import shutil
from xml.etree import ElementTree

import pytest

from command_help import said
from hostile_files import CURATED
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.page import page
from winnow_puzzles.packs.reading import read_pack

BLINK = CURATED / "blink"
PACK = read_pack(BLINK)
VOID = re.compile(r"<!DOCTYPE html>|<(?:meta|br)\b[^>]*>")


def test_the_page_is_whole_and_has_the_solutions_at_the_end(tmp_path):
    output = tmp_path / "pack.html"
    assert said("pack", "export", BLINK, "--to", "html", "-o", output) == f"{len(PACK.puzzles)} puzzles in {output}\n"
    text = output.read_text(encoding="utf-8")
    assert text == page(PACK)
    # Every element is closed, and none loads a resource.
    elements = list(ElementTree.fromstring(VOID.sub("", text)).iter())  # noqa: S314  the page is our own
    names = [element.tag.rpartition("}")[2] for element in elements]
    assert (names.count("article"), names.count("section")) == (len(PACK.puzzles),) * 2
    assert {"script", "link", "img"}.isdisjoint(names)
    assert all("src" not in one.attrib and one.get("href", "#").startswith("#") for one in elements)
    wanted = ["How to play", "The cards", "Solutions"]
    assert [heading for heading in re.findall(r"<h2.*?>(.*?)</h2>", text) if heading in wanted] == wanted
    assert "@import" not in text
    assert "url(" not in text
    # Every shape that a card references is on the page exactly once.
    assert text.count('id="winnow-blink-S"') == 1
    for puzzle in PACK.puzzles[::10]:
        move = puzzle["verdict"]["line"][-1]
        article = text.partition(f'id="p{puzzle["id"]}"')[2].split("</article>")[0]
        assert puzzle["deal"] in article
        assert move not in article
        card, cell = move.split("@")
        solution = text.partition(f'id="s{puzzle["id"]}"')[2].split("</section>")[0]
        assert re.search(rf"Lay {card} (\w+ \w+( \w+)*, )?at {cell}[. ]", solution)


def test_a_pack_and_a_puzzle_are_shown_with_the_solution_if_asked():
    shown = said("pack", "show", BLINK)
    for place, puzzle in enumerate(PACK.puzzles, 1):
        rating = f"rating {puzzle['rating']['logits']:+.2f}"
        moves = f"{len(puzzle['verdict']['line'])} moves"
        assert f"{place}. {puzzle['id']}  level {puzzle['level']}, {rating}, {moves}  {puzzle['goal']}" in shown
    puzzle = PACK.puzzles[1]
    move = puzzle["verdict"]["line"][-1]
    for wanted in ("2", puzzle["id"][:6], puzzle["id"].upper()):
        shown = said("pack", "show", BLINK, "--puzzle", wanted)
        assert f"{puzzle['id']}, deal {puzzle['number']}, level {puzzle['level']}" in shown
        assert move not in shown
    assert move in said("pack", "show", BLINK, "--puzzle", "2", "--solution")


def test_a_line_that_is_no_puzzle_is_named(tmp_path):
    shutil.copy(BLINK / "pack.json", tmp_path)
    (tmp_path / "deals.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(PackError, match=r"deals\.jsonl:1: \$"):
        read_pack(tmp_path)
