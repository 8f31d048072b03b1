"""Every option of a game is among those under which its engines are compared with plain search."""

import random
from importlib import import_module

import pytest

from winnow.core.registry import own_names

DEALS = 400


@pytest.mark.parametrize("game", own_names())
def test_small_decks_vary_every_option(game):
    """An engine that does not know an option gives verdicts on another game, so no option may be left out."""
    decks = import_module(f"decks.{game.replace('-', '_')}")
    rng = random.Random(1)
    rules = [decks.random_game(rng).rules.spelled_out() for _ in range(DEALS)]
    fixed = {name for name in rules[0] if len({str(one[name]) for one in rules}) == 1}
    assert fixed == {"deck", *getattr(decks, "OF_THE_FULL_DECK", ())}
