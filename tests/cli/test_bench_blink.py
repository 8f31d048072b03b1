"""Other solvers in Blink's bench find the same best scores; a missing one is reported."""

import re

import pytest

from blink_decks import solved_by_plain_search
from winnow.bench.base import BENCH, Deals, Sizes
from winnow.core.deals import Deal
from winnow.core.verdicts import Limits
from winnow.games.blink.bench import beside
from winnow.games.blink.bench.asp import best_by_clingo
from winnow.games.blink.engine.table import in_numbers

FEW = Sizes(games=1, deals=None)


def test_clingo_has_the_best_scores_of_plain_search():
    asked = 0
    for game, position, truth in solved_by_plain_search(21, 40, best=True):
        table = in_numbers(game, position)
        if table.cards > 1 and not table.layout and table.columns * table.rows <= 9:
            found = best_by_clingo(table, None, 60)
            assert found.proven
            assert (None if found.matched is None else 2 * found.matched) == truth.score
            asked += 1
    assert asked > 5


def test_a_limit_leaves_the_best_score_open():
    game = Deal.parse("blink", " ".join(Deal.numbered("blink", 0).cards[:20]), {"deck": "as-dealt"}).bind()
    assert not best_by_clingo(in_numbers(game, game.start()), 1, None).proven
    assert not best_by_clingo(in_numbers(game, game.start()), None, 0).proven


@pytest.mark.parametrize("installed", [True, False])
def test_each_solver_has_its_figures_and_a_missing_one_is_named(monkeypatch, installed):
    monkeypatch.setattr(beside, "_OTHERS_LIMITS", Limits(positions=1))
    if not installed:
        monkeypatch.setattr(beside, "find_spec", lambda name: None)
    measured = beside.scores(4, 4, 3, FEW)
    assert (measured.deals, measured.decided, measured.winnable) == (1, 1, 1)
    assert "Winnow 5" in measured.note or "Winnow 6" in measured.note
    assert ("clingo none, open" in measured.note) == installed
    assert ("clingo is not installed: pip install 'winnow-solitaire[bench]'" in measured.note) != installed


def test_losses_are_excluded_or_found():
    measured = beside.losses_excluded(4, 4, 3, Sizes(games=1, deals=3))
    assert measured.decided == 3
    assert measured.note.count("excluded") + measured.note.count("found") == 3


def test_an_open_best_score_is_printed_with_its_gap():
    (row,) = (row for row in BENCH.of("blink").workloads("blink") if row.name == "36 cards on 6 x 6, hold 3, best")
    note = Deals(row.name, 1, row.make, limits=Limits(positions=50_000)).run(FEW).note
    score, bound, gap = re.search(r"not decided: 0 \(best known (\d+), bound (\d+), gap ([\d.]+)%\)", note).groups()
    assert int(score) < int(bound) <= 174
    assert abs(float(gap) - 100 * (int(bound) - int(score)) / int(bound)) < 0.1
