"""Runs all checks that a change must pass: the tests on every processor, at the same time ruff and mypy --strict.

The page is tested in Debian's chromium, which is installed where that is possible. Arguments go to pytest:
`python -m tests -m "not full"` runs what `.ci/run` runs, `-m full` the long runs. `--quick` runs only the linter, the
type checker and the tests of rules, ledger, imports and signature: under two minutes.
"""

import compileall
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "play"))
from browser import install

ROOT = Path(__file__).resolve().parents[1]
# A test process spends a third of its time waiting for a browser, a server or another process.
PROCESSES = max(2, 3 * (os.cpu_count() or 1) // 2)

QUICK = (
    *("rules", "kernels", "test_arrows.py", "test_ledger.py", "test_signature.py"),
    *("agreement/test_agreement.py::test_small_decks_vary_every_option", "agreement/test_plain_engine.py"),
)
"""The tests of `--quick`, below this folder."""


LINTERS = (["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"])


def started(arguments: list[str]) -> subprocess.Popen[str]:
    """Start a module of this Python; its output is kept."""
    command = [sys.executable, "-m", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main(arguments: list[str]) -> int:
    """Run pytest, and the linters beside it; return the exit status."""
    if "--quick" in arguments:
        quick = [str(Path(__file__).parent / name) for name in QUICK]
        arguments = [*quick, *(argument for argument in arguments if argument != "--quick")]
    elif trouble := install():
        print(f"the page will not be tested in a browser: {trouble}")
    linters = [(name, started(name)) for name in LINTERS]
    # Hundreds of processes import the packages, which are compiled once, also where Python keeps no bytecode.
    for folder in ("solver", "puzzles"):
        compileall.compile_dir(ROOT / folder, quiet=1)
    pytest = ["pytest", "-n", str(PROCESSES), "--dist", "worksteal", "--durations", "25", *arguments]
    print(f"== {' '.join(pytest)}", flush=True)
    failed = ["pytest"] if subprocess.run([sys.executable, "-m", *pytest], check=False).returncode else []
    for name, process in linters:
        said, _ = process.communicate()
        print(f"== {' '.join(name)}\n{said}", end="")
        failed += [name[0]] if process.returncode else []
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
