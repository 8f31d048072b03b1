"""The program behind the page: games opened in every way, tables, verdicts, and refusals in a sentence."""

import json
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from asking import CURATED, Asking, curated_pack, packs
from winnow.core.deals import Deal
from winnow.core.games import GAMES
from winnow.play.answers import GONE
from winnow.play.reading import GoneError, RefusedError
from winnow.play.shelf import reasons
from winnow_puzzles.packs.reading import Pack

PACKED = [game for game in GAMES if (CURATED / game).is_dir()]
PROBLEMS = {path.name: curated_pack(path.name) for path in sorted(CURATED.glob("*-problems"))}
page = Asking(packs)


@pytest.mark.parametrize("game", PACKED)
def test_every_game_can_be_opened_in_every_way(game):
    about = next(about for about in page.ask("games")["games"] if about["name"] == game)
    assert about["looks"]["cards"]
    of_game = [pack for pack in page.ask("packs")["packs"] if pack["game"] == game]
    for pack in of_game:
        assert all(("rating" in puzzle) == pack["problems"] for puzzle in pack["puzzles"])
    first = next(pack for pack in of_game if not pack["problems"])["puzzles"][0]
    puzzle = page.ask("open", kind="puzzle", id=first["id"])
    assert (puzzle["id"], puzzle["puzzle"]["place"]) == (first["game_id"], 1)
    numbered = page.ask("open", kind="deal", game=game, number="7")
    assert numbered["deal"] == Deal.numbered(game, 7).text
    typed = page.ask("open", kind="deal", game=game, deal=numbered["deal"])
    assert (typed["table"], typed["id"]) == (numbered["table"], numbered["id"])
    assert "<h1>" in page.ask("rules", game=game)["html"]


@pytest.mark.parametrize("rules", [{"draw": "1"}, {"draw": "1", "passes": "3"}, {"passes": "2"}, {}])
def test_a_game_is_opened_again_with_its_own_rules(rules):
    game = page.ask("open", kind="deal", game="universal", number="5", rules=rules)
    assert game["rules"]["passes"] == int(rules.get("passes", rules.get("draw", 3)))
    again = page.ask("open", kind="deal", game="universal", number="5", rules=game["set"])
    assert (again["id"], again["rules"]) == (game["id"], game["rules"])


