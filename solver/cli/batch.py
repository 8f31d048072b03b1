"""Many deals from a file: verdicts in the file's order, in one process or several."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from itertools import islice
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import IO, Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ext.budget import Budget
from solver.cli import common
from solver.games import GAMES
from solver.lines import split_moves
from solver.solving import answer, make_budget
from solver.verdicts import VERDICT_FORMAT

_AHEAD = 8
"""Deals handed out per process before their turn to be printed."""

Record = dict[str, Any]


def run(request: common.Request, file: str, jobs: int, as_json: bool) -> int:
    """Decide every deal of the file and print one record a line; return the exit status."""
    request = request.with_checked_rules()
    lines = _deal_lines(file)
    seen = {"winnable": 0, "unwinnable": 0, "undecided": 0, "open": 0, "invalid": 0}
    undecided = False
    with common.interruptible() as interrupt, _progress() as progress:
        task = progress.add_task("", total=None)
        records = _one_process(request, lines, interrupt) if jobs == 1 else _many(request, lines, jobs, interrupt)
        for number, record, decided in records:
            seen[record["verdict"]] += 1
            undecided = undecided or not decided
            _print(number, record, as_json)
            counts = ", ".join(f"{count} {name}" for name, count in seen.items() if count)
            progress.update(task, advance=1, description=counts)
        interrupted = interrupt.asked
    if not sum(seen.values()) and not interrupted:
        raise common.InputError(f"{_shown(file)} holds no deal")
    if interrupted:
        return common.EXIT_INTERRUPTED
    if seen["invalid"]:
        return common.EXIT_BAD_INPUT
    return common.EXIT_UNDECIDED if undecided else common.EXIT_DECIDED


def _shown(file: str) -> str:
    return "standard input" if file == "-" else file


def _progress() -> Progress:
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.completed} deals"), TextColumn("{task.description}"))
    return Progress(*columns, TimeElapsedColumn(), console=console, disable=not console.is_terminal)


def _deal_lines(file: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text without comment) of every line that holds a deal; raise InputError for no text file."""
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
            yield from _read_lines(stream, file)
    except OSError as error:
        raise common.InputError(f"cannot read {_shown(file)}: {error.strerror}") from None


def _read_lines(stream: IO[bytes], file: str) -> Iterator[tuple[int, str]]:
    if isinstance(stream, io.BufferedReader) and b"\0" in stream.peek():
        raise common.InputError(f"{_shown(file)} is not a text file")
    for number, raw in enumerate(stream, 1):
        text = raw.decode("utf-8", errors="backslashreplace").removeprefix("\ufeff").split("#")[0].strip()
        if text:
            yield number, text


def decide(request: common.Request, number: int, text: str, budget: Budget) -> tuple[Record, bool]:
    """Return the record of one line, and whether it is decided; bad input gives an `invalid` record."""
    try:
        verdict = answer(request.ask(text), budget)
    except common.BAD_INPUT as error:
        return _invalid(request, text, f"line {number}: {error}"), True
    return verdict.record(), verdict.decided


def _invalid(request: common.Request, text: str, error: str) -> Record:
    return {
        "format": VERDICT_FORMAT,
        "game": request.game,
        "rules": request.rules,
        "deal": text,
        "number": None,
        "after": list(split_moves(GAMES[request.game], request.after)),
        "question": "best" if request.best else "win",
        "verdict": "invalid",
        "score": None,
        "bound": None,
        "optimal": False,
        "line": None,
        "proof": None,
        "reason": {"kind": "bad-input", "text": error},
        "positions": 0,
        "seconds": 0.0,
        "engine": None,
    }


def _one_process(
    request: common.Request, lines: Iterator[tuple[int, str]], interrupt: common.Interrupt
) -> Iterator[tuple[int, Record, bool]]:
    for number, text in lines:
        record, decided = decide(request, number, text, interrupt.watch(make_budget(request.limits)))
        if interrupt.asked:
            return
        yield number, record, decided


class _Worker:
    """What a worker process keeps: the parent's wish to stop."""

    stop: Event | None = None


@contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: a process started meanwhile never sees it, not even before it can ignore it."""
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _start_worker(stop: Event) -> None:
    # Ctrl-C reaches the whole process group; the parent alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.stop = stop
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent's end, however it comes, and end this process with it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(common.EXIT_INTERRUPTED)


def _decide_in_worker(request: common.Request, number: int, text: str) -> tuple[Record, bool]:
    def look(_positions: int) -> None:
        if _Worker.stop is not None and _Worker.stop.is_set():
            budget.interrupt()

    budget = make_budget(request.limits, look)
    return decide(request, number, text, budget)


def _many(
    request: common.Request, lines: Iterator[tuple[int, str]], jobs: int, interrupt: common.Interrupt
) -> Iterator[tuple[int, Record, bool]]:
    """Decide in `jobs` processes, a bounded number of deals ahead, and yield in the file's order."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    waiting: deque[tuple[int, Future[tuple[Record, bool]]]] = deque()
    with ProcessPoolExecutor(jobs, context, initializer=_start_worker, initargs=(stop,)) as pool:
        try:
            while True:
                for line in islice(lines, jobs * _AHEAD - len(waiting)):
                    with _interrupt_held_back():
                        waiting.append((line[0], pool.submit(_decide_in_worker, request, *line)))
                if not waiting:
                    return
                number, future = waiting.popleft()
                while not future.done() and not interrupt.asked:
                    wait([future], timeout=0.2)
                if interrupt.asked:
                    return
                try:
                    record, decided = future.result()
                except BrokenProcessPool:
                    raise common.WorkerLostError(number) from None
                yield number, record, decided
        finally:
            stop.set()
            for _, future in waiting:
                future.cancel()


def _print(number: int, record: Record, as_json: bool) -> None:
    if as_json:
        common.write_json(record)
    elif record["verdict"] == "invalid":
        sys.stdout.write(f"{record['reason']['text']}\n")
    else:
        score = "" if record["score"] is None else f", score {record['score']}"
        best = " (proven best)" if record["optimal"] and record["question"] == "best" else ""
        sys.stdout.write(f"line {number}: {record['verdict']}{score}{best}\n")
    sys.stdout.flush()
