"""Runs work in threads beside the server's event loop; they do not keep the program from ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def beside(work: Callable[[], T]) -> asyncio.Future[T]:
    """Return a future with the result or the error of `work()`, run in a thread of its own.

    Unlike a thread of `asyncio.to_thread` it does not keep the program from ending. Call it from a running event loop.
    """
    done: Future[T] = Future()
    # From now on the future cannot be cancelled, so the thread can always set the result.
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
