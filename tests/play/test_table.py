"""The page's table holds still and fits: no pile moves while a game is played, and nothing overlaps or is cut."""

import random

import pytest
from browser import until
from test_browser import go, make

from winnow.core.games import GAMES

STEP = """
async (place) => {
  const { board, table } = Winnow.playing;
  if (place !== null) {
    await Winnow.playing.make(table.gestures[Math.floor(place * table.gestures.length)].move);
    await Winnow.playing.busy;
  }
  const room = board.node.getBoundingClientRect();
  const areas = board.plan.piles.map(({ pile }) => {
    const box = board.places.get(`base ${pile.key}`).getBoundingClientRect();
    return [pile.key, [box.left, box.top, box.width, box.height].map(Math.round)];
  });
  const outside = [...board.cards.values(), ...document.querySelectorAll('.board .base')].filter((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left < room.left - 1 || right > room.right + 1 || top < room.top - 1 || bottom > room.bottom + 1;
  });
  const moves = Winnow.playing.table.gestures.length;
  return [Object.fromEntries(areas), outside.map((node) => node.getAttribute('aria-label')), moves];
}
"""
"""JavaScript: make a move by chance, if one is asked for; the boxes of piles, what lies outside, the moves then."""
CROSSED = """
() => {
  const boxes = [...document.querySelectorAll('.board .title')].map((node) => node.getBoundingClientRect());
  const reaches = (a, b) => b.left > a.left && b.left < a.right && b.top < a.bottom && b.bottom > a.top;
  return boxes.filter((box) => boxes.some((other) => reaches(box, other)));
}
"""
"""JavaScript: the titles of piles that reach into others."""
OVERLAPS = """
() => {
  const all = document.querySelectorAll('.heading, .lamp, .counters, .board, .actions, .controls');
  const parts = [...all].filter((node) => node.getClientRects().length);
  const found = [];
  for (const [index, one] of parts.entries()) {
    const a = one.getBoundingClientRect();
    const inside = a.left >= -1 && a.top >= -1 && a.right <= innerWidth + 1 && a.bottom <= innerHeight + 1;
    if (!inside) found.push(`${one.className} leaves the screen`);
    for (const other of parts.slice(index + 1)) {
      const b = other.getBoundingClientRect();
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1 && !one.contains(other)) found.push(`${one.className} over ${other.className}`);
    }
  }
  if (document.querySelector('.board').clientHeight < 120) found.push('no room for the table');
  return found;
}
"""
BOXES = """
[...document.querySelectorAll('.counter, .board, .bar')].map((node) => JSON.stringify(node.getBoundingClientRect()))
"""
CUT = "[...document.querySelectorAll('.counter')].filter((one) => one.scrollWidth > one.clientWidth).length"


def dealt(page, server, name, deal):
    """Lay out a deal on a page that need not be loaded again."""
    page.goto(f"{server.address}#/deal/{name}/{deal}")
    here = "(window.Winnow && Winnow.playing && Winnow.playing.game) || {}"
    until(page, f"((game) => game.game === '{name}' && game.number === '{deal}')({here})")
    until(page, "Boolean(Winnow.playing.board.plan)")


def random_game(page, chance):
    """Play a game by chance; no pile moves, and none leaves the table."""
    first, _, moves = page.evaluate(STEP, None)
    for _ in range(12):
        if not moves:
            break
        now, outside, moves = page.evaluate(STEP, chance.random())
        assert {key: box for key, box in now.items() if first.setdefault(key, box) != box} == {}
        assert outside == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(CROSSED) == []


@pytest.mark.parametrize("games", [1, pytest.param(50, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", list(GAMES))
def test_no_pile_moves_and_nothing_is_cut_or_overlaps(screen, server, name, games):
    chance, page = random.Random(name), screen(390, 844)
    for _ in range(games):
        for size in ((390, 844), (1440, 900)):
            page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            dealt(page, server, name, chance.randrange(10**6))
            random_game(page, chance)
    for width in (360, 800, 1600, 3840):
        page.set_viewport_size({"width": width, "height": 900 if width > 360 else 740})
        dealt(page, server, name, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        card = page.locator(".card:not(.under)").first.bounding_box()
        assert min(card["width"], card["height"]) >= 38
        if width == 360:
            before = page.evaluate(BOXES)
            page.evaluate("Winnow.playing.truth.lamp('unwinnable', 'many words '.repeat(40), 'the best', 'how')")
            assert page.evaluate(BOXES) == before
            assert page.evaluate("document.querySelector('.lamp').getBoundingClientRect().right") <= width
            page.evaluate("Winnow.playing.help()")
            page.locator(".counter", has_text="Hints").wait_for()
            assert page.evaluate(CUT) == 0
    # A screen of 1280 x 800 that is zoomed to 200 percent shows that many pixels of the page.
    for size in ((640, 400), (400, 640)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        dealt(page, server, name, size[0])
        assert page.evaluate(OVERLAPS) == []


def test_titles_with_the_most_cards_cross_no_other_and_a_packet_face_down_is_a_pile(screen, server):
    page = screen(390, 844)
    dealt(page, server, "universal", 5)
    page.evaluate(
        """async () => {
          const { line } = await Winnow.playing.truth.verdict();
          await Winnow.playing.lay({ line, at: line.length });
        }"""
    )
    assert page.evaluate(CROSSED) == []
    go(page, server, '#/open/{"kind":"deal","game":"one-minute","number":"7","fair":true}')
    make(page, page.evaluate("Winnow.playing.table.gestures[0].move"))
    assert page.locator(".card.back").count() > 40
    assert page.locator(".card.back:not(.under)").count() == 3
