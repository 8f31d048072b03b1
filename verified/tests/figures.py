"""Prints how many certificates of a directory the proved checker can check, and its times beside the Python checker's.

python figures.py DIR, with the Python package of Winnow installed; DIR as make_certificates.py writes it.
"""

import gzip
import io
import json
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from winnow.checking.certificates import check_certificate

NOT_CHECKED = 3
SLOW = 1.0
"""The seconds in the middle from which on a content's times are compared with the Python checker's."""
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
        code, seconds = verified(path)
        status, python_seconds = python_says(text)
        rows[re.sub(r"-\d+$", "", path.stem), content].append((code, seconds, python_seconds))
        if status != "verified":
            sys.exit(f"{path}: the Python checker does not verify it")
        if code not in (0, NOT_CHECKED):
            print(f"{path}: winnow-verify refuses it, the Python checker does not")
    print("| certificates | content | number | accepted | cannot tell | median and most seconds | Python's |")
    print("|---|---|---|---|---|---|---|")
    for (kind, content), found in rows.items():
        good = [row for row in found if row[0] == 0]
        left = sum(code == NOT_CHECKED for code, _, _ in found)
        ours = times([seconds for _, seconds, _ in good]) if good else "-"
        theirs = times([seconds for _, _, seconds in good or found])
        print(f"| {kind} | {content} | {len(found)} | {len(good)} | {left} | {ours} | {theirs} |")
    for content in dict.fromkeys(content for _, content in rows):
        good = [row for (_, other), found in rows.items() if other == content for row in found if row[0] == 0]
        if good and statistics.median(row[1] for row in good) >= SLOW:
            ratios = [ours / theirs for _, ours, theirs in good]
            within = sum(ratio <= 20 for ratio in ratios)
            print(f"{content}: {min(ratios):.0f} to {max(ratios):.0f} times the Python checker's time, ", end="")
            print(f"median {statistics.median(ratios):.0f}, {within} of {len(ratios)} within 20")
    everything = [row for found in rows.values() for row in found]
    accepted = sum(row[0] == 0 for row in everything)
    share = 100 * accepted / len(everything)
    print(f"\n{len(everything)} certificates, {accepted} accepted ({share:.1f}%)")


def times(seconds):
    """Return the median and the greatest of some times, as text."""
    return f"{statistics.median(seconds):.3f}, {max(seconds):.3f}"


if __name__ == "__main__":
    main(sys.argv[1])
