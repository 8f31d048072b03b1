"""Everything a change must pass: ruff, mypy --strict, then the tests on every processor.

Arguments go to pytest: `python -m tests -m full` does the long runs.
"""

import subprocess
import sys

CHECKS = [
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy"],
    ["pytest", "-n", "auto", "--dist", "worksteal", *sys.argv[1:]],
]


def main() -> int:
    failed = []
    for check in CHECKS:
        print(f"== {' '.join(check)}", flush=True)
        if subprocess.run([sys.executable, "-m", *check], check=False).returncode:
            failed.append(check[0])
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
