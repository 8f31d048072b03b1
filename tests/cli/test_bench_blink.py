"""Blink's bench: how far the bound falls, and the gap that is left."""

import re

from winnow.bench.base import BENCH, Deals, Sizes
from winnow.core.verdicts import Limits
from winnow.games.blink.bench import losses_excluded

FEW = Sizes(games=1, deals=None)


def test_losses_are_excluded_or_found():
    measured = losses_excluded(4, 4, 3, Sizes(games=1, deals=3))
    assert measured.decided == 3
    assert measured.note.count("excluded") + measured.note.count("found") == 3


def test_an_open_best_score_is_printed_with_its_gap():
    (row,) = (row for row in BENCH.of("blink").workloads("blink") if row.name == "36 cards on 6 x 6, hold 3, best")
    note = Deals(row.name, 1, row.make, limits=Limits(positions=50_000)).run(FEW).note
    score, bound, gap = re.search(r"not decided: 0 \(best known (\d+), bound (\d+), gap ([\d.]+)%\)", note).groups()
    assert int(score) < int(bound) <= 174
    assert abs(float(gap) - 100 * (int(bound) - int(score)) / int(bound)) < 0.1
