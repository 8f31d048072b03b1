"""Every switch that an engine accepts is read by it, and any other is refused everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from command_help import refused, run
from small_decks import GAMES, truths
from winnow.core.deals import Deal
from winnow.core.engine import Engine, Task
from winnow.core.errors import EngineError
from winnow.search.engines import PLAIN, choose, engines_of
from winnow_kernels.common.budget import Budget

ENGINES = [(game, engine) for game in GAMES for engine in engines_of(game)]
POSITIONS = 500_000
"""Positions enough to reach the search by losses."""


class Watched(frozenset[str]):
    """An empty set of switches that records each membership test."""

    read: set[str]

    def __contains__(self, name: object) -> bool:
        self.read.add(str(name))
        return False

    def __and__(self, names: Any) -> frozenset[Any]:
        self.read |= set(names)
        return frozenset()

    def __or__(self, _names: Any) -> Any:
        return self


def more_cards(game: str) -> Iterator[Task]:
    """Yield tasks that reach both of Blink's searches by losses; for other games small decks are enough."""
    for count, columns, rows, hold in ((30, 6, 5, 0), (20, 5, 4, 1)) if game == "blink" else ():
        cards = " ".join(Deal.numbered("blink", 6).cards[:count])
        bound = Deal.parse("blink", cards, {"deck": "as-dealt", "columns": columns, "rows": rows, "hold": hold}).bind()
        yield Task(bound, bound.start(), best=True)


def partly_known(game: str) -> Deal:
    deal = Deal.numbered(game, 1)
    return Deal.parse(game, " ".join(("?", "?", *deal.cards[2:])))


def switches_read(game: str, engine: Engine) -> set[str]:
    """Return the switches that the engine reads, until it has read all that it takes."""
    watched = Watched()
    watched.read = set()
    if engine.search_partial is not None:
        engine.solve_partial(partly_known(game), Budget(), watched)
    for task in (*(task for task, _ in truths(game, 1, 40)), *more_cards(game)):
        if engine.techniques <= watched.read:
            break
        with suppress(EngineError):  # an engine raises it for what it does not take
            engine.solve(Task(task.game, task.position, task.best, watched), Budget(positions=POSITIONS))
    return watched.read


@pytest.mark.parametrize(
    ("game", "engine"), [pytest.param(*each, id=each[1].name) for each in ENGINES if each[1] is not PLAIN]
)
def test_an_engine_reads_every_switch_that_it_takes(game: str, engine: Engine) -> None:
    assert engine.techniques - switches_read(game, engine) == set()


@pytest.mark.parametrize(
    ("game", "engine"), [pytest.param(*each, id="-".join((each[0], each[1].name))) for each in ENGINES]
)
def test_an_engine_refuses_the_switches_of_the_others(game: str, engine: Engine) -> None:
    every = {name for _, other in ENGINES for name in other.techniques} | {"nothing"}
    for name in every - engine.techniques:
        with pytest.raises(EngineError, match=f"no technique '{name}'"):
            choose(game, engine.name, frozenset({name}))


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "blink", "--number", "1"],
        ["solve", "blink", "--file", "-"],
        ["solve", "single-left", partly_known("single-left").text],
        ["prove", "blink", "--number", "1", "-o", "-"],
        ["prove", "blink", "--number", "1", "--bundle", "-o", "-"],
        ["hint", "blink", "--number", "1"],
        ["hint", "blink", "--number", "1", "--line", "4AT@0,0"],
        ["count", "blink", "--number", "1"],
        ["survey", "blink", "--deals", "1", "--db", "unused.db"],
    ],
    ids=lambda args: "-".join(args[:2] + [word for word in args if word.startswith("--")]),
)
def test_every_command_refuses_a_switch_that_there_is_not(args, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused(run(*args, "--without", "nothing", stdin="1RS\n"), "has no technique 'nothing'")
    assert list(tmp_path.iterdir()) == []
