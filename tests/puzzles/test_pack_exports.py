"""Packs for people and other programs: `winnow pack show`, `winnow pack export`."""

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

import winnow_puzzles
from command_help import said
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.page import page
from winnow_puzzles.packs.reading import read_pack

BLINK = Path(winnow_puzzles.__file__).parent / "curated" / "blink"
PACK = read_pack(BLINK)
VOID = {"meta", "br", "rect", "circle", "path", "polygon", "use"}


class Page(HTMLParser):
    """A parser that counts elements, and fails at an unclosed one or one that loads a resource."""

    def __init__(self):
        super().__init__()
        self.open, self.counts = [], {}

    def handle_starttag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        assert tag not in ("script", "link", "img")
        for name, value in attributes:
            assert name != "src"
            assert name != "open"
            assert name != "href" or value.startswith("#")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attributes):
        pass


def test_the_page_is_whole_and_has_the_solutions_at_the_end(tmp_path):
    output = tmp_path / "pack.html"
    assert said("pack", "export", BLINK, "--to", "html", "-o", output) == f"{len(PACK.puzzles)} puzzles in {output}\n"
    text = output.read_text(encoding="utf-8")
    assert text == page(PACK)
    whole = Page()
    whole.feed(text)
    assert whole.open == []
    assert (whole.counts["article"], whole.counts["section"]) == (len(PACK.puzzles),) * 2
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
