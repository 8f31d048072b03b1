"""Engine processes are stopped when their answer is no longer needed."""

import asyncio

import pytest
from browser import CAP

from asking import never
from asking import run as in_a_thread
from winnow.core.deals import Deal
from winnow.play.thinking import GoneError, Thinkers, _Process

LONG = ("verdict", Deal.numbered("blink", 1), (), True)
"""A question that no test waits for: the best layout of a full deck."""
SHORT = ("verdict", Deal.numbered("single-left", 1), (), False)


async def under_way(thinkers):
    """Wait until every process has a question."""
    while not thinkers._all or not thinkers._idle.empty():
        await asyncio.sleep(0)


def with_one_process(work):
    async def run():
        thinkers = Thinkers(1)
        try:
            return await asyncio.wait_for(work(thinkers), CAP)
        finally:
            thinkers.end()

    return in_a_thread(run)


def test_a_page_that_goes_away_frees_its_process():
    async def work(thinkers):
        gone = asyncio.Event()
        first = asyncio.create_task(thinkers.ask(gone.wait, *LONG))
        await under_way(thinkers)
        gone.set()
        with pytest.raises(GoneError):
            await first
        return await thinkers.ask(never, *SHORT)

    assert with_one_process(work)["verdict"] == "unwinnable"


def test_a_page_that_goes_away_as_its_answer_comes_frees_its_process(monkeypatch):
    async def work(thinkers):
        for turns in range(8):
            gone = asyncio.Event()

            async def answer(_process, _name, _arguments, gone=gone, turns=turns):
                gone.set()
                for _ in range(turns):
                    await asyncio.sleep(0)
                return "told", None

            with monkeypatch.context() as patched:
                patched.setattr(_Process, "ask", answer)
                await asyncio.gather(thinkers.ask(gone.wait, *SHORT), return_exceptions=True)
        return await thinkers.ask(never, *SHORT)

    assert with_one_process(work)["verdict"] == "unwinnable"


def test_a_process_that_is_killed_is_replaced():
    async def work(thinkers):
        first = asyncio.create_task(thinkers.ask(never, *LONG))
        await under_way(thinkers)
        thinkers._all[0].end()
        with pytest.raises(Exception, match="a worker process was killed"):
            await first
        return await thinkers.ask(never, *SHORT)

    assert with_one_process(work)["verdict"] == "unwinnable"
