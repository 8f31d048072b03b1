"""The signature of the searches: how many positions each workload of the bench takes, at a small size.

A change that must not change a search cannot. Run this file as a program to write the signature anew.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from winnow.bench.base import Deals, workloads
from winnow.core.errors import EngineError
from winnow.core.registry import own_names
from winnow.core.verdicts import Limits
from winnow.search.engines import repeatable
from winnow.search.questions import answer, make_budget

FILE = Path(__file__).parent / "signature.json"
DEALS = 2
LIMITS = Limits(positions=20_000)


def signature(game: str) -> dict[str, int]:
    """Return the positions that the first deals of each workload take, by the engine that is the same everywhere."""
    engine, found = repeatable(game), {}
    for workload in workloads.of(game)(game):
        if isinstance(workload, Deals) and workload.ask is answer:
            questions = [replace(workload.make(number), engine=engine) for number in range(DEALS)]
            try:
                found[workload.name] = sum(answer(asked, make_budget(LIMITS)).positions for asked in questions)
            except EngineError:
                # This engine does not answer that kind of question.
                continue
    return found


@pytest.mark.parametrize("game", own_names())
def test_the_searches_visit_the_positions_that_they_visited(game):
    assert signature(game) == json.loads(FILE.read_text())[game]


if __name__ == "__main__":
    FILE.write_text(json.dumps({game: signature(game) for game in own_names()}, indent=1) + "\n")
