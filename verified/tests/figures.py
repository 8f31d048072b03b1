"""Prints how many certificates of a directory the proved checker can check, and its times beside the Python checker's.

python figures.py DIR, with the Python package of Winnow installed; DIR as make_certificates.sh writes it.
"""

import gzip
import io
import json
import re
import statistics
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from winnow.checking.certificates import check_certificate

NOT_CHECKED = 3
VERIFY = Path(__file__).parent.parent / "winnow-verify"


def start():
    """Start the program once for many files."""
    return subprocess.Popen([VERIFY, "--list"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


PROGRAM = start()


def verified(path):
    """Return the exit status that winnow-verify has for a file, and the processor seconds that it took."""
    PROGRAM.stdin.write(f"{path}\n")
    PROGRAM.stdin.flush()
    code, seconds, _ = PROGRAM.stdout.readline().split(" ", 2)
    return int(code), float(seconds)


def python_says(text):
    """Return the Python checker's status and its processor seconds, without the start of Python."""
    packed = gzip.compress(text, 9)
    begin = time.process_time()
    status = check_certificate(io.BytesIO(packed)).status
    return status, time.process_time() - begin


def main(directory):
    rows = defaultdict(list)
    for path in sorted(Path(directory).glob("*.proof")):
        text = path.read_bytes()
        content = json.loads(text.partition(b"\n")[0])["content"]
        kind = re.sub(r"-\d+$", "", path.stem)
        code, seconds = verified(path)
        status, python_seconds = ("not asked", 0.0) if code == NOT_CHECKED else python_says(text)
        rows[kind].append((content, code, seconds, status, python_seconds))
        if code == 0 and status != "verified":
            sys.exit(f"{path}: winnow-verify accepts it, the Python checker does not")
        if code == 1 and status == "verified":
            print(f"{path}: winnow-verify refuses it, the Python checker does not")
    print("| certificates | number | checked | not checked | median and most seconds | Python's |")
    print("|---|---|---|---|---|---|")
    for kind, found in rows.items():
        good = [row for row in found if row[1] == 0]
        left = Counter(row[0] for row in found if row[1] != 0)
        kinds = Counter(row[0] for row in good)
        done = ", ".join(f"{n} {content}" for content, n in kinds.most_common()) or "none"
        not_done = ", ".join(f"{n} {content}" for content, n in left.most_common()) or "none"
        ours, theirs = [row[2] for row in good] or [0], [row[4] for row in good] or [0]
        print(
            f"| {kind} | {len(found)} | {done} | {not_done} | {statistics.median(ours):.3f}, {max(ours):.3f} | "
            f"{statistics.median(theirs):.3f}, {max(theirs):.3f} |"
        )
    everything = [row for found in rows.values() for row in found]
    print(
        f"\n{len(everything)} certificates, {sum(row[1] == 0 for row in everything)} checked, "
        f"{sum(row[1] == 1 for row in everything)} failed"
    )


if __name__ == "__main__":
    main(sys.argv[1])
