"""Runs one function in a process of its own, with separate memory; Ctrl-C ends it with its caller."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, TypeVar, cast

from winnow.workers.children import (
    end_of,
    end_with_parent,
    leave_if_imported_by_worker,
    leave_interrupts_to_parent,
    require_guarded,
    starting,
)
from winnow.workers.local import WorkerLostError

R = TypeVar("R")


def alone(function: Callable[..., R], *arguments: Any) -> R:
    """Return the result of a call of `function` in a new process; it must be at a module's top level.

    Its exceptions are raised here. Raises WorkerLostError if the process dies, and UnguardedError. The process ignores
    Ctrl-C; the caller ends it at once.
    """
    leave_if_imported_by_worker()
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sending, function, arguments), daemon=True)
    with starting():
        process.start()
    sending.close()
    try:
        returned, value = receiving.recv()
    except EOFError:
        process.join()
        require_guarded(process)
        raise WorkerLostError(function.__name__, end_of([process])) from None
    finally:
        process.kill()
        process.join()
    if not returned:
        raise value
    return cast(R, value)


def _answer(sending: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    leave_interrupts_to_parent()
    end_with_parent()
    try:
        answer = (True, function(*arguments))
    except Exception as error:
        answer = (False, error)
    sending.send(answer)
    sending.close()