def test_verdict_and_story_are_exact_and_left_to_the_thinker():
    asked = {"game": "single-left", "number": "1", "rules": {"discarding": "optional"}}
    verdict = page.ask("verdict", line=[], **asked)
    deal = Deal.numbered("single-left", 1, asked["rules"])
    assert page.thinker.asked[-1] == ("verdict", (deal, (), False), False)
    assert page.ask("story", line=["draw"] * 5, start=0, **asked)["start"] == verdict["verdict"] == "unwinnable"


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_wrong_first_move_has_the_packs_reason_and_an_engines_verdict(name):
    """The problem shows no solution; its reason is that of the pack, and its verdict an engine's."""
    puzzles = PROBLEMS[name].puzzles
    for problem in puzzles[:: len(puzzles) // 2]:
        game = page.ask("open", kind="puzzle", id=problem["id"])
        assert (game["goal"], game["puzzle"]["problem"]) == (problem["goal_text"], True)
        asked = {"game": game["game"], "rules": game["set"], "deal": game["deal"], "puzzle": problem["id"]}
        decision = problem["decisions"][0]
        for one in decision["losing"][:2]:
            line = [*game["after"], one["move"]]
            told = page.ask("verdict", line=line, **asked)
            assert (told["verdict"], told["reason"]["text"]) == ("unwinnable", one["why"])
            story = page.ask("story", line=line, start=len(game["after"]), **asked)
            assert (story["lost"], story["why"]["reason"]["text"]) == (1, one["why"])
        assert page.ask("verdict", line=[*game["after"], decision["winning"][0]], **asked)["verdict"] == "winnable"


def test_no_verdict_is_taken_from_a_pack():
    """If a pack calls the right move wrong, its sentence is not shown, and the verdict is the engine's."""
    pack = PROBLEMS["single-left-problems"]
    problem = json.loads(json.dumps(pack.puzzles[0]))
    right = problem["decisions"][0]["winning"][0]
    problem["decisions"][0]["losing"] = [problem["decisions"][0]["losing"][0] | {"move": right, "why": "Trust me."}]
    forged = Asking(lambda: [Pack(pack.description, (problem,)).shown()])
    game = forged.ask("open", kind="puzzle", id=problem["id"])
    asked = {"game": game["game"], "rules": game["set"], "deal": game["deal"], "puzzle": problem["id"]}
    told = forged.ask("verdict", line=[*game["after"], right], **asked)
    assert (told["verdict"], told["reason"]) == ("winnable", None)


def test_a_problem_with_illegal_moves_is_refused():
    pack = PROBLEMS["head-problems"]
    few = Pack(pack.description, pack.puzzles[:1]).shown()
    broken = replace(few, puzzles=({**pack.puzzles[0], "solution": ["nonsense"]},))
    with pytest.raises(RefusedError, match="not well formed: 'nonsense'"):
        reasons(broken.puzzles[0])


HEAD = {"kind": "deal", "game": "head"}
HEAD_1 = {**HEAD, "number": 1}
BLINK_1 = {"kind": "deal", "game": "blink", "number": 1}
LEVEL = {"kind": "level", "game": "head", "level": 1}
LINK = {"kind": "link", "game": "head", "number": "7"}
MALFORMED = [
    b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 100000, b'{"kind":1}', b'{"kind":"none"}',
    b'{"kind":"deal","game":"head","number":NaN}', b'{"kind":"deal","game":"head","number":1e999}',
    {}, {"kind": "deal"}, {"kind": "deal", "game": 5}, {"kind": "deal", "game": "nope"},
    *({**HEAD, "number": number} for number in (-1, 2**64, "1e5", 1.5, True, None)),
    {**HEAD, "fair": True, "deal": Deal.numbered("head", 1).text},
    *({**HEAD, "deal": deal} for deal in (["AM"], "AM AM", "x" * 30000, "A\u0000M", "\u202e")),
    {"kind": "deal", "game": "single-left", "deal": "? " * 52},
    *({**HEAD_1, "rules": rules} for rules in ([], {"nope": 1}, {"passes": {}}, {"passes": "0"})),
    *({**HEAD_1, "rules": {"target": target}} for target in ("\ud800", "\u202e", "1\n2")),
    *({**BLINK_1, "rules": rules} for rules in ({"deck": "/etc/passwd"}, {"decks": 50})),
    *({**HEAD_1, "after": after} for after in ("T", ["T"], [1], ["\ud800"])),
    {"kind": "puzzle"}, {"kind": "puzzle", "id": "0" * 16}, {"kind": "puzzle", "id": "../../etc/passwd"},
    {"kind": "day", "game": "head", "day": "2026-11-22"},
    LEVEL, {"kind": "winnable", "game": "nope"},
    {"kind": "link"}, {**LINK, "game": "nope"}, {**LINK, "game": 5}, {"kind": "link", "game": "head"}, LINK,
    *({**LINK, "moves": moves} for moves in (5, "meld nonsense", "\ud800", "x;" * 9000, "x" * 500)),
    {"kind": "link", "game": "head", "deal": "<script>", "moves": ""}, {**LINK, "moves": "", "rules": {"hand": ""}},
    {**LINK, "game": "blink", "moves": "", "rules": {"deck": "/etc/passwd"}},
]  # fmt: skip
"""Bodies of requests to open a game."""


@pytest.mark.parametrize("body", MALFORMED, ids=lambda body: str(body)[:60])
def test_malformed_requests_get_a_sentence(body):
    page.refused("open", body)


@pytest.mark.parametrize("name", ["table", "verdict", "story"])
def test_other_requests_are_checked_too(name):
    for body in [b"{", {}, {"game": "head"}, {"game": "head", "number": 1, "line": "x"}, {"entries": {"a": 1}}]:
        page.refused(name, body)
    if name == "story":
        page.refused(name, {"game": "single-left", "number": 1, "line": [], "start": 5})


def test_what_is_refused_is_a_status_and_a_sentence():
    class Gone:
        async def ask(self, *_asked, **_named):
            raise GoneError

    assert page.answer("nope", {}) == (404, {"error": "Nothing is here."})
    assert page.answer("open", b"[") == (400, {"error": "The request is not JSON."})
    asked = {"game": "single-left", "number": "1", "line": []}
    assert Asking(thinker=Gone()).answer("verdict", asked) == (GONE, {})
    status, value = page.answer("open", {**HEAD, "deal": "AM 2MK ZZ"})
    assert (status, value["place"], "'ZZ'" in value["error"]) == (422, 3, True)
    cut = {**LINK, "game": "universal", "rules": {"draw": "1"}, "moves": "3"}
    status, value = page.answer("open", cut)
    assert status == 409
    assert "'3' is not legal" in value["error"]
    assert "If the link was cut short, copy it whole." in value["error"]


def test_random_bytes_never_break_it():
    rng = random.Random(1)
    good = json.dumps({"kind": "deal", "game": "universal", "number": "5", "after": ["T", "W!"], "rules": {"draw": 3}})
    for _ in range(300):
        body = bytearray(good.encode())
        for _ in range(rng.randint(1, 6)):
            body[rng.randrange(len(body))] = rng.randrange(256)
        status, _ = page.answer("open", bytes(body))
        assert status == 200 or 400 <= status < 500


def test_the_program_loads_no_carrier():
    names = "import sys, winnow.play.answers, winnow.play.questions; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout.split()
    assert not {"starlette", "uvicorn", "multiprocessing"} & set(loaded)
