"""Packs up to winnow-pack/1, whose levels are rungs of a ladder of planners, are still read, shown and checked."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from winnow.cli import command
from winnow_puzzles.packs.checking import check_pack
from winnow_puzzles.packs.checking_deals import check_puzzle
from winnow_puzzles.packs.exports import FORMS, export
from winnow_puzzles.packs.files import DEALS
from winnow_puzzles.packs.ladder import PUZZLE_FORMAT
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.packs.shelving import shelved

PACK = Path(__file__).parent / "ladder_pack"


def test_an_old_pack_is_checked_and_what_its_planners_reached_stays_unproven():
    for search in (False, True):
        findings = [result for _, result in check_pack(PACK, search=search)]
        assert [result.status for result in findings] == ["unproven"] * 3
        assert {"level", "ladder.planner-1"} <= set(findings[0].named("unproven"))
    # The last ones are recomputed by searches, not by planners.
    assert set(findings[0].named("unproven")) == {"level", "ladder.planner-1"}
    assert "metrics.only_moves" in findings[0].named("verified by search")


def test_an_old_pack_is_shown_exported_and_shelved(tmp_path):
    pack = read_pack(PACK)
    assert {puzzle["format"] for puzzle in pack.puzzles} == {PUZZLE_FORMAT}
    for form in sorted(set(FORMS) - {"site"}):
        export(pack, form, str(tmp_path / form))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "csv").read_text())))
    assert rows[0]["ladder_planner-1"] == str(pack.puzzles[0]["ladder"]["planner-1"])
    shown = CliRunner().invoke(command, ["pack", "show", str(PACK), "--puzzle", "1"], standalone_mode=False)
    assert "What the players reach: random " in shown.output
    assert [puzzle["level"] for puzzle in shelved(pack).puzzles] == [1, 2, 4]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda p: p["ladder"].update(greedy=6), "ladder.greedy"),
        (lambda p: p["ladder"].update(random=1), "ladder.random"),
        (lambda p: p["ladder"].update({"planner-1": 0}), "level is 2, and 1"),
        (lambda p: p["ladder"].update({"planner-3": 2}), "level is 2, and 5"),
        (lambda p: p["ladder"].pop("planner-1"), "what the ladder lacks"),
        (lambda p: p["verdict"].update(engine="greedy"), "verdict.engine"),
        (lambda p: p.update(rating={}), "'rating' was unexpected"),
    ],
)
def test_a_tampered_ladder_is_found_and_named(change, text):
    puzzle = json.loads((PACK / DEALS).read_text().splitlines()[1])
    assert check_puzzle(puzzle, {}).status == "unproven"
    change(puzzle)
    assert text in check_puzzle(puzzle, {}).text
