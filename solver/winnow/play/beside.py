"""Work beside the server's event loop that may be left unfinished when the program ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def beside(work: Callable[[], T]) -> asyncio.Future[T]:
    """Return the future of what `work()` returns or raises in a thread of its own.

    Unlike a thread of `asyncio.to_thread` it does not keep the program from ending. Call it from a running event loop.
    """
    done: Future[T] = Future()
    # From here on the result can no longer be cancelled, so that the thread can always set it.
    done.set_running_or_notify_cancel()
    threading.Thread(target=_work, args=(work, done), daemon=True).start()
    return asyncio.wrap_future(done)


def _work(work: Callable[[], T], done: Future[T]) -> None:
    try:
        result = work()
    except Exception as error:
        done.set_exception(error)
    else:
        done.set_result(result)
