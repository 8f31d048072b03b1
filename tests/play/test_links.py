"""A link opens a position: Share makes it, the page opens it, and its moves are read by winnow solve --after."""

import json
from urllib.parse import unquote

import pytest
from browser import until
from click.testing import CliRunner
from test_server import client, page, post, refused  # noqa: F401

from winnow.cli.solve import solve

POSITIONS = [
    ("universal", {"draw": "1", "passes": "3"}, ["T", "T"]),
    ("head", {}, ["discard 3SK 7ML AW AK 9MS CW"]),
    ("blink", {}, ["3YT@6,4"]),
]


@pytest.mark.parametrize(("game", "rules", "line"), POSITIONS)
def test_a_link_opens_a_position_whose_moves_can_be_taken_back(page, game, rules, line):  # noqa: F811
    asked = {"kind": "link", "game": game, "rules": rules, "number": "7", "moves": ";".join(line)}
    opened = post(page, "open", asked).json()
    assert opened["line"] == line
    assert {name: str(value) for name, value in opened["set"].items()} == rules


HOSTILE = [
    {}, {"game": "nope"}, {"game": 5}, {"game": "head"}, {"game": "head", "number": "7"},
    {"game": "head", "number": "7", "moves": 5}, {"game": "head", "number": "7", "moves": "meld nonsense"},
    {"game": "head", "number": "7", "moves": "\ud800"}, {"game": "head", "number": "7", "moves": "x;" * 9000},
    {"game": "head", "number": "7", "moves": "x" * 500}, {"game": "head", "deal": "<script>", "moves": ""},
    {"game": "head", "number": "7", "moves": "", "rules": {"hand": ""}},
    {"game": "blink", "number": "7", "moves": "", "rules": {"deck": "/etc/passwd"}},
]  # fmt: skip


@pytest.mark.parametrize("fields", HOSTILE, ids=lambda fields: str(fields)[:60])
def test_a_hostile_link_gets_a_sentence(page, fields):  # noqa: F811
    refused(post(page, "open", {"kind": "link", **fields}))


@pytest.mark.parametrize(("game", "rules", "line"), POSITIONS)
def test_share_makes_a_link_that_opens_the_same_position(server, screen, game, rules, line):
    tab = screen()
    settings = "".join(f",{name}={value}" for name, value in rules.items())
    base = server.address.split("#")[0]
    tab.goto(f"{base}#/{game}{settings}/7/")
    until(tab, "Boolean(Winnow.playing)")
    for count, move in enumerate(line, 1):
        tab.evaluate("(move) => Winnow.playing.play(move)", move)
        until(tab, f"Winnow.playing.at >= {count}")
    cards = tab.evaluate("JSON.stringify(Winnow.playing.table.piles)")
    tab.get_by_role("button", name="Share").click()
    link = tab.locator("dialog a.link").get_attribute("href")
    moves = unquote(link.split("/")[-1])
    told = CliRunner().invoke(
        solve,
        [game, "--number", "7", *(f"--rule={n}={v}" for n, v in rules.items()), "--after", moves, "--json"],
    )
    assert json.loads(told.output)["after"] == line
    other = screen()
    other.goto(base + link)
    until(other, f"Boolean(Winnow.playing) && Winnow.playing.at === {len(line)}")
    assert other.evaluate("JSON.stringify(Winnow.playing.table.piles)") == cards


def test_an_address_that_is_none_is_told(server, screen):
    tab = screen(expected="Failed to load resource")
    for link in ("#/%", "#/head/7/%E0%A4%A", "#/head,hand/7/"):
        tab.goto("about:blank")
        tab.goto(server.address.split("#")[0] + link)
        tab.locator(".trouble").first.wait_for()
