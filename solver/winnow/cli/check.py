"""winnow check: verify what Winnow printed or wrote, by the rules alone."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

import click
from rich.console import Console

from winnow.cli import exits
from winnow.cli.verified import check_verified
from winnow.referee import CheckResult, Meter, check
from winnow.referee.certificates import DEFAULT_MEMORY, check_certificate
from winnow.referee.stream import GZIP_MAGIC

_LONGEST_LINE = 1 << 24
"""Bytes of a verdict: a line of play of some hundred thousand moves."""


@click.command(name="check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--quiet", is_flag=True, help="Print only failures and the summary.")
@click.option(
    "--memory",
    type=click.FloatRange(1, 1e6),
    default=DEFAULT_MEMORY,
    show_default=True,
    metavar="MIB",
    help="Memory for a certificate.",
)
@click.option("--verified", is_flag=True, help="Check certificates by the checker that is itself proved.")
def check_files(files: tuple[str, ...], quiet: bool, memory: float, verified: bool) -> int:
    """Check certificates (winnow prove), verdicts (solve --json) and packs (directories) by the rules alone.

    Exit status 1 if a check fails, 2 if a file cannot be read as any of these. With --verified the program
    winnow-verify checks, where it is installed; then 3 says that it cannot tell.
    """
    if verified:
        return _check_verified(files, quiet)
    seen: Counter[str] = Counter()
    for file in files:
        for place, result in _results(file, memory):
            seen[result.status] += 1
            if not quiet or result.status == "failed":
                click.echo(f"{place}: {result.status}: {result.text}")
    if not seen:
        raise exits.InputError(f"no verdict in {', '.join(files)}")
    click.echo(", ".join(f"{count} {status}" for status, count in sorted(seen.items())))
    return exits.EXIT_CHECK_FAILED if seen["failed"] else exits.EXIT_DECIDED


def _check_verified(files: tuple[str, ...], quiet: bool) -> int:
    """Ask the proved checker; return the worst exit status."""
    worst = exits.EXIT_DECIDED
    for file in files:
        try:
            status, text = check_verified(file)
        except OSError as error:
            raise exits.InputError(f"cannot read {file}: {error.strerror}") from None
        if not quiet or status != exits.EXIT_DECIDED:
            click.echo(f"{file}: {text}")
        if worst != exits.EXIT_CHECK_FAILED and status != exits.EXIT_DECIDED:
            worst = status
    return worst


def _results(file: str, memory: float) -> Iterator[tuple[str, CheckResult]]:
    """Yield what each part of a file came to, with its place: a certificate is one; verdicts and packs have several."""
    if Path(file).is_dir():
        # Only packs need the schemas and the players.
        from winnow_puzzles.packs.checking import check_pack, is_pack  # noqa: PLC0415

        if not is_pack(Path(file)):
            raise exits.InputError(f"cannot read {file}: a directory that holds no pack")
        yield from check_pack(Path(file))
        return
    try:
        if file == "-":
            yield from _check_lines(sys.stdin.buffer, file)
            return
        with Path(file).open("rb") as stream:
            if stream.peek(2).startswith(GZIP_MAGIC):
                with _progress(Path(file)) as tick:
                    result = check_certificate(stream, Meter(memory), tick)
                yield file, result
            else:
                yield from _check_lines(stream, file)
    except OSError as error:
        raise exits.InputError(f"cannot read {file}: {error.strerror}") from None


def _check_lines(stream: BinaryIO, file: str) -> Iterator[tuple[str, CheckResult]]:
    """Yield what the lines of a file of verdicts came to."""
    for number in count(1):
        raw = stream.readline(_LONGEST_LINE + 1)
        if not raw:
            return
        place = f"{file}:{number}"
        if len(raw) > _LONGEST_LINE:
            raise exits.InputError(f"{place}: the line is too long for a verdict")
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise exits.InputError(f"{file} is not a text file") from None
        if line.strip():
            yield place, _check_line(line, place)


@contextmanager
def _progress(path: Path) -> Iterator[Callable[[int], None] | None]:
    """Give a function that is told the bytes read and shows them on a terminal; None where there is none."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    size = max(1, path.stat().st_size)
    with console.status(f"checking {path.name} ...") as status:
        yield lambda read: status.update(f"checking {path.name}: {read * 100 // size}% read (Ctrl-C stops)")


def _check_line(line: str, place: str) -> CheckResult:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise exits.InputError(f"{place}: not a JSON object on one line") from None
    if not isinstance(record, dict):
        return CheckResult("failed", "the record is not an object")
    return check(record)
