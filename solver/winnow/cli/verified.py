"""winnow check --verified: checks certificates with the proved checker, a separate program (folder verified/)."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from winnow.checking.stream import GZIP_MAGIC, lines
from winnow.cli import exits
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.results import CheckFailedError, failed

if sys.platform != "win32":
    import resource

PROGRAM = "winnow-verify"
NOT_INSTALLED = f"{PROGRAM} is not installed; in a checkout `make -C verified` builds it, with OCaml alone"
_OUT_OF_MEMORY = re.compile("the memory ran out|out of memory")
_PROGRAM_BYTES = 32 << 20
"""The bytes of the program itself, its libraries and its stack."""


def program() -> str | None:
    """Return the path of the proved checker: of this checkout, else on PATH; None if there is none."""
    built = Path(__file__).resolve().parents[3] / "verified" / PROGRAM
    return str(built) if built.is_file() else shutil.which(PROGRAM)


def check_verified(file: str, meter: Meter) -> tuple[int, str]:
    """Return (exit status, line of text without the file's name) of the proved checker for a certificate.

    The certificate is uncompressed here; the meter limits that and the proved checker. Raises InputError and OSError.
    """
    found = program()
    if found is None:
        return exits.EXIT_UNDECIDED, f"not checked: {NOT_INSTALLED}"
    with tempfile.TemporaryDirectory() as scratch:
        text = Path(scratch) / "certificate"
        try:
            _unpack(Path(file), text, meter)
            return _answer(found, text, meter)
        except CheckFailedError as error:
            return exits.EXIT_CHECK_FAILED, f"failed: {failed(error).text}"
        except ExhaustedError as error:
            return exits.EXIT_UNDECIDED, f"exhausted: {error}"


def _answer(found: str, text: Path, meter: Meter) -> tuple[int, str]:
    """Return the program's exit status and line, run within the meter's limits; raise ExhaustedError at a limit."""
    command, limit = [found, str(text)], partial(_limit_memory, meter.most_bytes)
    try:
        run = subprocess.run(  # noqa: S603
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=meter.seconds_left,
            preexec_fn=None if sys.platform == "win32" else limit,
        )
    except subprocess.TimeoutExpired:
        raise ExhaustedError("seconds") from None
    told = run.stdout.strip().removeprefix(f"{text}: ")
    if run.returncode != exits.EXIT_DECIDED and _OUT_OF_MEMORY.search(told + run.stderr):
        raise ExhaustedError("memory")
    if run.returncode in (exits.EXIT_DECIDED, exits.EXIT_CHECK_FAILED, exits.EXIT_UNDECIDED) and told:
        return run.returncode, told
    return exits.EXIT_UNDECIDED, f"not checked: {PROGRAM} ended with status {run.returncode}"


def _limit_memory(size: int) -> None:
    """Limit the memory of this process to `size` bytes plus those of the program itself."""
    most = size + _PROGRAM_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _unpack(file: Path, text: Path, meter: Meter) -> None:
    with file.open("rb") as packed, text.open("w", encoding="ascii") as unpacked:
        if not packed.peek(2).startswith(GZIP_MAGIC):
            raise exits.InputError(f"{file} is no certificate: --verified checks what winnow prove writes")
        unpacked.writelines(line + "\n" for line in lines(packed, meter))
