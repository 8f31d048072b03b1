"""`play` and `play_all` accept exactly the moves that `moves` lists, also where a game does not go through them."""

import random

import pytest

from winnow.core.deals import Deal
from winnow.core.errors import IllegalMoveError

RANKS_AND_SUITS = [rank + suit for rank in "A234" for suit in "CDH"]
PLAYED = [
    ("blink", {"columns": 4, "rows": 5}),
    ("blink", {"columns": 1, "rows": 9}),
    ("blink", {"hold": 2}),
    ("one-minute", {"passing": "free"}),
    ("one-minute", {"passing": "forced"}),
    ("single-left", {"redeals": 2, "goal": 6}),
    ("single-left", {"redeals": 2, "redeal_order": "discards"}),
    ("single-left", {"discarding": "optional", "redeals": 2, "redeal_order": "discards"}),
]


def games(name, rules, rng):
    """Yield a game of Blink's full deck, or small decks with some cards twice."""
    if name == "blink":
        yield Deal.numbered(name, 0, rules).bind()
    else:
        for _ in range(30):
            cards = " ".join(rng.choices(RANKS_AND_SUITS, k=rng.randint(1, 16)))
            yield Deal.parse(name, cards, {"deck": "as-dealt", **rules}).bind()


def texts(game, position):
    """Return moves, legal and not: cards, also undrawn ones, on cells near the layout; or cards and second copies."""
    if game.name == "single-left":
        return {"draw", "pair", "four", "redeal", "burn"}
    if game.name == "one-minute":
        return {*game.deal, *(f"{card}#2" for card in game.deal)}
    columns, rows = zip(*(cell for cell, _ in position.layout), strict=True) if position.layout else ((0,), (0,))
    cells = [(x, y) for x in range(min(columns) - 2, max(columns) + 3) for y in range(min(rows) - 2, max(rows) + 3)]
    cards = game.deal[: len(position.layout) + 6]
    return {f"{card}@{x},{y}" for card in cards for x, y in cells} if position.layout else set()


@pytest.mark.parametrize(("name", "rules"), PLAYED)
def test_a_move_is_legal_where_it_is_listed(name, rules):
    rng = random.Random(46)
    for game in games(name, rules, rng):
        position, line = game.start(), []
        while len(line) < (40 if name == "single-left" else 9):
            following = dict(game.successors(position))
            for move in texts(game, position) | following.keys():
                if move in following:
                    assert game.play(position, move.lower()) == following[move]
                    assert game.play_all(game.start(), [*line, f" {move.lower()}"]) == following[move]
                else:
                    with pytest.raises(IllegalMoveError):
                        game.play(position, move)
                    with pytest.raises(IllegalMoveError):
                        game.play_all(position, [move])
            if not following:
                break
            move, position = rng.choice(list(following.items()))
            line.append(move)
