"""The packs that come with Winnow: complete, correct, and reproduced by their stated command."""

import json
import shlex
import shutil
from pathlib import Path

import pytest

from command_help import said
from hostile_files import CURATED as PACKS
from winnow.core.games import GAMES
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.packs import checking
from winnow_puzzles.packs.checking import check_pack
from winnow_puzzles.packs.files import BUNDLE, COMMON, DEAL_LEVELS, DEALS, FAIR_WINS, PACK, SUMS, PackError, sums_of
from winnow_puzzles.packs.reading import deal_of, read_pack
from winnow_puzzles.problems.checking import check_problem

PACKED = sorted(path.name for path in PACKS.iterdir() if not path.name.endswith("-problems"))
PROBLEMS = sorted(path for path in PACKS.glob("*-problems") if (path / PACK).exists())


def test_the_packs_are_of_games():
    assert {"blink", "head", "one-minute", "single-left", "universal"} <= set(PACKED) <= set(GAMES)


@pytest.mark.parametrize("directory", PROBLEMS, ids=lambda directory: directory.name)
def test_curated_problems_are_verified_and_varied(directory):
    """Every field of a dozen problems; of all problems in a `full` run."""
    pack = read_pack(directory)
    for problem in pack.puzzles[:: len(pack.puzzles) // 12]:
        assert check_problem(problem, pack.description).status == "unproven"
    assert len({problem["core"] for problem in pack.puzzles}) == len(pack.puzzles)
    assert max(pack.description["themes"].values()) <= 0.4 * len(pack.puzzles)


@pytest.mark.full
@pytest.mark.parametrize("directory", PROBLEMS, ids=lambda directory: directory.name)
def test_curated_problems_are_verified_whole(directory):
    found = [result for _, result in check_pack(directory, search=True)]
    assert {result.status for result in found} == {"verified by search"}


@pytest.mark.full
@pytest.mark.parametrize("game", [game for game in PACKED if checking.bundle_of(PACKS / game)])
def test_the_bundles_of_curated_packs_are_verified(game):
    """Every certificate is valid; the result counts puzzles whose losing or only moves stay open."""
    (place, bundle), *findings = check_pack(PACKS / game)
    assert (Path(place).name, bundle.status) == (BUNDLE, "verified")
    about = {"metrics.trap_at", "metrics.only_moves"}
    left = sum(bool(about.intersection(result.named("unproven"))) for _, result in findings)
    print(f"{game}: {bundle.text}; {left} of {len(findings)} puzzles have a claim about a position left open")
    assert {result.status for _, result in findings} == {"unproven"}
    assert left <= 27


@pytest.mark.parametrize("game", PACKED)
def test_a_curated_pack_is_verified_whole_and_varied(game, monkeypatch):
    # Bundles take longer, and are checked in a `full` run.
    monkeypatch.setattr(checking, "bundle_of", lambda _: None)
    findings = list(check_pack(PACKS / game))
    assert [(place, result.text) for place, result in findings if result.status != "unproven"] == []
    assert len(findings) == 50
    pack = read_pack(PACKS / game)
    about = pack.description
    assert (about["game"], about["licence"]) == (game, "CC0-1.0")
    assert about["counts"] == {"1": 17, "2": 17, "3": 16, "4": 0, "5": 0}
    # Players without planning win fewer deals of each harder level; of the hardest none, but one play of Single Left.
    wins = [
        sum(w for p in own for name, w in p["played"].items() if not name.startswith("plans")) for own in _levels(pack)
    ]
    assert wins == sorted(wins, reverse=True)
    assert wins[-1] == (game == "single-left")
    # The adviser, with the cards face down, wins fewer deals of each harder level.
    if pack.fair:
        fair = [sum(pack.fair[p["id"]] for p in own) / len(own) for own in _levels(pack)]
        assert fair == sorted(fair, reverse=True)
    # No puzzle occurs twice, nor the same cards at two levels.
    assert len({PUZZLES.of(game).form(deal_of(puzzle)) for puzzle in pack.puzzles}) == 50
    assert len({puzzle["number"] for puzzle in pack.puzzles}) == 50


def _levels(pack):
    return [[puzzle for puzzle in pack.puzzles if puzzle["level"] == level] for level in DEAL_LEVELS]


@pytest.mark.full
@pytest.mark.parametrize("game", PACKED)
def test_the_stated_command_makes_the_same_bytes(game, tmp_path, monkeypatch):
    generator = json.loads((PACKS / game / PACK).read_text())["generator"]
    # A later version makes the same bytes but for its own name.
    monkeypatch.setattr("winnow_puzzles.packs.files.__version__", generator["version"])
    command = shlex.split(generator["command"])
    assert command[0] == "winnow"
    assert command[-2:] == ["-o", "DIR"]
    said(*command[1:-1], tmp_path, "--jobs", 2)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name not in (*COMMON, SUMS)}
    assert made == {name: (PACKS / game / name).read_bytes() for name in (PACK, DEALS)}


@pytest.mark.parametrize("text", ["[]", '{"games": 0, "wins": {}}', '{"games": 40, "wins": {"a": "x"}}'])
def test_false_wins_face_down_are_refused(text, tmp_path):
    shutil.copytree(PACKS / "head", tmp_path, dirs_exist_ok=True)
    (tmp_path / FAIR_WINS).write_text(text)
    with pytest.raises(PackError, match="is not a whole pack"):
        read_pack(tmp_path, known_good=True)


@pytest.mark.parametrize("directory", [*(PACKS / game for game in PACKED), *PROBLEMS], ids=lambda path: path.name)
def test_a_curated_pack_holds_its_own_files_alone(directory):
    names = {path.name for path in directory.iterdir()}
    assert {PACK, DEALS, SUMS} <= names <= {PACK, DEALS, SUMS, BUNDLE, FAIR_WINS}
    assert (directory / SUMS).read_text() == sums_of({name: (directory / name).read_text() for name in (PACK, DEALS)})
