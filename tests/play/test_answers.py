"""The program behind the page answers without any carrier."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from winnow.core.deals import Deal
from winnow.play.answers import GONE, Page
from winnow.play.reading import GoneError
from winnow.play.shelf import Shelf

ASKED = {"game": "single-left", "number": "1", "line": [], "slot": "s"}


async def at_once(work):
    return work()


async def never():
    await asyncio.Event().wait()


class Told:
    """A thinker that gives one answer, and keeps what it was asked."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    async def ask(self, slot, _gone, name, *arguments, long=False):
        self.asked.append((slot, name, arguments, long))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def answer(thinker, name, fields):
    page = Page(Shelf(), thinker, at_once)
    body = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
    # A thread of its own: the browser's tests leave a running event loop in the first thread.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(page.answer(name, body, never))).result()


def test_requests_are_answered_with_values():
    status, value = answer(Told(None), "open", ASKED | {"kind": "deal"})
    assert (status, value["deal"]) == (200, Deal.numbered("single-left", 1).text)


def test_a_search_is_left_to_the_thinker():
    thinker = Told({"verdict": "unwinnable", "line": None})
    status, value = answer(thinker, "verdict", ASKED | {"best": True})
    assert (status, value["verdict"]) == (200, "unwinnable")
    assert thinker.asked == [("s", "verdict", (Deal.numbered("single-left", 1), (), True), True)]


def test_what_is_refused_is_a_status_and_a_sentence():
    assert answer(Told(None), "nope", {}) == (404, {"error": "Nothing is here."})
    assert answer(Told(None), "open", b"[") == (400, {"error": "The request is not JSON."})
    assert answer(Told(GoneError()), "verdict", ASKED) == (GONE, {})


def test_the_program_loads_no_carrier():
    names = "import sys, winnow.play.answers, winnow.play.questions; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout.split()
    assert not {"starlette", "uvicorn", "multiprocessing"} & set(loaded)
