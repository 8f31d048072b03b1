"""The kernels of fair play agree with the rules: the same moves, natural players, wins and ends."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from winnow.api.fair import fair_hint
from winnow.core.deals import Deal
from winnow.core.errors import EngineError
from winnow.core.fair import FAIR, choices, fair_game
from winnow.core.knowledge import counted_orders, known_after, sampled
from winnow.core.lines import replay
from winnow.core.verdicts import Limits
from winnow.search.fair.samples import played_on
from winnow_kernels.common.budget import Budget
from winnow_kernels.head.fair import HeadTable

VARIANTS = [
    ("single-left", {"discarding": "optional"}),
    ("single-left", {"discarding": "forced", "redeals": 1, "goal": "12"}),
    ("single-left", {"discarding": "optional", "redeals": 2, "goal": "one"}),
    ("universal", {}),
    ("universal", {"draw": 1, "passes": 1, "columns": 4}),
    ("universal", {"draw": 2, "passes": 3, "columns": 6}),
    ("head", {"melding": "forced"}),
    ("head", {"melding": "optional", "extended": "true", "passes": 2, "target": 9}),
    ("head", {"melding": "optional", "hand": 3, "passes": 3, "target": 20}),
    ("blink", {"hold": 3}),
    ("blink", {"hold": 0, "columns": 8, "rows": 12}),
    ("blink", {"hold": 2, "columns": 6, "rows": 10}),
    ("one-minute", {}),
    ("one-minute", {"passing": "forced", "pickup": 3, "handlings": 170}),
]
SMALL = [
    ("single-left", "AC AD AH AS 2C 2D 2H 2S 2S", {"discarding": "optional", "redeals": 1}),
    ("universal", "2V 1E 1V 2E 1M 2M 3V 3E 3M", {"columns": 2, "draw": 2}),
    ("head", "AM 2MK 3SK 4YK 2SY AS X CM AM", {"hand": 3, "passes": 3, "melding": "optional"}),
    ("blink", "1RS 2GM 3BT 1GS 2RS 3RM 1RS", {"hold": 2, "columns": 3, "rows": 3}),
    ("one-minute", "AC 2C 2D 3D AH 3S AC AC 9D", {"handlings": 14, "pickup": 1}),
]


def deals(count: int):
    """Yield deals of every variant, full and small."""
    chance = random.Random(5)
    for game, rules in VARIANTS:
        for number in range(count):
            yield Deal.numbered(game, number, rules)
    for game, text, rules in SMALL:
        for _ in range(4 * count):
            cards = text.split()
            chance.shuffle(cards)
            yield Deal.parse(game, " ".join(cards), {"deck": "as-dealt"} | rules)


def test_a_table_plays_by_the_rules():
    chance = random.Random(1)
    for deal in deals(3):
        fair = FAIR.of(deal.game)
        game = fair_game.of(deal.game)(deal)
        position, seen, table = game.start(), set(), None
        for _ in range(400):
            seen |= set(fair.seen(game, position))
            fresh = fair.table(game, position, seen)
            table = fresh if table is None else table
            moves, natural = choices.of(game.name)(game, position), fair.natural(game, position)
            assert table.moves() == fresh.moves() == len(moves), (deal, position)
            assert table.view() == fresh.view()
            assert table.natural() == (-1 if natural is None else list(moves).index(natural)), (deal, position)
            assert table.won() == game.won(position), (deal, position)
            if not moves:
                break
            place = chance.randrange(len(moves)) if chance.random() < 0.5 or table.natural() < 0 else table.natural()
            table.play(place)
            position = game.play(position, moves[place])
        assert 0 <= table.worth() <= 1


def test_a_table_forgets_the_order_of_unseen_cards():
    """All orders of the unseen cards give the same table, so no estimate can use an unseen card."""
    chance = random.Random(2)
    for deal in deals(2):
        fair, line = FAIR.of(deal.game), []
        game = fair_game.of(deal.game)(deal)
        position = game.start()
        while len(line) < 12 and (moves := choices.of(game.name)(game, position)):
            line.append(chance.choice(moves))
            position = game.play(position, line[-1])
        knowledge = known_after(deal, line)
        told = set()
        for order in (knowledge.unseen, *(next(sampled(knowledge, seed)) for seed in range(3))):
            here = knowledge.bind(order)
            position = here.start()
            for move in line:
                position = here.play(position, move)
            seen = set(range(len(deal.cards))) - set(knowledge.hidden)
            table = fair.table(here, position, seen)
            table.forget()
            count = table.moves()
            told.add(
                (
                    table.view(),
                    fair.natural(here, position),
                    table.roll_outs(60, 1.0, 3, Budget()),
                    table.tree_search(60, 1.0, 0.3, 3, Budget()),
                    *(table.played(place, 10, 4, Budget()) for place in range(min(count, 3))),
                )
            )
        assert len(told) == 1, deal


def test_unseen_cards_are_put_into_every_order_alike():
    """The natural player's games, counted over all 24 orders of four unseen cards, and played on by the table."""
    deal = Deal.parse("single-left", "AC 2D 3H 4S 4C AH 5H 2C", {"deck": "as-dealt", "discarding": "optional"})
    fair, line = FAIR.of("single-left"), ("draw",) * 4
    knowledge = known_after(deal, line)
    left = Counter()
    for order in counted_orders(knowledge.unseen):
        game = knowledge.bind(order)
        left[len(played_on(game, replay(game, game.start(), line), Budget()).hand)] += 1
    game, position = knowledge.shown()
    table = fair.table(game, position, set(range(4)))
    table.forget()
    _, worth, games = table.played(0, 20_000, 7, Budget())
    mean = sum(number * count for number, count in left.items()) / 24
    spread = sum((number - mean) ** 2 * count for number, count in left.items()) / 24
    assert (games, sum(left.values())) == (20_000, 24)
    assert len(left) > 1
    # Five standard errors.
    assert abs(8 * (1 - worth) - mean) < 5 * (spread / games) ** 0.5


