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


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desk"])
@pytest.mark.parametrize("name", list(GAMES))
def test_no_pile_moves_during_random_games(screen, server, request, name, size):
    """One game a screen and game; with `-m full` fifty."""
    chance = random.Random(name)
    page = screen(*size)
    for number in range(50 if request.config.option.markexpr == "full" else 1):
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


@pytest.mark.parametrize("name", list(GAMES))
def test_a_move_is_kept_though_its_game_is_left_before_it_is_shown(screen, server, name):
    page = screen()
    page.goto(f"{server.address}#/deal/{name}/1")
    until(page, "Boolean(Winnow.playing && Winnow.playing.board.plan)")
    page.evaluate(LEAVE)
    page.goto(f"{server.address}#/deal/{name}/1")
    page.locator(".play[data-moves='1']").wait_for()
