"""Playing a card of One-Minute goes straight to it, and agrees with the list of all moves."""

import random

import pytest

from winnow.core.deals import Deal
from winnow.core.errors import IllegalMoveError

DECK = [rank + suit for rank in "A234" for suit in "CDH"]


@pytest.mark.parametrize("passing", ["free", "forced"])
def test_a_card_played_leads_where_the_list_of_moves_says(passing):
    rng = random.Random(46)
    for _ in range(30):
        # Some cards twice: the second copy has a name of its own.
        cards = rng.choices(DECK, k=rng.randint(1, 9))
        game = Deal.parse("one-minute", " ".join(cards), {"deck": "as-dealt", "passing": passing}).bind()
        position = game.start()
        while following := dict(game.successors(position)):
            for move in {*cards, *(f"{card}#2" for card in cards), *following}:
                if move in following:
                    assert game.play(position, move.lower()) == following[move]
                else:
                    with pytest.raises(IllegalMoveError, match="not a legal move here"):
                        game.play(position, move)
            position = rng.choice(list(following.values()))
