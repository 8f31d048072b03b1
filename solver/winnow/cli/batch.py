"""Decides the deals of a file, in one process or several; verdicts come in the file's order."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

from winnow.cli import common, exits
from winnow.core.deals import LONGEST_DEAL, game_type
from winnow.core.errors import BadInputError
from winnow.core.game import read_rules
from winnow.core.games import GAMES
from winnow.core.lines import split_moves
from winnow.core.text_files import TextError, numbered_lines
from winnow.core.verdicts import Answer, Verdict, VerdictName
from winnow.search.engines import choose
from winnow.search.fair.orders import Samples
from winnow.search.questions import answer
from winnow.workers.interrupts import Interrupt
from winnow.workers.local import InProcess, Processes, Runner, WorkerLostError, watched_budget

Record = dict[str, Any]


def run(options: common.Options, file: str, jobs: int, samples: Samples, as_json: bool) -> int:
    """Decide every deal of the file and print one record a line; return the exit status."""
    kind = game_type(options.game)
    rules = read_rules(kind, options.rules)
    choose(kind.name, options.engine, options.without, rules)
    options = replace(options, rules=rules.spelled_out())
    lines = _deal_lines(file)
    seen = Counter[str]()
    undecided = False
    columns = (SpinnerColumn(), TextColumn("{task.completed} deals"), TextColumn("{task.description}"))
    with common.interruptible() as interrupt, common.progress(*columns, TimeElapsedColumn()) as progress:
        task = progress.add_task("", total=None)
        for number, record, decided in _records(options, lines, jobs, samples, interrupt):
            seen[record["verdict"]] += 1
            undecided = undecided or not decided
            _print(number, record, as_json)
            counts = ", ".join(f"{count} {name}" for name, count in seen.items())
            progress.update(task, advance=1, description=counts)
        interrupted = interrupt.asked
    if not seen and not interrupted:
        raise common.InputError(f"{exits.input_name(file)} holds no deal")
    if interrupted:
        return common.EXIT_INTERRUPTED
    if seen["invalid"]:
        return exits.EXIT_BAD_INPUT
    return common.EXIT_UNDECIDED if undecided else common.EXIT_DECIDED


def _deal_lines(file: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text without comment) of every line with a deal; raise InputError if the file is not text."""
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
            for number, line in numbered_lines(stream, LONGEST_DEAL, lenient=True):
                if text := line.split("#")[0].strip():
                    yield number, text
    except OSError as error:
        raise common.InputError(f"cannot read {exits.input_name(file)}: {error.strerror}") from None
    except TextError as error:
        raise common.InputError(f"{exits.input_name(file)}: {error}") from None


def _records(
    options: common.Options,
    lines: Iterator[tuple[int, str]],
    jobs: int,
    samples: Samples,
    interrupt: Interrupt,
) -> Iterator[tuple[int, Record, bool]]:
    """Yield (line number, record, whether it is decided) in the file's order, until Ctrl-C."""
    stop = interrupt.has_been_asked
    runner: Runner = InProcess(stop) if jobs == 1 else Processes(jobs, stop, in_order=True)
    try:
        for number, record, decided in runner.run(partial(_decide, options, samples), lines):
            # Deals being decided at Ctrl-C are reported as undecided; deals not yet begun are left out.
            if not interrupt.asked or decided or record["positions"]:
                yield number, record, decided
    except WorkerLostError as error:
        raise common.UnansweredError(f"{error}; no answers from line {error.task[0]} on") from None


def _decide(options: common.Options, samples: Samples, line: tuple[int, str]) -> tuple[int, Record, bool]:
    """Return the line's number, its record, and whether it is decided.

    Bad input gives an `invalid` record; a deal for which there is no memory is `undecided`.
    """
    number, text = line
    # Reading the deal counts towards its limits, too.
    budget = watched_budget(options.limits)
    try:
        verdict = answer(options.question(budget, text), budget, samples)
    except BadInputError as error:
        reason = {"kind": "bad-input", "text": f"line {number}: {error}"}
        return number, _unread(options, text, "invalid", reason=reason), True
    except common.UnansweredError:
        return number, _unread(options, text, "undecided", stopped=budget.stopped), False
    return number, verdict.record(), verdict.decided


def _unread(options: common.Options, text: str, verdict: VerdictName, **others: Any) -> Record:
    """Return the record of a deal whose cards are not known, with these fields changed."""
    after = split_moves(GAMES[options.game], options.after)
    asked: Literal["win", "best"] = "best" if options.best else "win"
    unread = Verdict(options.game, options.rules, text, None, after, asked, Answer(verdict, ""), 0, 0.0)
    return unread.record() | {"engine": None} | others


def _print(number: int, record: Record, as_json: bool) -> None:
    if as_json:
        common.write_json(record)
    elif record["verdict"] == "invalid":
        common.tell(record["reason"]["text"])
    else:
        score = "" if record["score"] is None else f", score {record['score']}"
        best = " (proven best)" if record["optimal"] and record["question"] == "best" else ""
        common.tell(f"line {number}: {record['verdict']}{score}{best}")
