"""Problems on the page: a wrong move gets its reason in the words of the pack, and no verdict is taken from a pack."""

import json
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from test_server import client, page, post  # noqa: F401
from test_server import packs as packs_of_the_page

from winnow.core.games import GAMES
from winnow.play.reading import RefusedError
from winnow.play.reasons import reasons
from winnow.play.shelf import Shelf
from winnow_puzzles.packs.reading import Pack, read_pack
from winnow_puzzles.packs.shelving import shelved

CURATED = Path(str(resources.files("winnow_puzzles"))) / "curated"
WITH_PROBLEMS = [path for path in sorted(CURATED.iterdir()) if read_pack(path).of_problems]
"""Every curated pack of problems."""


@pytest.fixture(scope="module")
def packs():
    return {path.name: read_pack(path, known_good=True) for path in WITH_PROBLEMS}


def few(pack, places):
    """Return a pack of some of a pack's problems."""
    return Pack(pack.description, tuple(pack.puzzles[place] for place in places))


@pytest.mark.parametrize("path", WITH_PROBLEMS, ids=lambda path: path.name)
def test_a_wrong_first_move_has_the_packs_reason_and_an_engines_verdict(page, packs, path):  # noqa: F811
    for problem in packs[path.name].puzzles[:: len(packs[path.name].puzzles) // 3]:
        game = post(page, "open", {"kind": "puzzle", "id": problem["id"]}).json()
        assert game["goal"] == problem["goal_text"]
        assert game["puzzle"]["problem"]
        asked = {"game": game["game"], "rules": game["set"], "deal": game["deal"], "puzzle": problem["id"], "slot": "s"}
        decision = problem["decisions"][0]
        for one in decision["losing"][:2]:
            told = post(page, "verdict", asked | {"line": [*game["after"], one["move"]]}).json()
            assert told["verdict"] == "unwinnable"
            assert told["reason"]["text"] == one["why"]
            story = post(page, "story", asked | {"line": [*game["after"], one["move"]], "start": len(game["after"])})
            assert story.json()["lost"] == 1
            assert story.json()["why"]["reason"]["text"] == one["why"]
        told = post(page, "verdict", asked | {"line": [*game["after"], decision["winning"][0]]}).json()
        assert told["verdict"] == "winnable"


def test_no_verdict_is_taken_from_a_pack(tmp_path, packs):
    """If a pack calls the right move wrong, its sentence is not shown, and the verdict is the engine's."""
    problem = json.loads(json.dumps(packs["single-left-problems"].puzzles[0]))
    right = problem["decisions"][0]["winning"][0]
    problem["decisions"][0]["losing"] = [problem["decisions"][0]["losing"][0] | {"move": right, "why": "Trust me."}]
    forged = shelved(Pack(packs["single-left-problems"].description, (problem,)))
    with client(tmp_path, lambda: [forged]) as found:
        game = post(found, "open", {"kind": "puzzle", "id": problem["id"]}).json()
        asked = {"game": game["game"], "rules": game["set"], "deal": game["deal"], "puzzle": problem["id"], "slot": "s"}
        told = post(found, "verdict", asked | {"line": [*game["after"], right]}).json()
        assert told["verdict"] == "winnable"
        assert told["reason"] is None


def test_a_problem_with_illegal_moves_is_refused(packs):
    problem = packs["head-problems"].puzzles[0]
    broken = replace(shelved(few(packs["head-problems"], [0])), puzzles=({**problem, "solution": ["nonsense"]},))
    with pytest.raises(RefusedError, match="not well formed: 'nonsense'"):
        reasons(broken.puzzles[0])


def test_random_deals_of_a_level_are_no_problems():
    shelf = Shelf(packs_of_the_page)
    for game in GAMES:
        assert any(shelf.of_level(game, level) for level in range(1, 6))
        assert not any(pack.of_problems for level in range(1, 6) for pack, _ in shelf.of_level(game, level))
