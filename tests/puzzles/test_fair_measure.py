"""How hard full deals are with the cards face down, beside the panel's rating."""

from __future__ import annotations

from pathlib import Path

import pytest

import winnow_puzzles
from winnow.cli import main
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.players.fair import FairPlays, Weighed, Weighing, markdown

CURATED = Path(winnow_puzzles.__file__).parent / "curated"
GAMES = ("blink", "head", "one-minute", "single-left", "universal")


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_of_a_pack_is_played_fairly(game):
    puzzle = read_pack(CURATED / game).puzzles[0]
    how = Weighing(2, 5)
    found = how.weighed(puzzle)
    assert found == how.weighed(puzzle)
    for plays in (found.fair, found.held_out):
        assert 0 <= plays.won <= plays.games == 2
        assert plays.result >= 0


def test_harder_deals_have_greater_hardness():
    assert FairPlays(0, 1, 20.0).hardness("universal") > FairPlays(0, 1, 40.0).hardness("universal")
    assert FairPlays(0, 1, 20.0).hardness("head") < FairPlays(0, 1, 40.0).hardness("head")


def test_the_tables_compare_both_measures_with_players_held_out():
    puzzles = read_pack(CURATED / "universal").puzzles
    found = [
        Weighed(puzzle, FairPlays(place == 0, 2, 50.0 - place), FairPlays(0, 2, 40.0 - place))
        for place, puzzle in enumerate(puzzles)
    ]
    lines = list(markdown("universal", found, Weighing(2, 5)))
    assert lines[0].startswith(f"{len(puzzles)} deals of universal")
    assert sum(line.startswith(("| 1 |", "| 2 |", "| 3 |", "| 4 |", "| 5 |")) for line in lines) == 5
    row = next(line for line in lines if line.startswith("| held out, cards face down (tree search): fair play"))
    assert "+1.00" in row


def test_a_pack_of_problems_has_no_such_measure(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["pack", "fair", str(CURATED / "universal-problems")])
    assert ended.value.code == 2
    assert "holds no full deals" in capsys.readouterr().err
