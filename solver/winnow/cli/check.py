"""winnow check: verify what Winnow printed or wrote, by the rules alone."""

from __future__ import annotations

import json
import secrets
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click
from rich.console import Console
from rich.markup import escape

from winnow.checking.bundles import Subject, check_packed
from winnow.checking.claims import NotJsonError, object_of
from winnow.checking.records import check
from winnow.checking.stream import GZIP_MAGIC
from winnow.cli import exits
from winnow.cli.group import Amount
from winnow.cli.verified import check_verified
from winnow.core.counted import counted
from winnow.core.deals import Deal, game_type
from winnow.core.errors import BadInputError, EngineError
from winnow.core.meter import DEFAULT_MEMORY, ExhaustedError, Meter
from winnow.core.referee import REFEREES
from winnow.core.results import STATUSES, CheckFailedError, CheckResult, exhausted, failed
from winnow.core.text_files import TextError, numbered_lines, printable

if TYPE_CHECKING:
    # Only a sample of a survey's rows needs the engines.
    from winnow.api.recheck import SampleReport

_SQLITE_MAGIC, _XZ_MAGIC = b"SQLite format 3\0", b"\xfd7zXZ\0"
_MOST_SAMPLED = 10**6
_LONGEST_LINE = 1 << 24
"""The most characters of a verdict: a line of play of some hundred thousand moves."""
_SECONDS_BETWEEN_LOOKS = 0.05
CHECK_FORMAT, PILE_FORMAT = "winnow-check/1", "winnow-pile/1"

Finding = tuple[str, CheckResult]
F = TypeVar("F")


@dataclass(frozen=True)
class Checks:
    """The options of a check: the limits for each file, who searches or checks, and a survey's sample and seed."""

    memory: float
    seconds: float | None
    positions: int | None
    search: bool
    sample: int | None
    seed: int | None
    verified: bool


