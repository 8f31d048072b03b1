"""Players stop where a game never ends: here a token goes round for ever."""

from dataclasses import dataclass

import pytest

from winnow.core.cards import STANDARD
from winnow.core.game import Game, Rules
from winnow_puzzles.base import PUZZLES, Puzzles
from winnow_puzzles.players.simple import greedy, lucky


@dataclass(frozen=True)
class RoundRules(Rules):
    """The rules, without options."""


class Round(Game):
    """A token goes round three places and never wins."""

    name, title, cards, score_unit = "round", "Round", STANDARD, "steps"

    @classmethod
    def rules_type(cls):
        return RoundRules

    @classmethod
    def full_deck(cls, rules):
        return STANDARD.tokens

    def start(self):
        return 0

    def successors(self, position):
        yield "on", (position + 1) % 3

    def score(self, position):
        return None

    def won(self, position):
        return False

    def best_possible(self):
        return None


@pytest.fixture
def game(monkeypatch):
    monkeypatch.setitem(PUZZLES._found, "round", Puzzles())
    return Round(RoundRules(), STANDARD.tokens)


def test_a_player_who_goes_round_stops_where_a_position_comes_back(game):
    assert greedy(game).line == ("on", "on", "on")


def test_luck_ends_too(game):
    assert all(len(played.line) == 10_000 and not played.won for played in lucky(game))
