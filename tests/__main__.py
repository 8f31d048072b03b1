"""Runs all checks that a change must pass: ruff, mypy --strict, then the tests on every processor.

The page is tested in Debian's chromium, which is installed where that is possible. Arguments go to pytest:
`python -m tests -m full` does the long runs. `--quick` runs only the linter, the type checker and the tests of rules,
ledger, imports and signature: under two minutes.
"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "play"))
from browser import install

# A test process spends a third of its time waiting for a browser, a server or another process.
PROCESSES = max(2, 3 * (os.cpu_count() or 1) // 2)

QUICK = (
    *("rules", "kernels", "test_arrows.py", "test_ledger.py", "test_signature.py"),
    *("agreement/test_options.py", "agreement/test_plain_engine.py"),
)
"""The tests of `--quick`, below this folder."""


def checks(arguments: list[str]) -> list[list[str]]:
    """Return the commands, each with its arguments after `python -m`."""
    if "--quick" in arguments:
        quick = [str(Path(__file__).parent / name) for name in QUICK]
        arguments = [*quick, *(argument for argument in arguments if argument != "--quick")]
    return [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["pytest", "-n", str(PROCESSES), "--dist", "worksteal", "--durations", "25", *arguments],
    ]


def main() -> int:
    trouble = "" if "--quick" in sys.argv else install()
    if trouble:
        print(f"the page will not be tested in a browser: {trouble}")
    failed = []
    for check in checks(sys.argv[1:]):
        print(f"== {' '.join(check)}", flush=True)
        if subprocess.run([sys.executable, "-m", *check], check=False).returncode:
            failed.append(check[0])
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
