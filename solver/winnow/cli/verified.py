"""winnow check --verified: asks the proved checker (the folder verified/), a program of its own, about certificates."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from winnow.cli import exits
from winnow.referee import Meter
from winnow.referee.meter import ExhaustedError
from winnow.referee.results import CheckFailedError, failed
from winnow.referee.stream import GZIP_MAGIC, lines

PROGRAM = "winnow-verify"
NOT_INSTALLED = f"{PROGRAM} is not installed; in a checkout `make -C verified` builds it, with OCaml alone"


def program() -> str | None:
    """Return the proved checker: that of this checkout, else the one on the path; None if there is none."""
    built = Path(__file__).resolve().parents[3] / "verified" / PROGRAM
    return str(built) if built.is_file() else shutil.which(PROGRAM)


def check_verified(file: str) -> tuple[int, str]:
    """Return the proved checker's exit status for a certificate and its line of text, the file's name left out.

    The certificate is unpacked here, within the limits of its format. Raises InputError and OSError.
    """
    found = program()
    if found is None:
        return exits.EXIT_UNDECIDED, f"not checked: {NOT_INSTALLED}"
    with tempfile.TemporaryDirectory() as scratch:
        text = Path(scratch) / "certificate"
        try:
            _unpack(Path(file), text)
        except CheckFailedError as error:
            return exits.EXIT_CHECK_FAILED, f"failed: {failed(error).text}"
        except ExhaustedError as error:
            return exits.EXIT_UNDECIDED, f"not checked: {error}"
        run = subprocess.run([found, text], capture_output=True, text=True, check=False)  # noqa: S603
    told = run.stdout.strip().removeprefix(f"{text}: ")
    if run.returncode in (exits.EXIT_DECIDED, exits.EXIT_CHECK_FAILED, exits.EXIT_UNDECIDED) and told:
        return run.returncode, told
    return exits.EXIT_UNDECIDED, f"not checked: {PROGRAM} ended with status {run.returncode}"


def _unpack(file: Path, text: Path) -> None:
    with file.open("rb") as packed, text.open("w", encoding="ascii") as unpacked:
        if not packed.peek(2).startswith(GZIP_MAGIC):
            raise exits.InputError(f"{file} is no certificate: --verified checks what winnow prove writes")
        unpacked.writelines(line + "\n" for line in lines(packed, Meter()))
