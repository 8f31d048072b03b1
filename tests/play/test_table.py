"""The table holds still and fits: no pile moves while a game is played, and nothing overlaps or is cut."""

import random

import pytest
from browser import resized
from test_browser import go
from test_page_scripts import run

from winnow.core.deals import Deal
from winnow.core.drawing.seen import seen_table
from winnow.core.face import FACES
from winnow.core.games import GAMES
from winnow.core.knowledge import known_after

ROOMS = [(344, 420), (390, 590), (390, 440), (640, 210), (844, 280), (1440, 690), (3840, 760)]
"""Widths and heights of the table's room on screens from a small phone to a large monitor, in pixels."""
PLANNED = """const { Winnow } = tab();
const whole = (boxes) => Object.fromEntries(boxes.map(({ pile, x, y, area }) =>
  [pile.key, [x, y, area.width, area.height].map((side) => side.toFixed(3))]));
return given.rooms.map(([room, tall]) => given.tables.map((table) => {
  const { unit, width, height, piles } = Winnow.layOut(table, given.layouts, room, tall, 200);
  const lies = ([left, top], [right, bottom]) =>
    left > -0.001 && top > -0.001 && right < width + 0.001 && bottom < height + 0.001;
  const inside = ({ x, y, scale, places, cells }) => [...places, ...cells].filter(Boolean).every(([left, top]) =>
    lies([x + left, y + top], [x + left + scale, y + top + scale * Winnow.CARD_HEIGHT]));
  return {
    unit,
    fits: unit * width <= room + 1 && unit * height <= tall + 1,
    areas: whole(piles),
    outside: piles.filter((spot) => !inside(spot)).map(({ pile }) => pile.key),
    seen: Object.fromEntries(piles.map(({ pile, places }) => [pile.key, places.filter(Boolean).length])),
  };
}));"""
"""JavaScript: how each table lies in each room."""


def planned(tables, layouts):
    """Return for each room how the page lays out each table."""
    given = {"rooms": ROOMS, "tables": [table.record() for table in tables], "layouts": layouts}
    return run(["layout.js"], PLANNED, given)


def layouts_of(game):
    return [layout.record() for layout in FACES.of(game.name).layouts(game)]


def tables_of(game, chance):
    """Yield the tables of a game that is played by chance to its end."""
    position = game.start()
    while True:
        table = FACES.of(game.name).table(game, position)
        yield table
        if not table.gestures:
            return
        position = game.play(position, chance.choice(table.gestures).move)


@pytest.mark.parametrize("games", [2, pytest.param(50, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", list(GAMES))
def test_no_pile_moves_and_no_card_leaves_the_table(name, games):
    chance = random.Random(name)
    for _ in range(games):
        game = Deal.numbered(name, chance.randrange(10**6)).bind()
        for room, plans in zip(ROOMS, planned(tables_of(game, chance), layouts_of(game)), strict=True):
            first = {}
            for plan in plans:
                assert plan["outside"] == []
                assert plan["fits"]
                assert {key: area for key, area in plan["areas"].items() if first.setdefault(key, area) != area} == {}
            assert room[1] < 400 or plans[0]["unit"] >= 38


def test_a_packet_face_down_is_a_pile():
    knowledge = known_after(Deal.numbered("one-minute", 7), ())
    game = knowledge.bind(knowledge.unseen)
    for (plan,) in planned([seen_table(knowledge)], layouts_of(game)):
        assert plan["seen"]["hand"] == 3


SIZES = ((390, 844), (360, 740), (640, 400), (400, 640), (800, 900), (1440, 900), (3840, 900))
"""Screens; one of 1280 x 800 that is zoomed to 200 percent shows 640 x 400 pixels of the page."""
BY_CHANCE = """async (places) => {
  for (const place of places) {
    const { gestures } = Winnow.playing.table;
    if (gestures.length) await Winnow.playing.make(gestures[Math.floor(place * gestures.length)].move);
  }
}"""
CUT = """() => {
  const all = (chosen) => [...document.querySelectorAll(chosen)].filter((node) => node.getClientRects().length);
  const box = (node) => node.getBoundingClientRect();
  const both = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
  const crossed = (nodes) => nodes.flatMap((one, place) => nodes.slice(place + 1)
    .filter((other) => !one.contains(other) && both(box(one), box(other), 'left', 'right')
      && both(box(one), box(other), 'top', 'bottom'))
    .map((other) => `${one.className} over ${other.className}`));
  const leaving = (nodes, room) => nodes.filter((node) => {
    const { left, top, right, bottom } = box(node);
    return left < room.left - 1 || top < room.top - 1 || right > room.right + 1 || bottom > room.bottom + 1;
  }).map((node) => `${node.className} leaves its room`);
  const parts = all('.heading, .lamp, .counters, .board, .actions, .controls');
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [
    ...crossed(parts), ...crossed(all('.board .title')),
    ...leaving(parts, screen), ...leaving(all('.board .card, .board .base'), box(document.querySelector('.board'))),
    ...all('.counter').filter((one) => one.scrollWidth > one.clientWidth).map((one) => `${one.textContent} is cut`),
    ...(scrollWidth > innerWidth || scrollHeight > innerHeight ? ['it scrolls'] : []),
    ...(box(document.querySelector('.board')).height < 120 ? ['no room for the table'] : []),
  ];
}"""
"""JavaScript: what overlaps, is cut or leaves its room."""
BOXES = """
[...document.querySelectorAll('.counter, .board, .bar')].map((node) => JSON.stringify(node.getBoundingClientRect()))
"""


def test_nothing_overlaps_or_is_cut_on_any_screen(screen, server):
    chance, page = random.Random(7), screen(390, 844)
    for name in GAMES:
        go(page, server, f"#/deal/{name}/{chance.randrange(10**6)}")
        page.evaluate(BY_CHANCE, [chance.random() for _ in range(10)])
        page.evaluate("Winnow.playing.help()")
        for size in SIZES:
            resized(page, *size)
            assert page.evaluate(CUT) == [], (name, size)
        resized(page, 360, 740)
        before = page.evaluate(BOXES)
        page.evaluate("Winnow.playing.truth.lamp('unwinnable', 'many words '.repeat(40), 'the best', 'how')")
        assert page.evaluate(BOXES) == before
        assert page.evaluate("document.querySelector('.lamp').getBoundingClientRect().right") <= 360
    resized(page, 390, 844)
    go(page, server, "#/deal/universal/5")
    page.evaluate("Winnow.playing.truth.verdict().then(({ line }) => Winnow.playing.lay({ line, at: line.length }))")
    assert page.evaluate(CUT) == []  # all titles with the most cards
