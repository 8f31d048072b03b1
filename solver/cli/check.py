"""winnow check: verify what Winnow printed, by the rules alone."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from puzzles.checking import check_pack
from solver.cli import common
from solver.referee import CheckResult, check


@click.command(name="check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--quiet", is_flag=True, help="Print only failures and the summary.")
def check_files(files: tuple[str, ...], quiet: bool) -> int:
    """Check verdicts (files of winnow solve --json) and packs (directories) by the rules alone, with no solver code.

    Exit status 1 if a check fails, 2 if a file cannot be read as verdicts.
    """
    seen: Counter[str] = Counter()
    for file in files:
        for place, result in _findings(file):
            seen[result.status] += 1
            if not quiet or result.status == "failed":
                click.echo(f"{place}: {result.status}: {result.text}")
    if not seen:
        raise common.InputError(f"no verdict in {', '.join(files)}")
    click.echo(", ".join(f"{count} {status}" for status, count in sorted(seen.items())))
    return common.EXIT_CHECK_FAILED if seen["failed"] else common.EXIT_DECIDED


def _findings(file: str) -> Iterator[tuple[str, CheckResult]]:
    """Yield the places of a file or a pack, each with what its check came to."""
    if Path(file).is_dir():
        yield from check_pack(Path(file))
        return
    for place, line in _lines(file):
        yield place, _check_line(line, place)


def _lines(file: str) -> list[tuple[str, str]]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise common.InputError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise common.InputError(f"{file} is not a text file") from None
    return [(f"{file}:{number}", line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]


def _check_line(line: str, place: str) -> CheckResult:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise common.InputError(f"{place}: not a JSON object on one line") from None
    if not isinstance(record, dict):
        return CheckResult("failed", "the record is not an object")
    return check(record)
