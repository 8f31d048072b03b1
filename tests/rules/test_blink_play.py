"""In Blink `play` accepts exactly the moves that `moves` lists, though the two test cells in different ways."""

import random

import pytest

from winnow.core.deals import Deal
from winnow.core.errors import IllegalMoveError


@pytest.mark.parametrize("rules", [{"columns": 4, "rows": 5}, {"columns": 1, "rows": 9}, {"hold": 2}])
def test_a_placement_is_legal_where_it_is_listed(rules):
    game = Deal.numbered("blink", 0, rules).bind()
    choose = random.Random(0).choice
    position = game.start()
    for _ in range(9):
        moves = game.moves(position)
        if position.layout:
            cells = [cell for cell, _ in position.layout]
            cards = {game.deal[place] for place in game.at_hand(position)}
            for x in range(min(x for x, _ in cells) - 2, max(x for x, _ in cells) + 3):
                for y in range(min(y for _, y in cells) - 2, max(y for _, y in cells) + 3):
                    assert {card for card in cards if _is_accepted(game, position, f"{card}@{x},{y}")} == {
                        card for card in cards if f"{card}@{x},{y}" in moves
                    }
        position = game.play(position, choose(moves))


def _is_accepted(game, position, move):
    try:
        game.play(position, move)
    except IllegalMoveError:
        return False
    return True
