"""Every engine of every game, with all techniques on and with each one off, against plain search on small decks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from random_play import sizes
from small_decks import GAMES, decks, truths
from winnow.api.trial import check_answer
from winnow.core.engine import Task
from winnow.core.errors import EngineError
from winnow.core.registry import own_names
from winnow.search.engines import PLAIN, engines_of
from winnow_kernels.common.budget import Budget


def _cases() -> Iterator[Any]:
    """Yield (game, engine's name, techniques off): all on, each off in turn, and all off."""
    for game in GAMES:
        for engine in engines_of(game):
            if engine is PLAIN:
                continue
            each = sorted(engine.techniques)
            switched = dict.fromkeys([(), *((name,) for name in each), tuple(each)])
            yield from (pytest.param(game, engine.name, off, id="-".join((engine.name, *off))) for off in switched)


CASES = list(_cases())


@pytest.mark.parametrize("game", own_names())
def test_small_decks_vary_every_option(game: str) -> None:
    """An engine that does not know an option gives verdicts on another game, so no option may be left out."""
    rng = random.Random(1)
    rules = [decks(game).random_game(rng).rules.spelled_out() for _ in range(400)]
    fixed = {name for name in rules[0] if len({str(one[name]) for one in rules}) == 1}
    assert fixed == {"deck", *getattr(decks(game), "OF_THE_FULL_DECK", ())}


@sizes((1, 40), (2, 1000))
@pytest.mark.parametrize(("game", "name", "off"), CASES)
def test_small_decks(game: str, name: str, off: tuple[str, ...], seed: int, count: int) -> None:
    """Verdict, best score and bound agree, and the rules confirm the lines."""
    engine = next(engine for engine in engines_of(game) if engine.name == name)
    taken = 0
    for task, truth in truths(game, seed, count):
        asked = Task(task.game, task.position, task.best, frozenset(off))
        try:
            answer = engine.solve(asked, Budget())
        except EngineError:
            # An engine raises EngineError for what it does not take.
            continue
        taken += 1
        check_answer(asked, answer, truth)
        if game == "blink":
            assert (answer.reason is None) == (answer.proof != "witness"), (task, answer)
    assert taken > count // 8
