"""The rows of docs/data: a sample is decided again, and the tables of docs/results agree with the rows."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from random_play import sizes
from winnow.core.verdicts import Limits
from winnow.search.questions import answer
from winnow.surveys import kept
from winnow.surveys.report import markdown_table
from winnow.surveys.survey import Row
from winnow.workers.local import watched_budget

DOCS = Path(__file__).parents[2] / "docs"
FILES = kept.files(str(DOCS / "data"))


@sizes((1, 2), (2, 100))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(kept.SUFFIX))
def test_rows_are_what_is_decided_today(path, seed, count):
    """Decide rows again and compare the verdict, and the best score if asked; few of the first 200."""
    survey, rows = kept.read(path)
    limits = Limits(**json.loads(survey.limits))
    first = 200 if count < 100 else None
    for told in random.Random(seed).sample(list(islice(rows, first)), count):
        found = Row.of(told.number, answer(survey.deal(told.number), watched_budget(limits)))
        assert (found.verdict, found.stopped) == (told.verdict, told.stopped)
        # In surveys of the question `win` the score is that of any line found.
        assert survey.question == "win" or (found.score, found.bound) == (told.score, told.bound)


def cells_of(table):
    """Return the cells of each line of a Markdown table, without padding."""
    return [[cell.strip() for cell in line.split("|")] for line in table.splitlines() if line.startswith("|")]


@pytest.mark.parametrize("name", sorted({path.name.split(".")[0] for path in FILES}))
def test_the_tables_of_the_results_say_what_the_rows_say(name):
    page = cells_of((DOCS / "results" / f"{name.replace('-', '_')}.md").read_text())
    shown = cells_of(markdown_table(kept.summaries(str(DOCS / "data"), name)))
    assert len(shown) > 2
    assert [line for line in shown[2:] if line not in page] == []
