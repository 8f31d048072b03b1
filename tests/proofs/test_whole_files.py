"""Whole packs changed at random: no check verifies a false claim, raises, or exceeds its limits.

`python -m pytest -m full -s tests/proofs/test_whole_files.py` changes 2,000 packs and prints the outcomes.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_record_mutations import changed

import winnow
from pack_mutants import CURATED, change_pack, small_pack
from random_play import sizes
from whole_files import Said, check, text_lines
from winnow.core.verdicts import Limits
from winnow_puzzles.packs.files import DEALS, PACK, SUMS
from winnow_puzzles.problems.base import problems_of

ENOUGH = Limits(positions=200_000)


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("packs")
    for source in sorted(CURATED.iterdir()):
        small_pack(source, folder / source.name)
    return sorted(folder.iterdir())


@cache
def is_won(game: str, rules: str, deal: str, after: tuple[str, ...]) -> bool | None:
    """Return whether a position can be won, by search; None if that does not end."""
    found = winnow.solve(game, deal, rules=json.loads(rules), after=after, limits=ENOUGH)
    return found.verdict == "winnable" if found.decided else None


def require_true_puzzle(puzzle: dict[str, Any]) -> None:
    """Assert that an accepted puzzle is right about its deal, its line, and its winning and losing moves."""
    game, deal, rules = puzzle["game"], puzzle["deal"], json.dumps(puzzle["rules"])
    if puzzle["rules"]["deck"] != "as-dealt":
        assert winnow.Deal.numbered(game, puzzle["number"], puzzle["rules"]).text == deal
    if "decisions" not in puzzle:
        assert is_won(game, rules, deal, ()) in (True, None)
        return
    rules = json.dumps(problem_rules(puzzle))
    for decision in puzzle["decisions"]:
        before = (*puzzle["after"], *puzzle["solution"][: decision["place"]])
        for move in decision["winning"]:
            assert is_won(game, rules, deal, (*before, move)) in (True, None), (puzzle["id"], move)
        for one in decision["losing"]:
            assert is_won(game, rules, deal, (*before, one["move"])) in (False, None), (puzzle["id"], one["move"])


def problem_rules(puzzle: dict[str, Any]) -> dict[str, Any]:
    """Return the rules under which a problem's goal is a win."""
    return {**puzzle["rules"], **problems_of(puzzle["game"]).goal_rules(puzzle["goal"])}


def require_true_pack(path: Path, said: Said) -> None:
    """Assert that an accepted pack's description is right, and each of its accepted puzzles, too."""
    if not said.places:
        return
    lines = text_lines(path / DEALS) if (path / DEALS).is_file() else []
    places = {place: finding for place, finding in said.places.items() if re.search(rf"/{DEALS}:\d+$", place)}
    accepted = []
    for place, finding in places.items():
        if finding["status"] != "failed" and finding["status"] != "exhausted":
            accepted.append(json.loads(lines[int(place.rpartition(":")[2]) - 1]))
            require_true_puzzle(accepted[-1])
    if said.status == 0:
        about = json.loads("\n".join(text_lines(path / PACK)))
        assert about["deals"]["sha256"] == hashlib.sha256((path / DEALS).read_bytes()).hexdigest()
        assert about["deals"]["puzzles"] == len(accepted) == len({puzzle["id"] for puzzle in accepted})
        assert about["counts"] == {
            level: sum(str(puzzle["level"]) == level for puzzle in accepted) for level in about["counts"]
        }
        for line in filter(None, text_lines(path / SUMS)):
            digest, _, name = line.partition("  ")
            assert hashlib.sha256((path / name).read_bytes()).hexdigest() == digest, name


@sizes((3, 30), (4, 2_000))
def test_no_changed_pack_is_verified_that_should_not_be(packs, tmp_path, seed, count):
    rng, came = random.Random(seed), Counter[str]()
    for number in range(count):
        path = tmp_path / str(number)
        shutil.copytree(rng.choice(packs), path)
        kind = change_pack(rng, path, rng.choice(packs), changed)
        said = check(path)
        require_true_pack(path, said)
        came[f"{kind}: exit status {said.status}"] += 1
        shutil.rmtree(path)
    print(*(f"{often:6} {kind}" for kind, often in sorted(came.items())), f"{came.total():6} in all", sep="\n")
    assert sum(often for kind, often in came.items() if not kind.endswith("status 0")) > 0.4 * count
