"""The answers for other solvers are those of the surveys, and Winnow's own today."""

import csv
import json
import lzma
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import winnow

DOCS = Path(__file__).parents[2] / "docs"
FILE = DOCS / "known-answers.csv.xz"
OWN = ["blink", "head", "one-minute", "single-left", "universal"]


def rows(path=FILE):
    with lzma.open(path, "rt", newline="") as stream:
        return list(csv.DictReader(stream))


def test_the_file_is_what_its_command_writes(tmp_path):
    target = tmp_path / "again.csv.xz"
    subprocess.run([sys.executable, DOCS / "known_answers.py", target], check=True)
    assert rows(target) == rows()


def test_each_game_has_500_deals_won_and_lost():
    assert Counter(row["game"] for row in rows()) == dict.fromkeys(OWN, 500)
    assert {(row["game"], row["verdict"]) for row in rows()} == {
        (game, verdict) for game in OWN for verdict in ("winnable", "unwinnable")
    }


@pytest.mark.parametrize("game", OWN)
def test_a_sample_is_what_is_decided_today(game):
    for row in random.Random(3).sample([row for row in rows() if row["game"] == game], 3):
        rules = json.loads(row["rules"])
        asked = winnow.solve(game, row["deal"], rules=rules, best=row["best"] != "" and game != "universal")
        assert asked.verdict == row["verdict"], row
        if row["best"]:
            assert asked.answer.score == int(row["best"]), row
        assert winnow.Deal.numbered(game, int(row["number"]), rules).text == row["deal"]
