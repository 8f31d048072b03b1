"""The page's server: answers and refusals."""

import functools
import json
import random
import re
import socket
from contextlib import contextmanager
from importlib import resources

import httpx  # noqa: F401  starlette's client needs it
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from winnow.cli.play import curated, play
from winnow.core.deals import Deal
from winnow.core.face import FACES
from winnow.core.games import GAMES
from winnow.play.guard import MOST_BYTES, Guard, guarded
from winnow.play.opening import game_record
from winnow.play.progress import Progress
from winnow.play.server import Server
from winnow.play.shelf import Shelf
from winnow.play.tables import ways_said

PACKED = [game for game in GAMES if (resources.files("winnow_puzzles") / "curated" / game).is_dir()]
TOKEN, PORT = "secret-token", 4321
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
DEAL = {"kind": "deal", "game": "single-left", "number": "1", "slot": "s"}


packs = functools.cache(curated)


@contextmanager
def client(path, load=packs):
    server = Server(Shelf(load), Progress(path / "progress.json"))
    with TestClient(guarded(Guard(server.app(), TOKEN)), base_url=ORIGIN) as found:
        yield found


@pytest.fixture
def page(tmp_path):
    with client(tmp_path) as found:
        yield found


def post(page, name, body, **headers):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"origin": ORIGIN, "content-type": "application/json"} | headers
    return page.post(f"/{TOKEN}/api/{name}", content=content, headers={k: v for k, v in headers.items() if v})


def refused(answer, *statuses):
    assert answer.status_code in (statuses or range(400, 500)), answer.text
    sentence = answer.json()["error"]
    assert sentence.endswith(".")
    assert len(sentence.splitlines()) == 1
    assert "Traceback" not in answer.text
    return sentence


def test_the_page_and_its_files_ask_for_nothing_elsewhere(page):
    answer = page.get(f"/{TOKEN}/")
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    for name in ["page.css", "app.js", "board.js", "play.js", "truth.js", "home.js", "index.html"]:
        text = page.get(f"/{TOKEN}/{name}").text
        assert "http://" not in text.replace("http://www.w3.org/", "")
        assert "https://" not in text


@pytest.mark.parametrize(
    "path", ["/", "/wrong/", f"/{TOKEN[:-1]}/", f"/{TOKEN}x/api/games", "/api/games", "//", "/%2e"]
)
def test_without_the_token_nothing_is_there(page, path):
    refused(page.get(path), 404)
    refused(page.post(path, json=DEAL, headers={"origin": ORIGIN}), 404)


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1.evil.example", ""])
def test_a_foreign_host_is_refused(page, host):
    assert page.get(f"/{TOKEN}/", headers={"host": host}).status_code == 400
    headers = {"host": host, "origin": f"http://{host}"}
    assert page.post(f"/{TOKEN}/api/open", json=DEAL, headers=headers).status_code == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://{HOST}", "http://127.0.0.1:1", None])
def test_a_foreign_origin_is_refused(page, origin):
    refused(post(page, "open", DEAL, origin=origin), 403)


def test_another_sites_page_is_refused(page):
    refused(page.get(f"/{TOKEN}/api/games", headers={"sec-fetch-site": "cross-site"}), 403)
    refused(page.get(f"/{TOKEN}/api/games", headers={"origin": "http://evil.example"}), 403)
    refused(post(page, "open", DEAL, **{"content-type": "text/plain"}), 415)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(page, method):
    refused(page.request(method, f"/{TOKEN}/api/games"), 405)


