"""The table of the questions that take longest: this clone and another, deal by deal."""

import json
from pathlib import Path

from click.testing import CliRunner

from winnow.bench.base import BENCH, Slow
from winnow.bench.command import bench
from winnow.bench.slow import BESIDE, COLUMNS, Costs, Row
from winnow.core.registry import own_names

CLONE = Path(__file__).parents[1]


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_every_game_has_questions_that_take_long():
    assert all(BENCH.of(game).slow() for game in own_names())


def test_a_clone_beside_itself_visits_the_same_positions():
    run = CliRunner().invoke(bench, ["head", "--slow", "--only", "without", "--deals", "1", "--against", str(CLONE)])
    assert run.exit_code == 0, run.output
    header, _, *rows = run.output.splitlines()
    assert cells(header) == [*COLUMNS, *BESIDE]
    assert [cells(row)[0] for row in rows] == [
        "head: extended, optional, best without AVX-512",
        "head: extended, optional, best without AVX2",
    ]
    assert all(cells(row)[1:3] == ["1", "1"] and cells(row)[-2] == "1.00" for row in rows)


def test_ratios_are_new_to_old():
    row = Row("head", Slow("hint", "hint", 4, "1"), Costs((1.0, 2.0), 50, 2), Costs((4.0, 2.0), 100, 1))
    assert row.cells() == ["head: hint", "2", "2", "1.00", "2.00", "1", "1", "2.00", "4.00", "0.50", "0.50"]


def test_rows_are_printed_for_programs():
    run = CliRunner().invoke(bench, ["single-left", "--slow", "--deals", "1", "--json"])
    assert run.exit_code == 0, run.output
    rows = [json.loads(line) for line in run.output.splitlines()]
    assert [row["question"] for row in rows] == [slow.name for slow in BENCH.of("single-left").slow()]
    assert all(row["decided"] == row["deals"] == 1 and "old" not in row for row in rows)
