"""For small decks no evidence of a false claim exists: witnesses and closed sets against plain search."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from certificates_help import checked, claim, pack
from random_play import random_position, sizes
from small_decks import GAMES, decks
from winnow.api.prove import prove
from winnow.api.trial import plain_answer, random_play
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.meter import Meter
from winnow.core.referee import REFEREES, knows
from winnow.core.results import CheckFailedError
from winnow.core.verdicts import Limits
from winnow.proving.closed_sets import closed_set
from winnow.search import plain
from winnow_kernels.common.budget import Budget


def small_positions(name, seed, count, moves=(0, 0, 1, 2, 4, 7)):
    """Yield games of rules that the referee knows, and positions, most by random moves, with plain search's answers."""
    rng = random.Random(f"{name} {seed}")
    while count:
        game = decks(name).random_game(rng)
        position = random_position(rng, game, moves)
        budget = Budget(positions=1_500)
        truth = plain.solve(Task(game, position, best=True), budget)
        if budget.stopped is None and knows(name, game.rules) and len(game.deal) > 2:
            count -= 1
            yield game, position, truth


WITNESSED = [name for name in GAMES if REFEREES.of(name).witnesses]


@sizes((1, 40), (2, 3000))
@pytest.mark.parametrize("name", WITNESSED)
def test_no_witness_shows_what_is_not_so(name: str, seed: int, count: int) -> None:
    """Try every witness of a game on small positions, and count the losses that each proves."""
    shown = Counter[str]()
    witnesses = REFEREES.of(name).witnesses
    for game, position, truth in small_positions(name, seed, count):
        best = truth.score
        asked = {None, best, *(best + step for step in (-2, -1, 1, 2) if best is not None)}
        for kind, witness in witnesses.items():
            for bound in asked:
                try:
                    proven = witness.check(game, position, bound, Meter())
                except CheckFailedError:
                    continue
                asked_for = (kind, game.deal, game.rules, position, bound)
                assert not (proven.loses and truth.verdict == "winnable"), asked_for
                if best is not None and proven.bound is not None:
                    beyond = best > proven.bound if game.higher_is_better else best < proven.bound
                    assert not beyond, asked_for
                    assert not proven.exact or best == proven.bound, asked_for
                shown[kind] += proven.loses
    print(name, dict(shown))
    assert shown.keys() == REFEREES.of(name).witnesses.keys()
    assert all(shown.values()), shown


@pytest.mark.parametrize("name", GAMES)
def test_no_closed_set_shows_more_than_the_truth(name: str) -> None:
    """Use the closed set of all states for claims one better than the truth."""
    refused = 0
    for game, position, truth in small_positions(name, 3, 8, (0,)):
        header = claim(game, "closed-set")
        members = closed_set(game, position, None, Budget())
        claims: list[dict[str, Any]] = []
        if truth.score is not None:
            better = truth.score - 1 if game.higher_is_better else truth.score + 1
            claims = [{"verdict": "unwinnable", "bound": better}, {"verdict": "undecided", "bound": better}]
        claims += [{"verdict": "unwinnable", "bound": None}] * (truth.verdict == "winnable")
        for false in claims:
            assert checked(pack([json.dumps({**header, **false}), *members])).status == "failed", (header, false)
            refused += 1
        so = {**header, "bound": truth.score}
        so |= {"verdict": "unwinnable"} if truth.verdict == "unwinnable" else {}
        assert checked(pack([json.dumps(so), *members])).status == "verified", so
    assert refused >= 2


CONTENTS = {"single-left": "relations-set", "head": "block-set", "one-minute": "closed-set"}
"""The content that most lost positions of small decks take; in the others `clauses`."""
WITH_CHOICES = {"single-left": {"discarding": "optional", "redeals": 1}}
"""Rules under which more has to be proved than forced play."""


@sizes((17, 60), (18, 1000))
@pytest.mark.parametrize("name", GAMES)
def test_what_is_proved_after_random_moves_is_so_and_nothing_better(name, seed, count):
    """Prove positions, compare with plain search, and claim one better with the same lines, marked at random."""
    rng, contents = random.Random(f"{name} {seed}"), Counter[str]()
    for _ in range(count):
        game = decks(name).random_game(rng)
        game = type(game)(replace(game.rules, **WITH_CHOICES.get(name, {})), game.deal)
        *_, (position, after) = islice(random_play(game, rng), rng.randrange(1, 7))
        best = rng.random() < 0.7
        proof = prove(Deal(name, game.rules, game.deal), after=after, best=best, limits=Limits(positions=50_000))
        truth = plain_answer(Task(game, position, best))
        if truth is None or proof.content is None:
            continue
        contents[proof.content] += 1
        header, *lines = proof.text()
        assert checked(pack([header, *lines])).status == "verified", header
        told = json.loads(header)
        assert told["verdict"] == truth.verdict, header
        if not best or truth.score is None:
            continue
        assert told["score"] == truth.score, header
        step = -1 if game.higher_is_better else 1
        false = {**told, "bound": told["bound"] + step, "score": None, "line": None, "optimal": False}
        for share in (0, 0.3, 0.3, 0.3):
            forged = [
                f"{line.removesuffix(' *')}{rng.choice(['', ' *'])}" if rng.random() < share else line for line in lines
            ]
            assert checked(pack([json.dumps(false), *forged])).status == "failed", false
    print(contents)
    assert contents.total() > count // 2, contents
    assert contents[CONTENTS.get(name, "clauses")], contents
