"""The page's server: files, what a browser may not send, and how its start is refused."""

import json
import socket
from contextlib import contextmanager

import httpx  # noqa: F401  starlette's client needs it
import pytest
from starlette.testclient import TestClient

from asking import packs
from command_help import run
from winnow.play.guard import MOST_BYTES, Guard, guarded
from winnow.play.progress import Progress
from winnow.play.server import Server
from winnow.play.shelf import Shelf

TOKEN, PORT = "secret-token", 4321
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
DEAL = {"kind": "deal", "game": "single-left", "number": "1"}


@contextmanager
def client(path):
    server = Server(Shelf(packs), Progress(path / "progress.json"))
    with TestClient(guarded(Guard(server.app(), TOKEN)), base_url=ORIGIN) as found:
        yield found
    server.thinkers.end()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with client(tmp_path_factory.mktemp("served")) as found:
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
    refused(post(page, "games", {}, **{"sec-fetch-site": "cross-site"}), 403)
    refused(page.get(f"/{TOKEN}/page.css", headers={"origin": "http://evil.example"}), 403)
    refused(post(page, "open", DEAL, **{"content-type": "text/plain"}), 415)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(page, method):
    refused(page.request(method, f"/{TOKEN}/api/games"), 405)


def test_oversized_requests_are_refused(page):
    refused(post(page, "open", b'{"a":"' + b"x" * MOST_BYTES + b'"}'), 413)

    def parts():
        for _ in range(MOST_BYTES // 65536 + 2):
            yield b" " * 65536

    headers = {"origin": ORIGIN, "content-type": "application/json"}
    refused(page.post(f"/{TOKEN}/api/open", content=parts(), headers=headers), 413)


def test_requests_are_answered_or_refused_by_the_program(page):
    assert post(page, "open", DEAL).json()["number"] == "1"
    refused(post(page, "rules", {"game": "nope"}), 404)
    refused(post(page, "open", b"{"), 400)
    refused(post(page, "progress", {"entries": {"a": 1}}), 400)


def test_paths_do_not_leave_the_folder(page):
    for path in ["../server.py", "..%2fserver.py", "%2e%2e/server.py", "api/nope", "nope.js"]:
        refused(page.get(f"/{TOKEN}/{path}"), 404)


def test_a_port_that_is_taken_is_told_in_a_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, _, line = run("play", "--no-browser", "--port", taken.getsockname()[1])
    assert (status, line.startswith("winnow: cannot listen on port")) == (2, True)
