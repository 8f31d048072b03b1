"""What a technique saves: positions, time and decided deals, each of which is enough to keep it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from winnow.bench.ablate import Cost, Effect, best_effects, effects
from winnow.bench.command import bench

ON = Cost(decided=5, positions=1000, seconds=1.0)


def effect(off: Cost, workload: str = "any") -> Effect:
    return Effect("blink", workload, "mirrors", 5, ON, off)


@pytest.mark.parametrize(
    ("off", "pays"),
    [
        (Cost(5, 1000, 1.0), False),
        (Cost(5, 1090, 1.05), False),
        (Cost(5, 1100, 1.0), True),
        (Cost(5, 1000, 1.1), True),
        (Cost(4, 500, 0.5), True),
    ],
)
def test_a_technique_pays_by_positions_by_time_or_by_what_it_decides(off: Cost, pays: bool) -> None:
    assert effect(off).pays == pays


def test_the_best_effect_is_the_one_without_which_most_is_lost() -> None:
    few, many = effect(Cost(5, 1200, 1.0), "few"), effect(Cost(5, 5000, 1.0), "many")
    less = effect(Cost(4, 1000, 1.0), "less")
    assert best_effects([few, many]) == [many]
    assert best_effects([many, less, few]) == [less]


def test_times_too_short_to_compare_count_as_equal() -> None:
    short = Effect("blink", "any", "mirrors", 5, Cost(5, 1000, 0.007), Cost(5, 1000, 0.001))
    assert short.seconds == 1


def test_every_switch_is_measured_in_each_workload() -> None:
    found = list(effects("single-left", "full deck, forced", (), 3, 0))
    assert {one.technique for one in found} > {"parity", "relations"}
    assert all(one.deals == one.on.decided == one.off.decided == 3 for one in found)


@pytest.mark.parametrize(
    ("game", "workload", "technique"),
    [("single-left", "51 cards", "parity"), ("one-minute", "pace 1.2", "pass-capacity")],
)
def test_a_theorem_pays_in_the_workload_that_asks_what_it_decides(game: str, workload: str, technique: str) -> None:
    (found,) = effects(game, workload, {technique}, 1, 0)
    assert found.technique == technique
    assert found.pays


def test_a_clone_beside_itself_visits_the_same_positions() -> None:
    asked = ["--only", "draw 1, 1 pass, ", "--deals", "1", "--against", str(Path(__file__).parents[1]), "--json"]
    run = CliRunner().invoke(bench, ["universal", *asked])
    assert run.exit_code == 0, run.output
    found = [json.loads(line) for line in run.output.splitlines()]
    assert [one["workload"].rpartition(", ")[2] for one in found] == ["win", "best", "hint"]
    assert all(one["on"]["decided"] == one["off"]["decided"] == one["positions_ratio"] == 1 for one in found)
