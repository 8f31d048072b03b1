"""Single Left with redeals: closed sets whose last members are left to the relations, against plain search."""

from __future__ import annotations

import json
import random

import pytest

import winnow
from certificates_help import checked, pack
from winnow.api.prove import prove_question
from winnow.api.solve import make_budget, pose
from winnow.core.meter import Meter
from winnow.core.results import CheckFailedError
from winnow.core.verdicts import Limits
from winnow.games.single_left.referee.relations import least_relations


def random_question(rng, best):
    ranks, suits = rng.choice([("A23", "CD"), ("A2345", "CDHS"), ("A234", "CDH")])
    cards = [rank + suit for rank in ranks for suit in suits]
    deal = " ".join(rng.sample(cards, min(len(cards), rng.randrange(6, 12))))
    rules = {
        "deck": "as-dealt",
        "discarding": "optional",
        "redeals": rng.randrange(3),
        "goal": rng.choice(["clear", 2]),
    }
    game = pose("single-left", deal, rules=rules).deal.bind()
    position, after = game.start(), []
    for _ in range(rng.randrange(10)):
        options = list(game.successors(position))
        if not options:
            break
        move, position = rng.choice(options)
        after.append(move)
    return pose("single-left", deal, rules=rules, after=after, best=best), position


def test_random_positions_with_redeals_are_proved_as_plain_search_says():
    rng = random.Random(17)
    sets = 0
    for _ in range(60):
        best = rng.random() < 0.7
        question, _ = random_question(rng, best)
        proof = prove_question(question, make_budget(Limits(positions=50_000)))
        plain = winnow.solve(question.deal, after=question.after, best=best, engine="plain")
        assert proof.verdict.verdict == plain.verdict
        assert proof.content is not None
        sets += proof.content == "relations-set"
        if best:
            assert (proof.verdict.answer.score, proof.verdict.answer.optimal) == (plain.answer.score, True)
        lines = list(proof.text())
        header = json.loads(lines[0])
        if header["bound"] is None or proof.content != "relations-set":
            continue
        # With any marks and any end of the set, a bound two cards higher is not proved.
        for _ in range(4):
            forged = [
                line if rng.random() < 0.7 else line.removesuffix(" *") + rng.choice(["", " *"]) for line in lines[1:]
            ]
            claim = {**header, "bound": header["bound"] + 2, "score": None, "line": None, "optimal": False}
            assert checked(pack([json.dumps(claim), *forged])).status == "failed"
    assert sets > 15


def test_least_relations_are_for_optional_discarding_without_redeals_and_for_so_many_cards(monkeypatch):
    for rules, text in (({}, "optional discarding"), ({"discarding": "optional", "redeals": 1}, "no redeal left")):
        game = pose("single-left", "AC 2D 3C", rules={"deck": "as-dealt", **rules}).deal.bind()
        with pytest.raises(CheckFailedError, match=text):
            least_relations(game, game.start(), Meter())
    game = pose("single-left", "AC 2D 3C", rules={"deck": "as-dealt", "discarding": "optional"}).deal.bind()
    monkeypatch.setattr("winnow.games.single_left.referee.relations.MOST_CARDS", 3)
    assert least_relations(game, game.start(), Meter()) == (3, True)
    monkeypatch.setattr("winnow.games.single_left.referee.relations.MOST_CARDS", 2)
    with pytest.raises(CheckFailedError, match="at most 2 cards"):
        least_relations(game, game.start(), Meter())


def test_a_position_with_a_redeal_left_is_not_left_to_the_relations():
    question = pose(
        "single-left", "AC 2D 3C 4C 2H 5H", rules={"deck": "as-dealt", "discarding": "optional", "redeals": 1}
    )
    proof = prove_question(question, make_budget(Limits()))
    lines = list(proof.text())
    assert proof.content == "relations-set"
    assert checked(pack(lines)).status == "verified"
    assert "no redeal left" in checked(pack([lines[0], "*"])).text
    for first in ("", "x", "* ", "- *"):
        assert "the first line" in checked(pack([lines[0], first, *lines[2:]])).text
