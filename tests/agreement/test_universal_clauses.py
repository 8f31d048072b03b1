"""The referee's clauses for Universal Solitaire: every line satisfies them, and they are no weaker than the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from pysat.solvers import Glucose4
from test_agreement import truths
from test_universal_engine import TRAPS, small_game

from random_play import sizes
from winnow.core.engine import Task
from winnow.games.universal.referee.clauses import UniversalClauses
from winnow.search import plain
from winnow_kernels.common.budget import Budget


def decides(game: Any, position: Any, score: int | None) -> bool:
    with Glucose4() as solver:
        for part in UniversalClauses(game, position, score).write():
            solver.append_formula(part)
        return bool(solver.solve())


def test_the_clauses_are_no_weaker_than_the_game():
    """Completeness: not needed for a sound check, but for the existence of a proof."""
    traps = [small_game(deal, *rules) for rules, deal in TRAPS.values()]
    known = [(task.game, task.position, truth.score) for task, truth in truths("universal", 3, 160) if task.best]
    known += [(game, game.start(), len(game.deal)) for game in traps]
    for game, position, score in known:
        assert decides(game, position, None) == (score == len(game.deal)), (game.deal, position)
        assert decides(game, position, score)
        assert score == len(game.deal) or not decides(game, position, score + 1), (game.deal, position)
    assert sum(score < len(game.deal) for game, _, score in known) > 10


def questions_of_one_pass(seed: int, count: int, most: int) -> Iterator[tuple[Any, Any, list[str]]]:
    """Yield positions with draw 1, no redeal left and at most `most` cards in the talon, with some of these cards."""
    rng = random.Random(seed)
    while count:
        suits, ranks = rng.choice([("EJ", "123"), ("EJV", "12"), ("EJ", "MSG"), ("EJ", "1234"), ("EJV", "7MS")])
        cards = [rank + suit for rank in ranks for suit in suits]
        game = small_game(" ".join(rng.sample(cards, len(cards))), rng.randint(1, 2), 1, 1)
        position = game.start()
        for _ in range(rng.randrange(6)):
            moves = game.moves(position)
            position = game.play(position, rng.choice(moves)) if moves else position
        talon = position.waste + position.stock
        size = len(talon)
        if 3 <= size <= most:
            count -= 1
            yield game, position, sorted(rng.sample(talon, rng.choice([0, size - 2, size - 1])), key=talon.index)


def arrangements(position: Any, named: list[str]) -> Iterator[Any]:
    """Yield the position with every order of its talon that keeps the named cards' order and their pile."""
    talon = position.waste + position.stock
    wasted = sum(card in position.waste for card in named)
    for order in permutations(talon):
        places = [order.index(card) for card in named]
        if places != sorted(places):
            continue
        lowest = places[wasted - 1] + 1 if wasted else 0
        highest = places[wasted] if wasted < len(places) else len(talon)
        for split in range(lowest, highest + 1):
            yield position._replace(waste=order[:split], stock=order[split:])


@sizes((6, 400), (8, 6000))
def test_places_that_lose_do_so_wherever_the_others_lie(seed: int, count: int) -> None:
    """Check places that lose by the clauses against all arrangements of the other cards."""
    came = Counter[bool]()
    for game, position, named in questions_of_one_pass(seed, count, 5):
        with Glucose4() as solver:
            for part in UniversalClauses(game, position, named=named).write():
                solver.append_formula(part)
            loses = not solver.solve()
        came[loses] += 1
        won = (plain.solve(Task(game, each), Budget()).verdict == "winnable" for each in arrangements(position, named))
        assert not (loses and any(won)), (game.deal, position, named)
    assert min(came[True], came[False]) > count // 70, came
