"""Small decks of every game with plain search's answers.

`agreement/decks/NAME.py` deals them at random, in all variants: it is found by its name, as the engines are.
"""

from __future__ import annotations

import random
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from random_play import random_position
from winnow.api.trial import plain_answer
from winnow.core.engine import Task
from winnow.core.verdicts import Answer

DECKS = Path(__file__).parent / "agreement" / "decks"
GAMES = sorted(file.stem.replace("_", "-") for file in DECKS.glob("[a-z]*.py"))

sys.path.insert(0, str(DECKS.parent))


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
