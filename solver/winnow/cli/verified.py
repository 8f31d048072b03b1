"""winnow check --verified: checks certificates with the proved checker, a separate program (folder verified/).

Of a bundle every certificate is checked, one by one; its records are not read.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from winnow.checking.bundles import Bundle, is_bundle
from winnow.checking.stream import GZIP_MAGIC, lines
from winnow.cli import exits
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.results import CheckFailedError, CheckResult, Status, failed

PROGRAM = "winnow-verify"
NOT_INSTALLED = f"{PROGRAM} is not installed; in a checkout `make -C verified` builds it, with OCaml alone"
_OUT_OF_MEMORY = re.compile("the memory ran out|out of memory")
_PROGRAM_BYTES = 32 << 20
"""The bytes of the program itself, its libraries and its stack."""
_RESULTS: dict[int, Status] = {
    exits.EXIT_DECIDED: "verified",
    exits.EXIT_CHECK_FAILED: "failed",
    exits.EXIT_UNDECIDED: "unproven",
}
_BETWEEN = 0.05
"""Seconds between two looks at the clock and at the program's memory, which not every system limits."""


def program() -> str | None:
    """Return the path of the proved checker: of this checkout, else on PATH; None if there is none."""
    built = Path(__file__).resolve().parents[3] / "verified" / PROGRAM
    return str(built) if built.is_file() else shutil.which(PROGRAM)


def check_verified(file: str, meter: Meter) -> CheckResult:
    """Return the result of the proved checker for a certificate or a bundle, `unproven` where it cannot tell.

    Certificates are uncompressed here; the meter limits that and the proved checker. Raises InputError, OSError and
    ExhaustedError.
    """
    if file == "-":
        raise exits.InputError("--verified checks files, not standard input")
    found = program()
    if found is None:
        return CheckResult("unproven", f"not checked: {NOT_INSTALLED}")
    try:
        with Path(file).open("rb") as packed:
            if not packed.peek(2).startswith(GZIP_MAGIC):
                raise exits.InputError(f"{file} is no certificate: --verified checks what winnow prove writes")
            text = lines(packed, meter)
            first = next(text, "")
            if is_bundle(first, meter):
                return _of_bundle(found, first, text, meter)
            return _asked(found, chain([first], text), meter)
    except CheckFailedError as error:
        return failed(error)


def _of_bundle(found: str, first: str, text: Iterator[str], meter: Meter) -> CheckResult:
    """Return the worst result of a bundle's certificates."""
    bundle = Bundle(meter, lambda _: None, lambda own, meter: (_asked(found, own, meter), None))
    bundle.read(first, text)
    result = bundle.certificates()
    if result.status == "verified" and bundle.records:
        told = "verified, but not the records, which this checker does not read: winnow check compares them"
        return CheckResult("unproven", f"{result.text} {told}")
    return result


def _asked(found: str, text: Iterator[str], meter: Meter) -> CheckResult:
    """Return the program's result for the lines of a certificate; raise ExhaustedError at a limit."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "certificate"
        with path.open("w", encoding="ascii") as unpacked:
            unpacked.writelines(line + "\n" for line in text)
        status, out, errors = _run([found, str(path)], meter)
    told = out.strip().removeprefix(f"{path}: ")
    if status != exits.EXIT_DECIDED and _OUT_OF_MEMORY.search(told + errors):
        raise ExhaustedError("memory")
    if status in _RESULTS and told:
        return CheckResult(_RESULTS[status], told.removeprefix(f"{_RESULTS[status]}: "))
    return CheckResult("unproven", f"not checked: {PROGRAM} ended with status {status}")


def _run(command: list[str], meter: Meter) -> tuple[int, str, str]:
    """Return a program's status, output and errors; raise ExhaustedError, and end it, at a limit of the meter."""
    import psutil  # noqa: PLC0415  other checks do without

    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, encoding="utf-8") as process:  # noqa: S603
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    out, errors = process.communicate(timeout=_BETWEEN)
                    return process.returncode, out, errors
                if meter.seconds_left == 0:
                    raise ExhaustedError("seconds")
                with suppress(psutil.NoSuchProcess):
                    if psutil.Process(process.pid).memory_info().rss > meter.most_bytes + _PROGRAM_BYTES:
                        raise ExhaustedError("memory")
        finally:
            process.kill()
