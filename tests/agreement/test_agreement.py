"""Every engine of every game, with all techniques on and with each one off, against plain search on small decks.

`decks/NAME.py` deals a game's small decks at random, in all its variants: it is found by its name, as the engines are.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from random_play import random_position, sizes
from winnow.api.trial import check_answer, plain_answer
from winnow.core.engine import Task
from winnow.core.errors import EngineError
from winnow.core.registry import own_names
from winnow.core.verdicts import Answer
from winnow.search.engines import PLAIN, engines_of
from winnow_kernels.common.budget import Budget

DECKS = Path(__file__).parent / "decks"
GAMES = sorted(file.stem.replace("_", "-") for file in DECKS.glob("[a-z]*.py"))

sys.path.insert(0, str(Path(__file__).parent))


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


@cache
def truths(game: str, seed: int, count: int) -> list[tuple[Task, Answer]]:
    """Return `count` tasks on small decks, every other one for the best score, with plain search's answers.

    Positions that plain search does not decide within its limit are left out.
    """
    rng = random.Random(seed)
    found: list[tuple[Task, Answer]] = []
    while len(found) < count:
        bound = decks(game).random_game(rng)
        task = Task(bound, random_position(rng, bound), best=len(found) % 2 == 1)
        if answer := plain_answer(task):
            found.append((task, answer))
    return found


def decks(game: str) -> Any:
    """Return the module that deals a game's small decks."""
    return import_module(f"decks.{game.replace('-', '_')}")


@pytest.mark.parametrize("game", own_names())
def test_small_decks_vary_every_option(game: str) -> None:
    """An engine that does not know an option gives verdicts on another game, so no option may be left out."""
    rng = random.Random(1)
    rules = [decks(game).random_game(rng).rules.spelled_out() for _ in range(400)]
    fixed = {name for name in rules[0] if len({str(one[name]) for one in rules}) == 1}
    assert fixed == {"deck", *getattr(decks(game), "OF_THE_FULL_DECK", ())}


class TestAgreement:
    """Agreement of every engine in verdict, best score and bound, and lines that the rules confirm."""

    @sizes((1, 40), (2, 1000))
    @pytest.mark.parametrize(("game", "name", "off"), CASES)
    def test_small_decks(self, game: str, name: str, off: tuple[str, ...], seed: int, count: int) -> None:
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