ENDLESS = 10**18 - 1
MANY = {"head": "7WY 8YK 2MK", "single-left": "2H 3D 9C", "one-minute": "2H 3D 9C", "blink": "1RS 2GM 1BS"}
"""Cards of a game, of which a hundred times as many are too many."""
REFUSED = [
    ("blink", {"columns": 20}, "need at most"),
    ("single-left", {"redeal_order": "discards"}, "are not known with the rule redeal_order"),
    ("head", {"sorting": "all"}, "are not known with the rule sorting"),
    ("blink", {"held": "before"}, "are not known with the rule held"),
    ("head", {"passes": ENDLESS}, "take at most 1000 passes"),
    ("one-minute", {"pickup": ENDLESS}, "take at most 1000000 pickup"),
    ("single-left", {"redeals": ENDLESS}, "take at most 1000 redeals"),
    ("universal", {"passes": ENDLESS}, "take at most 1000 passes"),
    *((game, {"deck": "as-dealt"}, "take at most 128 cards") for game in MANY),
]
"""A game, rules and the message that refuses its table: sizes and rules that no kernel plays."""


@pytest.mark.parametrize(("game", "rules", "message"), REFUSED)
def test_a_table_that_no_kernel_plays_is_refused(game, rules, message):
    many = "deck" in rules
    deal = Deal.parse(game, f"{MANY[game]} " * 100, rules) if many else Deal.numbered(game, 1, rules)
    bound = fair_game.of(game)(deal)
    with pytest.raises(EngineError, match=f"roll-outs in {game} {message}"):
        FAIR.of(game).table(bound, bound.start(), set())


@pytest.mark.parametrize(
    ("game", "cards", "usual", "large"),
    [
        ("blink", "1RS 1GM 2RT 2GS 3RD", {"columns": 5, "rows": 5, "hold": 5}, ("columns", "rows", "hold")),
        ("one-minute", "AS 2S 9D 2D 3D KD 9H 9C 2H 7S", {"handlings": 10**6}, ("handlings",)),
        ("universal", "2V 1E 1V 2E 3V 3E", {"columns": 2, "draw": 6, "passes": 2}, ("draw",)),
    ],
)
def test_a_size_beyond_the_cards_changes_no_advice(game, cards, usual, large):
    told = set()
    for rules in (usual, {**usual, **dict.fromkeys(large, ENDLESS)}):
        bound = fair_game.of(game)(Deal.parse(game, cards, {"deck": "as-dealt", **rules}))
        table = FAIR.of(game).table(bound, bound.start(), set())
        table.forget()
        told.add((table.roll_outs(60, 1.0, 3, Budget()), table.tree_search(60, 1.0, 0.3, 3, Budget())))
    assert len(told) == 1


@pytest.mark.parametrize(("game", "rules"), [("single-left", {"redeals": ENDLESS}), ("universal", {"passes": ENDLESS})])
def test_games_without_end_leave_a_hint_to_the_seconds(game, rules):
    found = fair_hint(game, 3, rules=rules, limits=Limits(seconds=0.5))
    assert found.stopped == "seconds"


def test_lines_deeper_than_the_stack_leave_the_best_play_open():
    rules = {"deck": "as-dealt", "columns": 2, "draw": 2, "passes": 3000}
    found = fair_hint("universal", "2V 1E 1V 2E 3V 3E", rules=rules, after="T", policy="natural")
    assert found.exact
    assert [move.best for move in found.moves] == [None] * len(found.moves)


def test_a_kernel_that_is_called_elsewhere_refuses_more_cards():
    with pytest.raises(ValueError, match="200 cards: at most 128"):
        HeadTable(200, b"\7", b"\6", [0] * 200, [], [], 1, False, 2, 3, 0, False)
