"""Blink's bench: the gap that is left."""

import re

from winnow.bench.base import Deals, Sizes, workloads
from winnow.core.verdicts import Limits


def test_an_open_best_score_is_printed_with_its_gap():
    (row,) = (row for row in workloads.of("blink")("blink") if row.name == "36 cards on 6 x 6, hold 3, best")
    note = Deals(row.name, 1, row.make, limits=Limits(positions=50_000)).run(Sizes(games=1, deals=None)).note
    score, bound, gap = re.search(r"not decided: 0 \(best known (\d+), bound (\d+), gap ([\d.]+)%\)", note).groups()
    assert int(score) < int(bound) <= 174
    assert abs(float(gap) - 100 * (int(bound) - int(score)) / int(bound)) < 0.1
