"""Trees of assignments: proofs about partly known deals of Single Left, and refusals."""

from __future__ import annotations

import json
import random
from itertools import permutations

import pytest

import winnow
from certificates_help import checked, pack
from winnow.core.meter import Meter
from winnow.games.single_left.referee.relations import least_left
from winnow.games.single_left.rules import SingleLeft


def hidden(number, unknown, rng):
    cards = list(winnow.Deal.numbered("single-left", number).cards)
    for place in rng.sample(range(52), unknown):
        cards[place] = "?"
    return cards


def wins(game):
    """Return whether the forced game wins, by the rules."""
    position = game.start()
    while (step := next(iter(game.successors(position)), None)) is not None:
        position = step[1]
    return game.won(position)


def whole_deals(deal):
    for order in permutations(deal.missing):
        rest = iter(order)
        yield SingleLeft(deal.rules, [next(rest) if card == "?" else card for card in deal.cards])


def lost_trees(rules, unknown, seed, count):
    rng = random.Random(seed)
    for number in range(count):
        proof = winnow.prove("single-left", hidden(number, unknown, rng), rules=rules, limits=winnow.Limits(seconds=20))
        if proof.content == "assignments":
            yield proof


@pytest.mark.parametrize("rules", [{}, {"goal": "6"}, {"discarding": "optional"}], ids=str)
def test_what_a_tree_shows_is_so_and_less_of_it_is_refused(rules):
    rng = random.Random(2)
    shown = 0
    for proof in lost_trees(rules, 3, 1, 5):
        lines = tuple(proof.text())
        result = checked(pack(lines))
        assert (result.status, "every completion loses" in result.text) == ("verified", True)
        deal = winnow.Deal.parse("single-left", proof.verdict.deal, rules)
        if rules.get("discarding") != "optional":
            assert not any(map(wins, whole_deals(deal)))
        shown += 1
        place = rng.randrange(1, len(lines))
        assert checked(pack([*lines[:place], *lines[place + 1 :]])).status == "failed"
        easier = json.dumps({**json.loads(lines[0]), "rules": {**json.loads(lines[0])["rules"], "goal": "52"}})
        assert checked(pack([easier, *lines[1:]])).status == "failed"
    assert shown > 1


def test_the_least_left_is_the_engines():
    rng = random.Random(3)
    deck = winnow.GAMES["single-left"].full_deck(winnow.Deal.numbered("single-left", 0).rules)
    for _ in range(60):
        cards = rng.sample(deck[:24], rng.choice([6, 9, 12]))
        deal = winnow.Deal.parse("single-left", " ".join(cards), {"deck": "as-dealt", "discarding": "optional"})
        found, game = winnow.solve(deal, best=True), deal.bind()
        assert least_left(game, game.start(), (), Meter())[0] == found.answer.score
