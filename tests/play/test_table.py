"""The page's table holds still: no pile moves while a game is played, on a phone or on a wide screen."""

import random

import pytest
from browser import until
from test_browser import ready

from winnow.core.games import GAMES

AREAS = """
() => Object.fromEntries(Winnow.playing.board.plan.piles.map(({ pile, area }) => {
  const box = Winnow.playing.board.places.get(`base ${pile.key}`).getBoundingClientRect();
  return [pile.key, [box.left, box.top, box.width, box.height].map(Math.round)];
}))
"""
OUTSIDE = """
() => {
  const room = Winnow.playing.board.node.getBoundingClientRect();
  const nodes = [...Winnow.playing.board.cards.values(), ...document.querySelectorAll('.board .base')];
  return nodes.filter((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left < room.left - 1 || right > room.right + 1 || top < room.top - 1 || bottom > room.bottom + 1;
  }).map((node) => node.getAttribute('aria-label'));
}
"""
CROSSED = """
() => {
  const boxes = [...document.querySelectorAll('.board .title')].map((node) => node.getBoundingClientRect());
  const reaches = (a, b) => b.left > a.left && b.left < a.right && b.top < a.bottom && b.bottom > a.top;
  return boxes.filter((box) => boxes.some((other) => reaches(box, other)));
}
"""
"""JavaScript: the titles of piles that reach into others."""
LEAVE = """
async () => {
  const left = Winnow.playing;
  const { source } = left;
  left.source = {
    table: async (...asked) => {
      const table = await source.table(...asked);
      location.hash = '#/';
      while (left.node.isConnected) await new Promise(requestAnimationFrame);
      return table;
    },
  };
  await left.make(left.table.gestures[0].move);
}
"""
"""JavaScript: make a move, and leave the game before its table arrives."""


@pytest.mark.parametrize("games", [1, pytest.param(50, marks=pytest.mark.full)])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desk"])
@pytest.mark.parametrize("name", list(GAMES))
def test_no_pile_moves_during_random_games(screen, server, name, size, games):
    chance = random.Random(name)
    page = screen(*size)
    for number in range(games):
        deal = chance.randrange(10**6)
        page.goto(f"{server.address}#/deal/{name}/{deal}")
        # Until the deal is there, the game before it is on the page.
        until(page, f"Boolean(Winnow.playing && Winnow.playing.game.number === '{deal}' && Winnow.playing.board.plan)")
        ready(page)
        first = page.evaluate(AREAS)
        for moves in range(1, 40):
            count = page.evaluate("Winnow.playing.table.gestures.length")
            if not count:
                break
            page.evaluate(f"Winnow.playing.make(Winnow.playing.table.gestures[{chance.randrange(count)}].move)")
            until(page, f"Winnow.playing.at === {moves}")
            now = page.evaluate(AREAS)
            assert {key: box for key, box in now.items() if first.setdefault(key, box) != box} == {}, (number, moves)
            assert page.evaluate(OUTSIDE) == []
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
        assert page.evaluate(CROSSED) == []


@pytest.mark.parametrize("name", list(GAMES))
def test_a_move_is_kept_though_its_game_is_left_before_it_is_shown(screen, server, name):
    page = screen()
    page.goto(f"{server.address}#/deal/{name}/1")
    until(page, "Boolean(Winnow.playing && Winnow.playing.board.plan)")
    page.evaluate(LEAVE)
    page.goto(f"{server.address}#/deal/{name}/1")
    page.locator(".play[data-moves='1']").wait_for()


def test_titles_with_the_most_cards_cross_no_other(screen, server):
    page = screen(390, 844)
    page.goto(f"{server.address}#/deal/universal/5")
    ready(page)
    page.evaluate(
        """async () => {
          const { line } = await Winnow.playing.truth.verdict();
          await Winnow.playing.lay({ line, at: line.length });
        }"""
    )
    assert page.evaluate(CROSSED) == []


def test_a_finger_may_miss_and_every_press_is_answered(screen, server):
    page = screen(390, 844, has_touch=True)
    page.goto(f"{server.address}#/deal/universal/7")
    ready(page)
    box = page.locator(".base[data-pile=stock]").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 6)
    until(page, "Winnow.playing.at === 1")
    box = page.locator(".base[data-pile=bar-E]").bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert page.locator(".toast").inner_text() == "First pick a card."


def test_a_packet_face_down_is_a_pile(screen, server):
    page = screen(390, 844)
    page.goto(f'{server.address}#/open/{{"kind":"deal","game":"one-minute","number":"7","fair":true}}')
    ready(page)
    page.evaluate("Winnow.playing.make(Winnow.playing.table.gestures[0].move)")
    until(page, "Winnow.playing.at === 1")
    assert page.locator(".card.back").count() > 40
    assert page.locator(".card.back:not(.under)").count() == 3
