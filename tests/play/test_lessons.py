"""Each game's played introduction: its moves are legal and win, and the page plays it to the end."""

import pytest
from browser import Player, until

from winnow.core.deals import Deal
from winnow.core.face import FACES
from winnow.core.games import GAMES
from winnow.core.lines import replay


def lesson_of(name):
    lesson = FACES.of(name).lesson
    record = lesson.record()
    return Deal.parse(name, record["deal"], record["rules"]), [move for step in lesson.steps for move in step.moves]


@pytest.mark.parametrize("name", list(GAMES))
def test_a_lesson_wins_in_four_to_six_steps(name):
    deal, line = lesson_of(name)
    game = deal.bind()
    assert game.won(replay(game, game.start(), line))
    assert 4 <= len(FACES.of(name).lesson.steps) <= 6


@pytest.mark.parametrize("name", list(GAMES))
def test_a_lesson_is_played_and_kept_apart_from_games(screen, server, name):
    page = screen(390, 844)
    page.goto(f"{server.address}#/learn/{name}")
    page.locator(".lesson .quiet").wait_for()
    deal, line = lesson_of(name)
    Player(page, "click").play(name, deal, line)
    page.get_by_text("That is the game.").wait_for()
    until(page, "Object.keys(Winnow.store.entries).length === 0")
