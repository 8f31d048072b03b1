"""Packs for people and other programs: `winnow pack show`, `winnow pack export`."""

import csv
import io
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from winnow.cli import command
from winnow.cli.exits import InputError
from winnow.core.errors import OutputError
from winnow.core.position import Position
from winnow.workers.local import InProcess
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.blink.puzzles import BlinkPuzzles
from winnow_puzzles.packs.exports import FORMS, export
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.generating import Wanted, generate
from winnow_puzzles.packs.page import picture
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.players.rating import pack_rules

VOID = {"meta", "br", "rect", "circle", "path", "polygon", "use"}


def going():
    return InProcess(lambda: False)


PANEL = {"natural-1/0.02": (-3.0, 6), "plans-10/0.1": (0.0, 4), "plans-30/0.1": (1.0, 2)}


@pytest.fixture(scope="module", autouse=True)
def _a_small_panel():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BlinkPuzzles, "deal_panel", PANEL)
        yield


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    """Return a pack of Blink: two small tables."""
    directory = tmp_path_factory.mktemp("exports") / "blink"
    wanted = Wanted("blink", pack_rules("blink", {"columns": 3}), 2, (1, 3), 0, 200)
    assert generate(wanted, directory, going()) == {1: 1, 3: 1}
    return directory


@pytest.fixture(scope="module")
def pack(directory):
    return read_pack(directory)


def run(*arguments):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], standalone_mode=False)


def exported(directory, form, output):
    result = run("pack", "export", directory, "--to", form, "-o", output)
    assert (result.exception, result.output) == (None, f"2 puzzles in {output}\n")
    return output


def test_a_table_has_a_row_a_puzzle(directory, pack, tmp_path):
    text = exported(directory, "csv", tmp_path / "pack.csv").read_text()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["id"] for row in rows] == [puzzle["id"] for puzzle in pack.puzzles]
    assert rows[0]["line"].split("; ") == pack.puzzles[0]["verdict"]["line"]
    assert rows[1]["gap"] == str(pack.puzzles[1]["metrics"]["gap"])
    assert float(rows[0]["rating_logits"]) == pack.puzzles[0]["rating"]["logits"]
    assert rows[1]["won_plans-10/0.1"] == str(pack.puzzles[1]["played"]["plans-10/0.1"])


def title_of(picture):
    """Return the title of an SVG document; fail if it is not well formed."""
    return ElementTree.fromstring(picture).find("{http://www.w3.org/2000/svg}title").text  # noqa: S314 (written here)


def cards_of(picture):
    """Return the cards in an SVG document, sorted."""
    root = ElementTree.fromstring(picture)  # noqa: S314 (written here)
    return sorted(element.get("data-card") for element in root.iter() if element.get("data-card"))


@pytest.mark.parametrize("game", ["one-minute", "single-left", "head", "universal"])
def test_pictures_are_well_formed_and_show_every_card(game):
    deal = PUZZLES.of(game).deal(game, 1, pack_rules(game, {}))
    drawn = picture(Position(deal), "a < b")
    assert title_of(drawn) == "a < b"
    assert cards_of(drawn) == sorted(deal.cards)


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


def test_the_page_is_whole_and_has_the_solutions_at_the_end(directory, pack, tmp_path):
    text = exported(directory, "html", tmp_path / "pack.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert (page.counts["article"], page.counts["section"]) == (2, 2)
    headings = re.findall(r"<h2.*?>(.*?)</h2>", text)
    assert [heading for heading in headings if heading in ("How to play", "The cards", "Solutions")] == [
        "How to play",
        "The cards",
        "Solutions",
    ]
    assert "@import" not in text
    assert "url(" not in text
    for puzzle in pack.puzzles:
        move = puzzle["verdict"]["line"][-1]
        _, _, rest = text.partition(f'id="p{puzzle["id"]}"')
        article = rest.split("</article>")[0]
        assert puzzle["deal"] in article
        assert move not in article
        card, cell = move.split("@")
        solution = text.partition(f'id="s{puzzle["id"]}"')[2].split("</section>")[0]
        assert re.search(rf"Lay {card} (\w+ \w+( \w+)*, )?at {cell} ", solution)
        # Every shape that a card references is on the page exactly once.
        assert text.count('id="winnow-blink-S"') == 1


def test_a_pack_is_shown(directory, pack):
    result = run("pack", "show", directory)
    assert result.exception is None
    for place, puzzle in enumerate(pack.puzzles, 1):
        rating = f"rating {puzzle['rating']['logits']:+.2f}"
        assert f"{place}. {puzzle['id']}  level {puzzle['level']}, {rating}, 9 moves  {puzzle['goal']}" in result.output


def test_a_puzzle_is_shown_with_its_solution_if_asked(directory, pack):
    puzzle = pack.puzzles[1]
    move = puzzle["verdict"]["line"][-1]
    for wanted in ("2", puzzle["id"][:6], puzzle["id"].upper()):
        result = run("pack", "show", directory, "--puzzle", wanted)
        assert f"{puzzle['id']}, deal {puzzle['number']}, level 3" in result.output
        assert move not in result.output
    assert move in run("pack", "show", directory, "--puzzle", "2", "--solution").output


def test_what_is_no_pack_is_said_in_one_line(directory, pack, tmp_path):
    for arguments, text in [
        (["pack", "show", tmp_path], "is not a pack"),
        (["pack", "show", directory, "--puzzle", "nothing"], "no id begins with"),
        (["pack", "show", directory, "--puzzle", "3"], "no puzzle 3: the puzzles of this pack are 1 to 2"),
        (["pack", "show", directory, "--puzzle", ""], "several ids begin"),
        (["pack", "show", directory, "--solution"], "needs --puzzle"),
        (["pack", "export", directory, "--to", "csv", "-o", tmp_path / "no" / "file"], "cannot write"),
    ]:
        result = run(*arguments)
        assert isinstance(result.exception, (InputError, OutputError, PackError))
        assert text in str(result.exception)
    (tmp_path / "pack.json").write_text((directory / "pack.json").read_text())
    (tmp_path / "deals.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(PackError, match=r"deals\.jsonl:1: \$"):
        read_pack(tmp_path)


def test_every_form_can_be_written_twice_with_the_same_content(pack, tmp_path):
    for form in set(FORMS) - {"site"}:
        for name in ("a", "b"):
            export(pack, form, str(tmp_path / name))
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
