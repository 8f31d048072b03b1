"""Agreement tests on kernels that watch their own memory and arithmetic (gcc's address and undefined sanitizers).

`python -m tests.sanitized` builds all kernels so, in a fresh copy of the sources in build/sanitized, and runs there the
tests that take every engine with each of its techniques switched off; arguments go to pytest in their place. What the
sanitizers find is printed, and makes the exit status 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from project import NOT_SOURCE, ROOT

HOME = ROOT / "build" / "sanitized"
TREE, FOUND = HOME / "winnow", HOME / "found"
TOLD = "runtime error:"
"""The mark of a finding about undefined behaviour on stderr, which pytest must not capture."""
FLAGS = "-O1 -fsanitize=address,undefined -fno-omit-frame-pointer"
TESTS = ("tests/agreement/test_agreement.py", "tests/agreement/test_forgetting.py", "tests/agreement/test_ends.py")


def library(name: str) -> str:
    """Return the path of one of gcc's libraries."""
    asked = ["gcc", f"-print-file-name={name}"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def watched() -> dict[str, str]:
    """Return the environment in which the kernels of the copy are the ones imported, and watched from the start."""
    libraries = ("libasan.so", "libubsan.so", "libstdc++.so.6")  # the last for the exceptions of ortools
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(TREE / folder) for folder in ("solver", "ext", "puzzles")),
        "PYTHONMALLOC": "malloc",
        "LD_PRELOAD": " ".join(map(library, libraries)),
        # Python keeps much memory to its end, which is no leak of a kernel.
        "ASAN_OPTIONS": f"detect_leaks=0:log_path={FOUND / 'address'}",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def main(tests: list[str]) -> int:
    """Build, test, and print what was found; return the exit status."""
    shutil.rmtree(HOME, ignore_errors=True)
    shutil.copytree(ROOT, TREE, ignore=NOT_SOURCE)
    FOUND.mkdir()
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build, cwd=TREE, env={**os.environ, "CFLAGS": FLAGS, "LDFLAGS": FLAGS}, check=True)
    run = [sys.executable, "-m", "pytest", "-s", "-n", "0", "-p", "no:cacheprovider", *(tests or TESTS)]
    errors = FOUND / "errors"
    with errors.open("w") as stderr:
        status = subprocess.run(run, cwd=TREE, env=watched(), stderr=stderr, check=False).returncode
    findings = [path.read_text() for path in sorted(FOUND.iterdir()) if path != errors]
    findings += [errors.read_text()] if TOLD in errors.read_text() else []
    print(*findings, f"sanitized: {'FOUND, see above' if findings else 'nothing found'}", sep="\n")
    return 1 if findings else status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
