"""Engine processes are stopped when nobody waits for their answer any more."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from winnow.core.deals import Deal
from winnow.play.thinking import GoneError, Thinkers

LONG = ("verdict", Deal.numbered("blink", 1), (), True)
"""The best layout of a full deck is not found in the time of a test."""
SHORT = ("verdict", Deal.numbered("single-left", 1), (), False)


async def never():
    await asyncio.Event().wait()


def with_one_process(work):
    async def run():
        thinkers = Thinkers(1)
        try:
            return await asyncio.wait_for(work(thinkers), 120)
        finally:
            thinkers.end()

    # A thread of its own: the browser's tests leave a running event loop in the first thread.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(run())).result()


def test_a_newer_question_takes_the_older_ones_place():
    async def work(thinkers):
        await thinkers.ask("warm", never, *SHORT)
        first = asyncio.create_task(thinkers.ask("lamp", never, *LONG))
        await asyncio.sleep(0.5)
        began = time.monotonic()
        second = await thinkers.ask("lamp", never, *SHORT)
        with pytest.raises(GoneError):
            await first
        return second["verdict"], time.monotonic() - began

    verdict, seconds = with_one_process(work)
    assert verdict == "unwinnable"
    assert seconds < 60


def test_a_page_that_goes_away_frees_its_process():
    async def work(thinkers):
        gone = asyncio.Event()
        first = asyncio.create_task(thinkers.ask("lamp", gone.wait, *LONG))
        await asyncio.sleep(0.5)
        gone.set()
        with pytest.raises(GoneError):
            await first
        return await thinkers.ask("other", never, *SHORT)

    assert with_one_process(work)["verdict"] == "unwinnable"


def test_a_process_that_is_killed_is_replaced():
    async def work(thinkers):
        first = asyncio.create_task(thinkers.ask("lamp", never, *LONG))
        await asyncio.sleep(0.5)
        thinkers._all[0].end()
        with pytest.raises(Exception, match="ran out of memory or was stopped"):
            await first
        return await thinkers.ask("other", never, *SHORT)

    assert with_one_process(work)["verdict"] == "unwinnable"
