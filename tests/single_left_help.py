"""Helpers for the tests of Single Left: random decks and positions, play by the rules, questions to the engine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from winnow.core.cards import STANDARD
from winnow.core.deals import Deal
from winnow.core.engine import Task, confirmed
from winnow.core.game import Game
from winnow.core.verdicts import Answer
from winnow.games.single_left.engine.solving import solve
from winnow.games.single_left.rules import Position, SingleLeft, SingleLeftRules
from winnow_kernels.common.budget import Budget


def rules(**options: Any) -> SingleLeftRules:
    return SingleLeftRules(deck="as-dealt", **options)


def random_cards(rng: random.Random, length: int, ranks: int = 13, suits: int = 4) -> tuple[str, ...]:
    """Return `length` random cards of the first `ranks` ranks and `suits` suits, with repetitions."""
    return tuple(rng.choice(STANDARD.tokens[:ranks])[0] + rng.choice("CDHS"[:suits]) for _ in range(length))


def played_by_the_rules(game: SingleLeft, position: Position) -> tuple[int, tuple[str, ...]]:
    """Return the cards left and the moves of the forced game."""
    line: list[str] = []
    while following := list(game.successors(position)):
        assert len(following) == 1
        move, position = following[0]
        line.append(move)
    left = game.score(position)
    assert left is not None
    return left, tuple(line)


def walk(rng: random.Random, game: SingleLeft) -> Position:
    """Return a random position of the optional game; its hand may hold cards that forced play would discard."""
    position = game.start()
    for _ in range(rng.randrange(2 * len(game.deal))):
        following = [after for _, after in game.successors(position)]
        if not following:
            break
        position = rng.choice(following)
    return position


def partial_deal(rng: random.Random, unknown: int, **options: Any) -> Deal:
    """Return a random numbered deal with `unknown` of its cards unknown."""
    cards = list(Deal.numbered("single-left", rng.randrange(10**6)).cards)
    for place in rng.sample(range(len(cards)), unknown):
        cards[place] = "?"
    return Deal.parse("single-left", " ".join(cards), options)


def ask(game: Game[Any, Any], best: bool = False, without: Sequence[str] = (), budget: Budget | None = None) -> Answer:
    question = Task(game, game.start(), best, frozenset(without))
    budget = budget or Budget()
    return confirmed(question, solve(question, budget), budget)
