"""Careless and hostile clients of the server: nothing is lost or broken, and other clients are answered."""

import json
import socket
import subprocess
import sys
import threading

import httpx
import pytest
from browser import CAP
from test_server import TOKEN, page, post, refused  # noqa: F401

from winnow.play.progress import Progress

ENTRY = {"open": {}, "updated": 5}
HARMFUL = {
    "not a number": b'{"entries":{"a":{"open":{},"updated":5,"spent":NaN}}}',
    "infinite": b'{"entries":{"a":{"open":{},"updated":5,"spent":1e999}}}',
    "half a surrogate pair": b'{"entries":{"a\\ud800":{"open":{"x":"\\ud800"},"updated":5}}}',
    "negative": b'{"entries":{"a":{"open":{},"updated":5,"at":-3}}}',
    "huge": b'{"entries":{"a":{"open":{},"updated":1' + b"0" * 400 + b"}}}",
    "deep": b'{"entries":{"a":{"updated":5,"open":{"a":' + b"[" * 50000 + b"]" * 50000 + b"}}}}",
    "long line": json.dumps({"entries": {"a": ENTRY | {"line": ["x" * 400] * 900}}}).encode(),
    "large": json.dumps({"entries": {"a": ENTRY | {"open": {"z": "x" * 3_000_000}}}}).encode(),
    "null": b'{"entries":{"a":null}}',
}


@pytest.mark.parametrize("name", list(HARMFUL))
def test_harmful_progress_is_refused_and_breaks_nothing(page, name):  # noqa: F811
    refused(post(page, "progress", HARMFUL[name]), 400, 413)
    assert page.get(f"/{TOKEN}/api/progress").json()["entries"] == {}


def test_a_progress_file_with_harmful_values_is_set_aside(tmp_path):
    (tmp_path / "progress.json").write_text('{"format":"winnow-progress/1","entries":{"a":{"open":{},"updated":NaN}}}')
    assert Progress(tmp_path / "progress.json").read() == {}
    assert (tmp_path / "progress.unreadable.json").exists()


ADD = """
import sys
from pathlib import Path
from winnow.play.progress import Progress
progress = Progress(Path(sys.argv[1]))
for number in range(40):
    progress.add({f"{sys.argv[2]}-{number}": {"open": {}, "updated": number}})
"""


def test_two_processes_lose_nothing_of_each_other(tmp_path):
    file = tmp_path / "progress.json"
    running = [subprocess.Popen([sys.executable, "-c", ADD, str(file), name]) for name in ("one", "two")]
    assert [process.wait() for process in running] == [0, 0]
    assert len(Progress(file).read()) == 80
    person = Progress(file).person()
    assert person == Progress(file).person()
    assert len(Progress(file).read()) == 80


def test_the_earlier_try_of_two_computers_counts(tmp_path):
    progress = Progress(tmp_path / "progress.json")
    late = ENTRY | {"tried": 20, "first": True, "took": 3, "again": False}
    early = ENTRY | {"updated": 4, "tried": 10, "first": False, "took": 9, "again": True}
    for order in ([late, early], [early, late]):
        progress.forget()
        for entry in order:
            progress.add({"a": entry})
        kept = progress.read()["a"]
        assert (kept["tried"], kept["first"], kept["took"], kept["again"]) == (10, False, 9, True)


def parts(server):
    base = server.address.split("#")[0]
    return base, "/".join(base.split("/")[:3]), int(base.split(":")[2].split("/")[0])


def test_slow_requests_hold_nobody_up(server):
    base, _, port = parts(server)
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
    try:
        for place, connection in enumerate(slow):
            connection.sendall(
                b"POST /x HTTP/1.1\r\nHost: " + (b"127" if place % 2 else b"x\r\nContent-Length: 99\r\n\r\n{")
            )
        assert httpx.get(f"{base}api/games", timeout=CAP).status_code == 200
    finally:
        for connection in slow:
            connection.close()


def test_what_is_no_request_is_refused(server):
    _, _, port = parts(server)
    for sent in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET " + b"/x" * 60000 + b" HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", port), timeout=CAP) as connection:
            connection.sendall(sent)
            answer = connection.recv(2000)
        assert b" 4" in answer[:20], answer
        assert b"Traceback" not in answer
        assert TOKEN.encode() not in answer


def test_many_long_questions_leave_a_process_to_short_ones(server):
    """Twelve tabs ask for the best layout of a full deck, which never ends; another tab's lamp is still answered."""
    base, origin, _ = parts(server)
    asked = {"game": "blink", "number": "1", "line": [], "best": True}
    leaving = threading.Event()

    def ask(slot):
        with (
            httpx.Client(timeout=CAP) as long,
            long.stream(
                "POST", f"{base}api/verdict", json=asked | {"slot": f"long {slot}"}, headers={"Origin": origin}
            ),
        ):
            leaving.wait()

    tabs = [threading.Thread(target=ask, args=(slot,), daemon=True) for slot in range(12)]
    for tab in tabs:
        tab.start()
    asking = httpx.Client(timeout=CAP, headers={"Origin": origin})
    question = {"game": "single-left", "line": []}
    for number in range(3):
        answer = asking.post(f"{base}api/verdict", json=question | {"number": number, "slot": "short"})
        assert answer.json()["verdict"] == "unwinnable"
    # A new question of the same tab ends its long one.
    for slot in range(12):
        asking.post(f"{base}api/verdict", json=question | {"number": 10 + slot, "slot": f"long {slot}"})
    leaving.set()
    for tab in tabs:
        tab.join(CAP)
    assert not any(tab.is_alive() for tab in tabs)
