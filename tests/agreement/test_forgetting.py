"""Forgetful searches continue when memory ends: with hardly any memory they give plain search's answers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from decks.head import usual_game as random_head
from decks.one_minute import random_deck, small_game

from single_left_help import random_cards, rules, walk
from winnow.core.cards import DECKTET_BASIC, STANDARD
from winnow.core.engine import Task
from winnow.core.game import read_rules
from winnow.games.head.rules import Head
from winnow.games.one_minute.rules import OneMinute
from winnow.games.single_left.rules import SingleLeft
from winnow.search import plain
from winnow.search.engines import choose
from winnow_kernels.common.budget import Budget


def one_minute(rng: random.Random) -> tuple[OneMinute, Any]:
    cards = random_deck(rng, 10, 14) if rng.random() < 0.3 else rng.sample(STANDARD.tokens, 28)
    game = small_game(cards, pickup=rng.choice([0, 0, 1, 3]))
    return game, game.start()


def single_left(rng: random.Random) -> tuple[SingleLeft, Any]:
    options = rules(discarding="optional", redeals=rng.randint(1, 2))
    if rng.random() < 0.3:
        game = SingleLeft(options, random_cards(rng, rng.randint(6, 9), 4))
        return game, walk(rng, game)
    game = SingleLeft(options, rng.sample(STANDARD.tokens, rng.randint(16, 20)))
    return game, game.start()


def head(rng: random.Random) -> tuple[Head, Any]:
    if rng.random() < 0.3:
        game = random_head(rng)
    else:
        values = {"deck": "as-dealt", "hand": 5, "passes": 3, "melding": rng.choice(["forced", "optional"])}
        game = Head(read_rules(Head, values), rng.sample(DECKTET_BASIC, 20))
    return game, game.start()


# Techniques switched off so that small decks fill tables, and a memory limit too small for those tables.
HEAD_OFF = {"cover-bound", "last-pass-budget", "parted-blocks", "beam"}
CASES: list[Any] = [
    pytest.param(one_minute, "one-minute", {"priced-bound"}, 0.65, 14, id="one_minute"),
    pytest.param(single_left, "single-left", set(), 0.011, 40, id="single_left"),
    pytest.param(head, "head", HEAD_OFF, 0.91, 8, id="head"),
]


@pytest.mark.parametrize("times", [1, pytest.param(50, marks=pytest.mark.full)])
@pytest.mark.parametrize(("make", "name", "off", "memory", "count"), CASES)
def test_forgetting_changes_no_answer(make, name, off, memory, count, times):
    """Compare best scores with those of plain search; without forgetting some searches end for their memory."""
    rng = random.Random(times)
    ended = 0
    for _ in range(count * times):
        game, position = make(rng)
        engine = choose(name, None, frozenset(off))
        truth = plain.solve(Task(game, position, best=True), Budget(positions=1_000))
        if truth.score != truth.bound:
            # Too large for plain search: compare with the unrestricted engine, which is tested elsewhere.
            truth = engine.solve(Task(game, position, best=True), Budget())
        little = Budget(memory_mib=memory)
        answer = engine.solve(Task(game, position, True, frozenset(off)), little)
        if little.stopped == "memory":
            # Even the tables that cannot forget do not fit.
            assert answer.bound <= truth.score
            continue
        assert (answer.verdict, answer.score, answer.bound) == (truth.verdict, truth.score, truth.score), game.deal
        budget = Budget(memory_mib=memory)
        engine.solve(Task(game, position, True, frozenset({*off, "forgetting"})), budget)
        ended += budget.stopped == "memory"
    assert ended > 2 + count * (times - 1) // 9