@click.command(name="check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Exit status 3 also if something is unproven.")
@click.option("--search", is_flag=True, help="Let engines and players search where the rules alone prove nothing.")
@click.option("--seconds", type=Amount(0, 1e9, min_open=True), metavar="S", help="Time limit for each file.")
@click.option("--positions", type=click.IntRange(1, 10**18), metavar="N", help="Limit on steps for each file.")
@click.option(
    "--memory",
    type=Amount(1, 1e6),
    default=DEFAULT_MEMORY,
    show_default=True,
    metavar="MIB",
    help="Memory limit for each file.",
)
@click.option(
    "--sample",
    type=click.IntRange(1, _MOST_SAMPLED),
    metavar="N",
    help="With --search: decide N random rows of a survey again.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="S", help="Seed of the random sample.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.option("--verified", is_flag=True, help="Check certificates with the proved checker.")
@click.option("--pile", metavar="CARDS", help="Judge a finished pile of GAME, bottom card first.")
def check_files(files: tuple[str, ...], strict: bool, as_json: bool, pile: str | None, **options: Any) -> int:
    """Check certificates, verdicts (--json), packs (directories) and surveys (databases or rows) by the rules alone.

    Each claim is `verified`, `verified by search` (with --search), `unproven` (stated, with nothing to show it),
    `failed` or `exhausted` (a limit ended the check). The rows of a survey are unproven; --search --sample N decides
    and proves N of them again, drawn at random, and states how many of all rows can be wrong at most.

    Exit status 2 if a file cannot be read as any of these (the others are still checked), 1 if a check fails, 3 if a
    limit ended a check, or with --strict if a claim is unproven. With --verified the program winnow-verify, where it
    is installed, does the check; its status 3 means that it cannot tell.

    `winnow check GAME --pile CARDS` judges a finished pile of a game instead, and names its first wrong card.
    """
    if pile is not None:
        others = ("verified", "positions", "search", "sample", "strict", "seed", "seconds")
        exits.refuse_given("does not go with --pile", *others)
        if len(files) != 1:
            raise exits.InputError(f"--pile takes one GAME, not {len(files)}")
        return _judge_pile(files[0], pile, as_json)
    checks = Checks(**options)
    if checks.verified:
        exits.refuse_given("does not go with --verified", "positions", "search", "sample")
    if checks.sample is None:
        exits.refuse_given("needs --sample", "seed")
    if not checks.search:
        exits.refuse_given("needs --search", "sample")
    return _check_all(files, checks, as_json, strict or checks.verified)


def _check_all(files: tuple[str, ...], checks: Checks, as_json: bool, strict: bool) -> int:
    """Check the files, print the findings and their summary, and return the exit status."""
    unread, seen = 0, Counter[str]()
    try:
        for file in files:
            before = seen.total()
            try:
                for found in _findings(file, checks):
                    seen.update([found[1].status] if isinstance(found, tuple) else [])
                    _tell(found, as_json)
                if seen.total() == before:
                    raise exits.InputError(f"no verdict in {file}")
            except BadInputError as error:
                # The other files are still checked.
                sys.stdout.flush()
                exits.complain(str(error))
                unread += 1
    except KeyboardInterrupt:
        return exits.EXIT_INTERRUPTED
    finally:
        if seen and not as_json:
            click.echo(", ".join(f"{seen[status]} {status}" for status in reversed(STATUSES) if seen[status]))
    # As in a batch of deals, an unreadable file takes precedence over all other findings.
    if unread:
        return exits.EXIT_BAD_INPUT
    if seen["failed"]:
        return exits.EXIT_CHECK_FAILED
    return exits.EXIT_UNDECIDED if seen["exhausted"] or (strict and seen["unproven"]) else exits.EXIT_DECIDED


def _tell(found: Finding | SampleReport, as_json: bool) -> None:
    """Print the result for one part of a file, or the report on a sample of a survey's rows."""
    if not isinstance(found, tuple):
        click.echo(json.dumps(found.record())) if as_json else exits.tell(f"{found.file}: {found.text()}")
        return
    place, result = found
    if as_json:
        record = {"place": place, "status": result.status, "text": result.text, "claims": dict(result.claims)}
        click.echo(json.dumps({"format": CHECK_FORMAT, **record}))
    else:
        exits.tell(f"{place}: {result.status}: {result.text}")


def _judge_pile(game: str, cards: str, as_json: bool) -> int:
    """Judge a finished pile, bottom card first, and print the result; return the exit status.

    Raises DealError or RuleError for cards that are not the game's whole deck, EngineError for a game without a pile.
    """
    judge = REFEREES.of(game_type(game).name).pile
    if judge is None:
        raise EngineError(f"{game} has no pile to judge")
    pile = Deal.parse(game, cards)
    result = judge(pile)
    if as_json:
        wrong = None if result.wrong is None else {"place": result.wrong + 1, "card": pile.cards[result.wrong]}
        record = {"game": pile.game, "pile": pile.text, "won": result.wrong is None, "wrong": wrong}
        click.echo(json.dumps({"format": PILE_FORMAT, **record, "text": result.text}))
    else:
        exits.tell(result.text)
    return exits.EXIT_DECIDED if result.wrong is None else exits.EXIT_CHECK_FAILED


def _findings(file: str, checks: Checks) -> Iterator[Finding | SampleReport]:
    """Yield a finding for each part of a file, with its place; a limit ends the file's check."""
    meter = Meter(checks.memory, checks.seconds, checks.positions)
    results = _results(file, meter, checks)
    while True:
        try:
            found = _next(results, meter)
        except (ExhaustedError, MemoryError, RecursionError) as error:
            found, results = (file, exhausted(error)), iter(())
        if found is None:
            return
        yield found


def _next(results: Iterator[F], meter: Meter) -> F | None:
    """Return the next finding, None after the last.

    A timer checks the limits on time and memory, also where the check itself does not.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return next(results, None)
    watching = True

    def look(_signal: int, _frame: FrameType | None) -> None:
        if watching:
            meter.look()

    before = signal.signal(signal.SIGALRM, look)
    try:
        signal.setitimer(signal.ITIMER_REAL, _SECONDS_BETWEEN_LOOKS, _SECONDS_BETWEEN_LOOKS)
        return next(results, None)
    finally:
        # An alarm that raised from here on would leave the timer running.
        watching = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _results(file: str, meter: Meter, checks: Checks) -> Iterator[Finding | SampleReport]:
    """Yield a finding for each part of a file, with its place: one for a certificate, many for verdicts and packs."""
    path = Path(file)
    try:
        if checks.verified:
            yield file, check_verified(file, meter)
        elif file != "-" and path.is_dir():
            yield from _check_folder(path, meter, checks)
        else:
            # A pipe can be opened once only.
            with nullcontext(sys.stdin.buffer) if file == "-" else path.open("rb") as stream:
                yield from _check_stream(stream, file, meter, checks)
    except OSError as error:
        raise exits.InputError(f"cannot read {exits.input_name(file)}: {error.strerror}") from None


def _check_stream(stream: BinaryIO, file: str, meter: Meter, checks: Checks) -> Iterator[Finding | SampleReport]:
    begin = b"" if file == "-" else stream.peek(len(_SQLITE_MAGIC))  # type: ignore[attr-defined]
    if begin.startswith((_SQLITE_MAGIC, _XZ_MAGIC)):
        yield from _check_rows(file, meter, checks)
        return
    _refuse_sample(file, checks)
    if not begin.startswith(GZIP_MAGIC):
        yield from _check_lines(stream, file, meter, checks.search)
        return
    from rich.progress import wrap_file  # noqa: PLC0415  slow to import

    with wrap_file(stream, Path(file).stat().st_size, **_bar(file)) as packed:
        for place, result in check_packed(packed, meter, _subject):
            yield f"{file}{place}", result


def _bar(file: str) -> dict[str, Any]:
    """Return how rich shows the progress of a check on a terminal."""
    console = Console(stderr=True)
    name = escape(f"checking {printable(Path(file).name)} (Ctrl-C stops)")
    return {"description": name, "console": console, "transient": True, "disable": not console.is_terminal}


def _refuse_sample(file: str, checks: Checks) -> None:
    if checks.sample is not None:
        raise exits.InputError(f"--sample: {file} holds no survey's rows")


def _check_folder(path: Path, meter: Meter, checks: Checks) -> Iterator[Finding | SampleReport]:
    """Yield a finding for each part of a pack, or for the rows of a folder."""
    # Only packs need the schemas and the players.
    from winnow_puzzles.packs.checking import check_pack, is_pack  # noqa: PLC0415

    if is_pack(path):
        _refuse_sample(str(path), checks)
        yield from check_pack(path, meter, checks.search)
    elif any(path.glob("*.csv.xz")):
        yield from _check_rows(str(path), meter, checks)
    else:
        raise exits.InputError(f"cannot read {path}: a directory that holds no pack and no survey's rows")


def _check_rows(file: str, meter: Meter, checks: Checks) -> Iterator[Finding | SampleReport]:
    """Yield a finding for a survey's rows as a whole, or for each row of a sample."""
    # Only surveys need these, and only a search needs the engines.
    from winnow.surveys.kept import every_row  # noqa: PLC0415

    if not checks.search:
        rows = sum(1 for _ in every_row(file))
        yield file, CheckResult("unproven", f"{counted(rows, 'rows')}; --search --sample N decides N of them again")
        return
    if checks.sample is None:
        raise exits.InputError(f"{file} holds a survey's rows: --search needs --sample N")
    from rich.progress import track  # noqa: PLC0415  as above

    from winnow.api.recheck import check_sample  # noqa: PLC0415

    seed = secrets.randbelow(10**9) if checks.seed is None else checks.seed
    yield from track(check_sample(file, checks.sample, seed, meter), total=checks.sample, **_bar(file))


def _subject(kind: str) -> Subject | None:
    """Return the check for records that are puzzles, None for other formats."""
    if not kind.startswith("winnow-puzzle/"):
        return None
    # Only packs need the schemas and the players.
    from winnow_puzzles.packs.checking_deals import puzzle_subject  # noqa: PLC0415

    return puzzle_subject(kind)


def _check_lines(stream: BinaryIO, file: str, meter: Meter, search: bool) -> Iterator[Finding]:
    held = meter.held
    try:
        for number, line in numbered_lines(stream, _LONGEST_LINE, meter.hold):
            place = f"{file}:{number}"
            if line.strip():
                yield place, _check_line(line, place, meter, search)
            meter.release(meter.held - held)
    except TextError as error:
        raise exits.InputError(f"{file}: {error}") from None


def _check_line(line: str, place: str, meter: Meter, search: bool) -> CheckResult:
    try:
        record = object_of(line, meter)
    except NotJsonError:
        raise exits.InputError(f"{place}: not a JSON object on one line") from None
    except CheckFailedError as error:
        return failed(error)
    result = check(record, meter)
    if search and result.status == "unproven":
        # Only a search needs the engines.
        from winnow.api.recheck import searched  # noqa: PLC0415

        return searched(record, result, meter)
    return result