def test_oversized_requests_are_refused(page):
    refused(post(page, "open", b'{"a":"' + b"x" * MOST_BYTES + b'"}'), 413)
    refused(post(page, "open", DEAL, **{"content-length": "99999999999"}), 413)

    def parts():
        for _ in range(MOST_BYTES // 65536 + 2):
            yield b" " * 65536

    headers = {"origin": ORIGIN, "content-type": "application/json"}
    refused(page.post(f"/{TOKEN}/api/open", content=parts(), headers=headers), 413)


MALFORMED = [
    b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 100000, b'{"kind":1}', b'{"kind":"none"}',
    {}, {"kind": "deal"}, {"kind": "deal", "game": 5}, {"kind": "deal", "game": "nope"},
    {"kind": "deal", "game": "head", "number": -1}, {"kind": "deal", "game": "head", "number": 2**64},
    {"kind": "deal", "game": "head", "number": "1e5"}, {"kind": "deal", "game": "head", "number": 1.5},
    {"kind": "deal", "game": "head", "number": True}, {"kind": "deal", "game": "head", "number": None},
    {"kind": "deal", "game": "head", "deal": ["AM"]}, {"kind": "deal", "game": "head", "deal": "AM AM"},
    {"kind": "deal", "game": "head", "deal": "x" * 30000}, {"kind": "deal", "game": "head", "deal": "A\u0000M"},
    {"kind": "deal", "game": "head", "deal": "\u202e"}, {"kind": "deal", "game": "single-left", "deal": "? " * 52},
    {"kind": "deal", "game": "head", "number": 1, "rules": []},
    {"kind": "deal", "game": "head", "number": 1, "rules": {"nope": 1}},
    {"kind": "deal", "game": "head", "number": 1, "rules": {"passes": {}}},
    {"kind": "deal", "game": "head", "number": 1, "rules": {"passes": "0"}},
    {"kind": "deal", "game": "blink", "number": 1, "rules": {"deck": "/etc/passwd"}},
    {"kind": "deal", "game": "blink", "number": 1, "rules": {"decks": 50}},
    {"kind": "deal", "game": "head", "number": 1, "after": "T"},
    {"kind": "deal", "game": "head", "number": 1, "after": ["T"]},
    {"kind": "deal", "game": "head", "number": 1, "after": [1]},
    {"kind": "puzzle"}, {"kind": "puzzle", "id": "0" * 16}, {"kind": "puzzle", "id": "../../etc/passwd"},
    {"kind": "day", "game": "head", "day": "2026-11-22"},
    {"kind": "deal", "game": "head", "number": 1, "rules": {"target": "\ud800"}},
    {"kind": "deal", "game": "head", "number": 1, "rules": {"target": "\u202e"}},
    {"kind": "deal", "game": "head", "number": 1, "rules": {"target": "1\n2"}},
    {"kind": "deal", "game": "head", "number": 1, "after": ["\ud800"]},
    b'{"kind":"deal","game":"head","number":NaN}', b'{"kind":"deal","game":"head","number":1e999}',
    {"kind": "level", "game": "head", "level": 9}, {"kind": "level", "game": "nope", "level": 3},
    {"kind": "level", "game": "head", "level": 1, "solved": 5},
]  # fmt: skip


@pytest.mark.parametrize("body", MALFORMED, ids=lambda body: str(body)[:60])
def test_malformed_requests_get_a_sentence(page, body):
    refused(post(page, "open", body))


@pytest.mark.parametrize("name", ["table", "verdict", "story", "progress"])
def test_other_requests_are_checked_too(page, name):
    for body in [b"{", {}, {"game": "head"}, {"game": "head", "number": 1, "line": "x"}, {"entries": {"a": 1}}]:
        refused(post(page, name, body))
    good = {"game": "single-left", "number": 1, "line": []}
    if name == "verdict":
        refused(post(page, name, good))
    if name == "story":
        refused(post(page, name, good | {"slot": "s", "start": 5}))


def test_paths_do_not_leave_the_folder(page):
    for path in ["../server.py", "..%2fserver.py", "%2e%2e/server.py", "api/nope", "api/rules/nope", "nope.js"]:
        refused(page.get(f"/{TOKEN}/{path}"), 404)


def test_random_bytes_never_break_it(page):
    rng = random.Random(1)
    good = json.dumps({"kind": "deal", "game": "universal", "number": "5", "after": ["T", "W!"], "rules": {"draw": 3}})
    for _ in range(300):
        body = bytearray(good.encode())
        for _ in range(rng.randint(1, 6)):
            body[rng.randrange(len(body))] = rng.randrange(256)
        answer = post(page, "open", bytes(body))
        assert answer.status_code == 200 or refused(answer)


def test_a_wrong_card_is_named_with_its_place(page):
    answer = post(page, "open", {"kind": "deal", "game": "head", "deal": "AM 2MK ZZ"})
    assert answer.json()["place"] == 3
    assert "'ZZ'" in refused(answer, 422)


@pytest.mark.parametrize("game", PACKED)
def test_every_game_can_be_opened_in_every_way(page, game):
    about = next(g for g in page.get(f"/{TOKEN}/api/games").json()["games"] if g["name"] == game)
    assert about["looks"]["cards"]
    packs = [pack for pack in page.get(f"/{TOKEN}/api/packs").json()["packs"] if pack["game"] == game]
    for pack in packs:
        assert (pack["puzzles"] is None) == pack["problems"]
        listed = post(page, "pack", {"id": pack["id"]}).json()["puzzles"]
        assert pack["puzzles"] in (None, listed)
    assert "no such pack" in refused(post(page, "pack", {"id": "?"}), 404)
    first = next(pack for pack in packs if not pack["problems"])["puzzles"][0]
    puzzle = post(page, "open", {"kind": "puzzle", "id": first["id"]}).json()
    assert puzzle["id"] == first["game_id"]
    assert puzzle["puzzle"]["place"] == 1
    assert post(page, "open", {"kind": "level", "game": game, "level": 2}).json()["puzzle"]["level"] == 2
    numbered = post(page, "open", {"kind": "deal", "game": game, "number": "7"}).json()
    assert numbered["deal"] == Deal.numbered(game, 7).text
    typed = post(page, "open", {"kind": "deal", "game": game, "deal": numbered["deal"]}).json()
    assert typed["table"] == numbered["table"]
    assert typed["id"] == numbered["id"]
    assert "<h1>" in page.get(f"/{TOKEN}/api/rules/{game}").json()["html"]


@pytest.mark.parametrize("rules", [{"draw": "1"}, {"draw": "1", "passes": "3"}, {"passes": "2"}, {}])
def test_a_game_is_opened_again_with_its_own_rules(page, rules):
    game = post(page, "open", {"kind": "deal", "game": "universal", "number": "5", "rules": rules}).json()
    assert game["rules"]["passes"] == int(rules.get("passes", rules.get("draw", 3)))
    again = post(page, "open", {"kind": "deal", "game": "universal", "number": "5", "rules": game["set"]}).json()
    assert (again["id"], again["rules"]) == (game["id"], game["rules"])


def test_verdict_and_story_are_exact(page):
    # The second deal of Single Left ends with 18 cards left after any play.
    opened = post(page, "open", {"kind": "deal", "game": "single-left", "number": "1"}).json()
    asked = {"game": "single-left", "deal": opened["deal"], "rules": {"discarding": "optional"}, "slot": "s"}
    verdict = post(page, "verdict", asked | {"line": []}).json()
    assert verdict["verdict"] in ("winnable", "unwinnable")
    story = post(page, "story", asked | {"line": ["draw"] * 5, "start": 0}).json()
    assert story["start"] == verdict["verdict"]


POSITIONS = [
    ("universal", {"draw": "1", "passes": "3"}, ["T", "T"]),
    ("head", {}, ["discard 3SK 7ML AW AK 9MS CW"]),
    ("blink", {}, ["3YT@6,4"]),
]


@pytest.mark.parametrize(("game", "rules", "line"), POSITIONS)
def test_a_link_opens_a_position_whose_moves_can_be_taken_back(page, game, rules, line):
    asked = {"kind": "link", "game": game, "rules": rules, "number": "7", "moves": ";".join(line)}
    opened = post(page, "open", asked).json()
    assert opened["line"] == line
    assert {name: str(value) for name, value in opened["set"].items()} == rules


HOSTILE_LINKS = [
    {}, {"game": "nope"}, {"game": 5}, {"game": "head"}, {"game": "head", "number": "7"},
    {"game": "head", "number": "7", "moves": 5}, {"game": "head", "number": "7", "moves": "meld nonsense"},
    {"game": "head", "number": "7", "moves": "\ud800"}, {"game": "head", "number": "7", "moves": "x;" * 9000},
    {"game": "head", "number": "7", "moves": "x" * 500}, {"game": "head", "deal": "<script>", "moves": ""},
    {"game": "head", "number": "7", "moves": "", "rules": {"hand": ""}},
    {"game": "blink", "number": "7", "moves": "", "rules": {"deck": "/etc/passwd"}},
]  # fmt: skip


@pytest.mark.parametrize("fields", HOSTILE_LINKS, ids=lambda fields: str(fields)[:60])
def test_a_hostile_link_gets_a_sentence(page, fields):
    refused(post(page, "open", {"kind": "link", **fields}))


def test_a_link_that_was_cut_short_says_so(page):
    cut = {"kind": "link", "game": "universal", "number": "7", "rules": {"draw": "1"}, "moves": "3"}
    told = refused(post(page, "open", cut), 409)
    assert "'3' is not legal" in told
    assert "If the link was cut short, copy it whole." in told


def _random_games(page, name, games, rng):
    """Play random games through the page's interface and compare every table with the rules."""
    for number in range(games):
        deal = Deal.numbered(name, number)
        game = deal.bind()
        position, line = game.start(), []
        asked = {"game": name, "deal": deal.text}
        table = post(page, "open", {"kind": "deal", **asked}).json()["table"]
        while True:
            assert table == json.loads(json.dumps(FACES.of(name).table(game, position).record()))
            assert table["won"] == game.won(position)
            assert table["over"] == game.over(position)
            legal = {game.normal(move) for move in game.moves(position)}
            told = {game.normal(gesture["move"]) for gesture in table["gestures"]}
            assert told <= legal
            assert legal == told or any(gesture["ordered"] for gesture in table["gestures"])
            if table["over"]:
                break
            gesture = rng.choice(table["gestures"])
            move = gesture["move"]
            if gesture["ordered"]:
                words = move.split()
                cards = words[-len(gesture["cards"]) :]
                rng.shuffle(cards)
                move = " ".join([*words[: -len(cards)], *cards])
            position = game.play(position, move)
            line.append(move)
            answer = post(page, "table", asked | {"line": line})
            assert answer.status_code == 200, answer.text
            table = answer.json()["table"]


@pytest.mark.parametrize("name", list(GAMES))
def test_random_games_through_the_page(page, name):
    _random_games(page, name, 3, random.Random(5))


@pytest.mark.full
@pytest.mark.parametrize("name", list(GAMES))
def test_a_thousand_random_games_through_the_page(page, name):
    _random_games(page, name, 1000, random.Random(6))


def test_a_port_that_is_taken_and_a_name_that_is_none_are_told_in_a_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = CliRunner().invoke(play, ["--no-browser", "--port", str(taken.getsockname()[1])])
    assert done.exit_code == 2
    assert "cannot listen on port" in done.output
    done = CliRunner().invoke(play, ["--no-browser", "nonsense"])
    assert done.exit_code == 2
    assert "is no game" in done.output


def test_orders_of_one_discard_are_one_way():
    deal = Deal.numbered("head", 1, {})
    game = deal.bind()
    position = game.start()
    while len(moves := list(game.moves(position))) == 1:
        position = game.play(position, moves[0])
    table = FACES.of("head").table(game, position)
    ways = ways_said(deal, position, moves)
    assert len(ways) == len(table.gestures) < len(moves)
    orders = [int(found[1]) + 1 if (found := re.search(r"\(or in (\d+) other order", way)) else 1 for way in ways]
    assert sum(orders) == len(moves)


def test_a_score_of_one_has_its_singular():
    about = game_record(GAMES["head"])
    assert (about["unit"], about["unit_of_one"]) == ("cards not in melds", "card not in melds")
