"""Every engine of every game: an honest end at each limit and at an interrupt, and the same positions each time."""

from __future__ import annotations

from typing import Any

import pytest

from small_decks import GAMES
from winnow.core.deals import Deal
from winnow.core.engine import Engine, Task, confirmed
from winnow.search.engines import PLAIN, engines_of
from winnow_kernels.common.budget import Budget

HARD: dict[str, tuple[int, dict[str, Any]]] = {
    "blink": (6, {"columns": 6, "hold": 3}),
    "head": (900015, {"extended": "true"}),
    "one-minute": (3, {"pace": 119.5 / 60}),
    "single-left": (0, {"discarding": "optional", "redeals": 5}),
    "universal": (5, {"draw": 1, "passes": 1}),
}
EASY: dict[str, tuple[int, dict[str, Any]]] = {
    "blink": (2, {"columns": 6}),
    "head": (1, {}),
    "one-minute": (0, {}),
    "single-left": (1, {"discarding": "optional", "goal": "6", "redeals": 5}),
    "universal": (3, {"draw": 2, "passes": 1}),
}
LIMITS: dict[str, dict[str, float]] = {
    "positions": {"positions": 50},
    "seconds": {"seconds": 0.0},
    "memory": {"memory_mib": 0.0001},
    "interrupt": {},
}
ASKED = [
    (game, engine, best)
    for game in GAMES
    for engine in engines_of(game)
    for best in (False, True)
    # CP-SAT looks at whole deals of Single Left without a search; the beams of Blink only win.
    if engine.name != "cp-sat" and (engine.name, best) != ("blink-beam", True)
]
CASES = [pytest.param(*case, id=f"{case[0]}-{case[1].name}-{'best' if case[2] else 'win'}") for case in ASKED]


def asked(engine: Engine, game: str, deal: tuple[int, dict[str, Any]], best: bool) -> Task:
    table = Deal.numbered(game, *deal).bind()
    return Task(table, table.start(), best, engine.techniques & {"forgetting"})


@pytest.mark.parametrize("stopped", LIMITS)
@pytest.mark.parametrize(("game", "engine", "best"), CASES)
def test_a_limit_leaves_the_question_undecided(game: str, engine: Engine, best: bool, stopped: str) -> None:
    task, budget = asked(engine, game, HARD[game], best), Budget(**LIMITS[stopped])
    if stopped == "interrupt":
        budget.interrupt()
    answer = confirmed(task, engine.solve(task, budget), Budget())
    assert (answer.verdict, budget.stopped, budget.bytes_used) == ("undecided", stopped, 0)


@pytest.mark.parametrize(("game", "engine", "best"), CASES)
def test_an_interrupt_ends_a_search_under_way(game: str, engine: Engine, best: bool) -> None:
    budget = Budget(on_tick=lambda _: budget.interrupt())
    answer = engine.solve(asked(engine, game, HARD[game], best), budget)
    assert (answer.verdict, budget.stopped) == ("undecided", "interrupt")


@pytest.mark.parametrize(("game", "engine"), [(g, e) for g, e, best in ASKED if not best and e is not PLAIN])
def test_the_same_deal_takes_the_same_positions(game: str, engine: Engine) -> None:
    budgets = [Budget(), Budget()]
    for budget in budgets:
        engine.solve(asked(engine, game, EASY[game], best=False), budget)
        assert budget.bytes_used == 0
    assert len({budget.positions for budget in budgets}) == 1
