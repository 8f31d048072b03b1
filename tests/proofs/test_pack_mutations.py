"""Packs changed at random: no check verifies a false claim, raises, or exceeds its limits.

`python -m pytest -m full -s tests/proofs/test_pack_mutations.py` changes 2,000 packs and prints the outcomes.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
import time
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_record_mutations import changed, other_bytes

import winnow
from command_help import run
from hostile_files import CURATED, resum
from random_play import sizes
from winnow.core.verdicts import Limits
from winnow_puzzles.packs.files import BUNDLE, DEALS, PACK, SUMS, command, line_of
from winnow_puzzles.problems.base import problems_of

SECONDS = 3
LIMITS = ("--memory", 64, "--seconds", SECONDS, "--positions", 20_000)
SLACK_SECONDS = 2.0
"""Seconds that a busy machine and late imports may add."""
ENOUGH = Limits(positions=200_000)


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> list[Path]:
    """Return valid packs of the first puzzle of each level of those that come with Winnow."""
    folder = tmp_path_factory.mktemp("packs")
    for source in CURATED.iterdir():
        pack = shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns(BUNDLE))
        by_level = {puzzle["level"]: puzzle for puzzle in reversed(puzzles_of(pack))}
        write_puzzles(pack, [by_level[level] for level in sorted(by_level)])
    return sorted(folder.iterdir())


def puzzles_of(pack: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (pack / DEALS).read_text().splitlines()]


def write_puzzles(pack: Path, puzzles: list[dict[str, Any]]) -> None:
    """Write the puzzles of a pack, with matching counts and checksums."""
    (pack / DEALS).write_text("".join(map(line_of, puzzles)))
    about = json.loads((pack / PACK).read_text())
    levels = Counter(str(puzzle["level"]) for puzzle in puzzles)
    about["counts"] = {level: levels[level] for level in about["counts"]}
    about["deals"]["puzzles"] = about["generator"]["arguments"]["count"] = len(puzzles)
    if "themes" in about:
        about["themes"] = Counter(puzzle["themes"][0] for puzzle in puzzles if puzzle.get("themes"))
    else:
        about["generator"]["command"] = command(about["generator"]["arguments"])
    (pack / PACK).write_text(json.dumps(about))
    resum(pack)


def change_pack(rng: random.Random, pack: Path, other: Path) -> str:
    """Make one change in a pack, in two of three cases with matching checksums; return what was changed."""
    kind = rng.choice(["bytes", "a value", "a puzzle"])
    if kind == "bytes":
        place = pack / rng.choice([PACK, DEALS, SUMS])
        place.write_bytes(other_bytes(rng, place.read_bytes()))
    elif kind == "a value":
        place = pack / rng.choice([PACK, DEALS])
        lines = [place.read_text()] if place.name == PACK else place.read_text().splitlines()
        which = rng.randrange(len(lines))
        lines[which] = json.dumps(changed(rng, json.loads(lines[which])))
        place.write_text("".join(f"{line}\n" for line in lines))
    else:
        puzzles = puzzles_of(pack)
        one, two = rng.sample(range(len(puzzles)), 2)
        name = rng.choice(sorted(puzzles[one]))
        new = rng.choice([puzzles[two], rng.choice(puzzles_of(other)), {**puzzles[one], name: puzzles[two][name]}])
        write_puzzles(pack, [*puzzles[:one], *rng.choice([[new], []]), *puzzles[one + 1 :]])
    if kind != "a puzzle" and rng.random() < 2 / 3:
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            resum(pack)
    return kind


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
    # The rules under which a problem's goal is a win.
    rules = json.dumps({**puzzle["rules"], **problems_of(game).goal_rules(puzzle["goal"])})
    for decision in puzzle["decisions"]:
        before = (*puzzle["after"], *puzzle["solution"][: decision["place"]])
        for move in decision["winning"]:
            assert is_won(game, rules, deal, (*before, move)) in (True, None), (puzzle["id"], move)
        for one in decision["losing"]:
            assert is_won(game, rules, deal, (*before, one["move"])) in (False, None), (puzzle["id"], one["move"])


def text_lines(path: Path) -> list[str]:
    """Return a file's lines, ended by LF, CRLF or a lone CR, without a byte-order mark."""
    return re.split(r"\r\n?|\n", path.read_bytes().decode("utf-8-sig", errors="surrogateescape"))


def checked_within_limits(pack: Path) -> tuple[int, dict[str, str]]:
    """Return the exit status of a check and the status of each place; a refusal is one line."""
    began = time.process_time()
    ended = run("check", "--json", *LIMITS, pack)
    assert time.process_time() - began < SECONDS + SLACK_SECONDS
    assert (ended.err.count("\n"), ended.err.rstrip("\n").isprintable()) == (ended.status == 2, True), ended.err
    places = {record["place"]: record["status"] for record in ended.records}
    worst = 1 if "failed" in places.values() else 3 if "exhausted" in places.values() else 0
    assert ended.status in (2, worst)
    return ended.status, places


def require_true_pack(pack: Path, status: int, places: dict[str, str]) -> None:
    """Assert that an accepted pack's description is right, and each of its accepted puzzles, too."""
    accepted = []
    for place, found in places.items():
        if re.search(rf"/{DEALS}:\d+$", place) and found not in ("failed", "exhausted"):
            accepted.append(json.loads(text_lines(pack / DEALS)[int(place.rpartition(":")[2]) - 1]))
            require_true_puzzle(accepted[-1])
    if places and status == 0:
        about = json.loads("\n".join(text_lines(pack / PACK)))
        assert about["deals"]["sha256"] == hashlib.sha256((pack / DEALS).read_bytes()).hexdigest()
        assert about["deals"]["puzzles"] == len(accepted) == len({puzzle["id"] for puzzle in accepted})
        levels = Counter(str(puzzle["level"]) for puzzle in accepted)
        assert about["counts"] == {level: levels[level] for level in about["counts"]}
        for line in filter(None, text_lines(pack / SUMS)):
            digest, _, name = line.partition("  ")
            assert hashlib.sha256((pack / name).read_bytes()).hexdigest() == digest, name


@sizes((3, 30), (4, 2_000))
def test_no_changed_pack_is_verified_that_should_not_be(packs, tmp_path, seed, count):
    rng, came = random.Random(seed), Counter[str]()
    for number in range(count):
        path = shutil.copytree(rng.choice(packs), tmp_path / str(number))
        kind = change_pack(rng, path, rng.choice(packs))
        status, places = checked_within_limits(path)
        require_true_pack(path, status, places)
        came[f"{kind}: exit status {status}"] += 1
        shutil.rmtree(path)
    print(*(f"{often:6} {kind}" for kind, often in sorted(came.items())), f"{came.total():6} in all", sep="\n")
    assert sum(often for kind, often in came.items() if not kind.endswith("status 0")) > 0.4 * count
