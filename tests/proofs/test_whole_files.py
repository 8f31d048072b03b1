"""Whole files changed at random: no check verifies a false claim, raises, or exceeds its limits.

`python -m pytest -m full -s tests/proofs/test_whole_files.py` changes 2,000 files of each kind and prints the outcomes.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_record_mutations import ODD, changed

import winnow
from pack_mutants import CURATED, change_pack, small_pack
from survey_mutants import change_survey, copy_survey
from whole_files import Said, check, text_lines
from winnow.core.verdicts import Limits
from winnow_puzzles.packs.files import DEALS, PACK, SUMS
from winnow_puzzles.problems.base import problems_of

ENOUGH = Limits(positions=200_000)
SURVEYS: dict[str, dict[str, Any]] = {
    "single-left best": {"game": "single-left", "best": True},
    "single-left optional": {"game": "single-left", "rules": {"discarding": "optional"}},
    "head": {"game": "head", "rules": {"passes": 2}},
    "universal": {"game": "universal"},
    "one-minute": {"game": "one-minute"},
}
ROWS = 4


def outcome(came: Counter[str], kind: str, said: Said) -> None:
    """Count the outcome of a changed file."""
    came[f"{kind}: exit status {said.status}"] += 1


def print_all(came: Counter[str]) -> None:
    print(*(f"{count:6} {kind}" for kind, count in sorted(came.items())), f"{came.total():6} in all", sep="\n")


def refused(came: Counter[str]) -> int:
    return sum(count for kind, count in came.items() if not kind.endswith("status 0"))


# Surveys


@pytest.fixture(scope="module")
def surveys(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("surveys")
    for name, asked in SURVEYS.items():
        winnow.survey(deals=ROWS, db=folder / f"{name}.db", certify=True, limits=ENOUGH, **asked)
    return sorted(folder.glob("*.db"))


@cache
def truth(game: str, rules: str, number: int, best: bool) -> winnow.Verdict | None:
    """Return the verdict of a search; None if it does not end, or the deal is impossible."""
    try:
        found = winnow.solve(game, number=number, rules=json.loads(rules), best=best, limits=ENOUGH)
    except winnow.BadInputError:
        return None
    return found if found.decided else None


def stored(path: Path) -> dict[str, tuple[Any, ...]]:
    """Return the stored rows by the place that a check prints."""
    with closing(sqlite3.connect(path)) as base:
        base.text_factory = lambda raw: raw.decode(errors="replace")
        named = {number: found for number, *found in base.execute("SELECT id, game, rules FROM survey NOT INDEXED")}
        rows = base.execute("SELECT survey, number, verdict FROM deal NOT INDEXED").fetchall()
    return {
        f"{path}:{survey}:{number}": (*named.get(survey, (None, None)), number, verdict)
        for survey, number, verdict in rows
    }


def require_true_rows(path: Path, said: Said) -> None:
    """Assert that every verified claim is true, and that each report counts the stored rows."""
    verified = {
        (place, claim)
        for place, finding in said.places.items()
        for claim, status in finding["claims"].items()
        if status == "verified"
    }
    if not verified and not said.reports:
        return
    rows = stored(path)
    for place, claim in verified:
        game, rules, number, verdict = rows[place]
        kind, _, value = claim.partition(" ")
        found = truth(game, rules, number, best=kind != "verdict")
        if found is None:
            continue
        better = winnow.Deal.numbered(game, number, json.loads(rules)).bind().higher_is_better
        if kind == "verdict":
            assert found.verdict == verdict, (place, claim)
        elif found.answer.score is not None:
            # A score is reachable, and a bound is not exceeded.
            reached = found.answer.score >= int(value) if better else found.answer.score <= int(value)
            limits = found.answer.score <= int(value) if better else found.answer.score >= int(value)
            assert reached if kind == "score" else limits, (place, claim, found.answer.score)
    for report in said.reports:
        mine = [row for place, row in rows.items() if place.startswith(f"{path}:{report['survey']}:")]
        stated = Counter(verdict for *_, verdict in mine)
        assert report["rows"] == len(mine)
        assert {name: report[name] for name in ("winnable", "unwinnable", "undecided")} == {
            name: stated[name] for name in ("winnable", "unwinnable", "undecided")
        }
        found = [truth(game, rules, number, best=False) for game, rules, number, _ in mine]
        if None not in found:
            share = 100 * sum(each.verdict == "winnable" for each in found) / len(found)
            low, high = report["winnable_percent"]
            assert low - 0.01 <= share <= high + 0.01, report


def changed_surveys(surveys: list[Path], folder: Path, seed: int, count: int) -> Counter[str]:
    rng, came = random.Random(seed), Counter[str]()
    for number in range(count):
        path = folder / f"{number}.db"
        copy_survey(rng.choice(surveys), path)
        kind = change_survey(rng, path, surveys, ODD)
        said = check(path)
        require_true_rows(path, said)
        outcome(came, kind, said)
        for place in folder.glob(f"{number}.db*"):
            shutil.rmtree(place) if place.is_dir() else place.unlink()
    return came


def test_no_changed_survey_is_verified_that_should_not_be(surveys, tmp_path):
    assert refused(changed_surveys(surveys, tmp_path, 1, 60)) > 15


@pytest.mark.full
def test_no_changed_survey_of_2000_is_verified_that_should_not_be(surveys, tmp_path):
    came = changed_surveys(surveys, tmp_path, 2, 2_000)
    print_all(came)
    assert refused(came) > 500


# Packs


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("packs")
    for source in sorted(CURATED.iterdir()):
        small_pack(source, folder / source.name)
    return sorted(folder.iterdir())


@cache
def is_won(game: str, rules: str, deal: str, after: tuple[str, ...]) -> bool | None:
    """Tell whether a position can be won, by search; None if that does not end."""
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


def changed_packs(packs: list[Path], folder: Path, seed: int, count: int) -> Counter[str]:
    rng, came = random.Random(seed), Counter[str]()
    for number in range(count):
        path = folder / str(number)
        shutil.copytree(rng.choice(packs), path)
        kind = change_pack(rng, path, rng.choice(packs), changed)
        said = check(path)
        require_true_pack(path, said)
        outcome(came, kind, said)
        shutil.rmtree(path)
    return came


def test_no_changed_pack_is_verified_that_should_not_be(packs, tmp_path):
    assert refused(changed_packs(packs, tmp_path, 3, 30)) > 10


@pytest.mark.full
def test_no_changed_pack_of_2000_is_verified_that_should_not_be(packs, tmp_path):
    came = changed_packs(packs, tmp_path, 4, 2_000)
    print_all(came)
    assert refused(came) > 1_000
