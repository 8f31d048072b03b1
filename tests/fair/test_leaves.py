"""Once every card is seen, the players' games are valued or decided: against the plain search by the rules."""

import random

import pytest

from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.fair import FAIR, choices, fair_game
from winnow.search.engines import choose
from winnow.search.fair.players import Player
from winnow_kernels.common.budget import Budget

DECKS = {
    ("head", False): "AM AS AW 2MK 2SY 2WL 3MW 3SK 3LY",
    ("head", True): "AM AS AW 2MK 2SY 2WL TMLY PSWK X",
    ("single-left", False): "AC AD AH AS 2C 2D 2H 2S 3C 3D",
}
VARIANTS = [
    ("head", {"hand": "3"}), ("head", {"hand": "3", "melding": "optional"}), ("head", {"hand": "4", "passes": "2"}),
    ("head", {"hand": "3", "extended": "true", "target": "2"}),
    ("single-left", {"discarding": "optional", "redeals": "1"}), ("single-left", {"discarding": "optional"}),
]  # fmt: skip


def known(deal):
    """Yield the positions of a natural game from the first in which every card has been seen."""
    game, fair = fair_game.of(deal.game)(deal), FAIR.of(deal.game)
    position, seen = game.start(), set()
    while True:
        seen |= set(fair.seen(game, position))
        move = fair.natural(game, position)
        if move is None:
            return
        if len(seen) == len(deal.cards):
            yield game, position, seen
        position = game.play(position, move)


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_an_exact_leaf_is_won_if_and_only_if_the_rules_can_win_it(name, rules):
    decided = set()
    chance = random.Random(5)
    for _ in range(40):
        cards = DECKS[name, "extended" in rules].split()
        chance.shuffle(cards)
        deal = Deal.parse(name, " ".join(cards), {"deck": "as-dealt", **rules})
        for game, position, seen in known(deal):
            found = FAIR.of(name).table(game, position, seen).decided()
            plain = choose(name, "plain", frozenset(), game.rules).solve(Task(game, position), Budget())
            if found is not None:
                assert found[0] == (plain.verdict == "winnable"), (deal, position)
                decided.add(found[0])
    assert decided == {False, True}


@pytest.mark.parametrize("rules", [{"handlings": "13"}, {"handlings": "16", "pickup": "1"}])
def test_a_known_packet_is_won_only_if_the_rules_can_win_it(rules):
    chance, found = random.Random(3), []
    for _ in range(60):
        cards = chance.sample(DECKS["single-left", False].split(), 9)
        for game, position, seen in known(Deal.parse("one-minute", " ".join(cards), {"deck": "as-dealt", **rules})):
            won, value = FAIR.of("one-minute").table(game, position, seen).decided()
            assert value == 1 if won else 0 < value < 1
            plain = choose("one-minute", "plain", frozenset(), game.rules).solve(Task(game, position), Budget())
            found.append((won, plain.verdict == "winnable"))
    # No win is invented, and longest chains find most of them.
    assert (True, False) not in found
    assert found.count((True, True)) > 4 * found.count((False, True))
    assert (False, False) in found


def test_a_discard_may_be_chosen_in_an_order_that_is_no_choice():
    deal = Deal.numbered("head", 3, rules={"melding": "optional"})
    moves = {Player("tree", 60, seed).move(game := deal.bind(), game.start(), range(6), Budget()) for seed in range(8)}
    assert moves <= set(game.moves(game.start()))
    assert moves - set(choices.of("head")(game, game.start()))
