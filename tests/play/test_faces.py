"""A face's table agrees with the position: every card once, every legal move once."""

import random
from itertools import islice

import pytest

from winnow.api.trial import check_table
from winnow.core.deals import Deal
from winnow.core.drawing.table import CARD_HEIGHT, CARD_WIDTH
from winnow.core.face import FACES, Face

VARIANTS = [
    ("universal", {}),
    ("universal", {"draw": 1, "passes": 1, "columns": 4}),
    ("head", {}),
    ("head", {"extended": True, "melding": "optional", "target": 5}),
    ("one-minute", {}),
    ("one-minute", {"passing": "forced", "pickup": 2}),
    ("single-left", {}),
    ("single-left", {"discarding": "optional", "redeals": 1}),
    ("blink", {}),
    ("blink", {"hold": 0, "columns": 5, "rows": 14, "decks": 2}),
]
POSITIONS = [100, pytest.param(500, marks=pytest.mark.full)]
"""Positions of each variant, of which each game has two."""


def positions(name, rules, count, seed=1):
    """Yield positions of random games with the move that led there and the position before (None at the start)."""
    chance = random.Random(f"{name} {rules} {seed}")
    left = count
    while left:
        game = Deal.numbered(name, chance.randrange(10**9), rules).bind()
        position = before = move = None
        after = game.start()
        while after is not None and left:
            before, position = position, after
            yield game, position, move, before
            left -= 1
            moves = FACES.of(name).table(game, position).gestures
            if not moves:
                break
            gesture = chance.choice(moves)
            move = gesture.move
            if gesture.ordered:
                head, *cards = move.split()
                move = " ".join([head, *chance.sample(cards, len(cards))])
            after = game.play(position, move)


@pytest.mark.parametrize("count", POSITIONS)
@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_every_card_lies_once_and_every_move_is_one_gesture(name, rules, count):
    """Tables fit their size. After a move exactly the gesture's cards, by key, lie on its target, at the named end."""
    face = FACES.of(name)
    for game, position, move, before in positions(name, rules, count):
        table = check_table(game, position)
        if table.forced is not None and [table.forced] != list(game.moves(position)):
            assert name == "universal" or len({game.state(after) for _, after in game.successors(position)}) == 1
        for pile in table.piles:
            for place, card in enumerate(pile.cards):
                column, row = card.cell if pile.spread == "grid" else (place, place)
                x, y = pile.x + column * pile.step[0], pile.y + row * pile.step[1]
                assert -0.001 <= x <= table.width - CARD_WIDTH + 0.001, (pile.key, card)
                assert -0.001 <= y <= table.height - CARD_HEIGHT + 0.001, (pile.key, card)
        if before is None or rules.get("decks") or name == "head":
            continue
        old = face.table(game, before)
        gesture = next(each for each in old.gestures if each.move == move)
        piles = {pile.key: [card.key for card in pile.cards] for pile in table.piles}
        was = {card.key: pile.key for pile in old.piles for card in pile.cards}
        if gesture.target is not None:
            target = [key for key in piles[gesture.target] if was[key] != gesture.target]
            assert sorted(target) == sorted(gesture.cards)
            if gesture.end == "first":
                assert piles[gesture.target][: len(target)] == list(gesture.cards)


def best_score(game, position, known):
    """Return the best reachable score, by plain search."""
    if position not in known:
        better = max if game.higher_is_better else min
        scores = [game.score(position), *(best_score(game, after, known) for _, after in game.successors(position))]
        known[position] = better((score for score in scores if score is not None), default=None)
    return known[position]


def test_a_forced_move_of_universal_never_costs_a_card():
    """Small grids, every position of random games: the forced foot keeps the best score."""
    chance, asked = random.Random(4), 0
    for _ in range(60):
        ranks, suits = chance.choice([(3, "EV"), (4, "EV"), (2, "EMV"), (3, "EJV")])
        first = chance.choice([0, 7, 10 - ranks])
        cards = [rank + suit for rank in "1234567MSG"[first : first + ranks] for suit in suits]
        chance.shuffle(cards)
        rules = {"deck": "as-dealt", "columns": "2", "draw": str(chance.choice([1, 2])), "passes": "2"}
        game = Deal.parse("universal", " ".join(cards), rules).bind()
        face, position, known = FACES.of("universal"), game.start(), {}
        while True:
            table = face.table(game, position)
            if table.forced is not None and len(table.gestures) > 1:
                after = game.play(position, table.forced)
                assert best_score(game, after, known) == best_score(game, position, known)
                asked += 1
            if table.over:
                break
            position = game.play(position, chance.choice(table.gestures).move)
    assert asked > 60


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_the_general_face_plays_every_game(name, rules):
    """The default face shows any game: every card of the position once, every legal move once."""
    face = Face()
    for game, position, _, _ in islice(positions(name, rules, 12, seed=4), 12):
        if name == "head" and position.turn == 1:
            continue
        table = face.table(game, position)
        keys = [card.key for pile in table.piles for card in pile.cards]
        assert sorted(map(int, keys)) == list(range(len(game.deal)))
        assert [gesture.move for gesture in table.gestures] == list(game.moves(position))
        assert face.text(game, position).plain
        for move in list(game.moves(position))[:3]:
            assert face.steps(game, position, [move]) == [face.says(game, position, move)]
