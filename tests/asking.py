"""Asks the program behind the page, in this process and without a carrier."""

import asyncio
import functools
import json
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path

from winnow.cli.play import curated
from winnow.play import questions
from winnow.play.answers import Page
from winnow.play.shelf import Shelf
from winnow_kernels.common.budget import Budget
from winnow_puzzles.packs.reading import read_pack

CURATED = Path(str(resources.files("winnow_puzzles"))) / "curated"
packs = functools.cache(curated)


def curated_pack(name):
    return read_pack(CURATED / name, known_good=True)


async def at_once(work):
    return work()


async def never():
    await asyncio.Event().wait()


def run(work):
    """Run a coroutine in a thread of its own: tests in a browser leave a running event loop in the first thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


class Thinks:
    """A thinker that answers at once, in this process, within `positions`; it keeps what it was asked."""

    def __init__(self, positions):
        self.positions, self.asked = positions, []

    async def ask(self, _gone, name, *arguments, long=False):
        self.asked.append((name, arguments, long))
        found, trouble = questions.told(lambda _seconds: Budget(positions=self.positions), name, arguments)
        assert trouble is None
        return found


class Asking:
    """The answering program, and all that it answered; `fields` are part of every request."""

    def __init__(self, load=tuple, positions=10**7, thinker=None, **fields):
        self.thinker = thinker or Thinks(positions)
        self.page, self.answers, self.fields = Page(Shelf(load), self.thinker, at_once), [], fields

    def answer(self, name, body):
        """Return the status and the value of a request, whose body may be bytes."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, value = run(lambda: self.page.answer(name, content, never))
        self.answers.append(json.dumps(value))
        return status, json.loads(self.answers[-1])

    def ask(self, name, **fields):
        """Return the value of a request that is answered."""
        status, value = self.answer(name, {**self.fields, **fields})
        assert status == 200, value
        return value

    def refused(self, name, body):
        """Return the sentence with which a request is refused."""
        status, value = self.answer(name, body)
        assert 400 <= status < 500, value
        sentence = value["error"]
        assert sentence.endswith(".")
        assert len(sentence.splitlines()) == 1
        return sentence
