"""Checks that winnow-verify says of the fixed certificates and mutants in fixed.jsonl what it has been found to say."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
STATUS = {0: "verified", 1: "failed", 3: "not checked"}


def said(rows):
    """Return the program's status for the text of each row."""
    with tempfile.TemporaryDirectory() as scratch:
        files = [Path(scratch) / str(place) for place in range(len(rows))]
        for file, row in zip(files, rows, strict=True):
            file.write_bytes(row["text"].encode("ascii"))
        asked = "".join(f"{file}\n" for file in files)
        program = [HERE.parent / "winnow-verify", "--list"]
        run = subprocess.run(program, input=asked, capture_output=True, text=True, check=True)
    return [STATUS[int(line.split(" ")[0])] for line in run.stdout.splitlines()]


def main():
    rows = [json.loads(line) for line in (HERE / "fixed.jsonl").read_text().splitlines()]
    for row, status in zip(rows, said(rows), strict=True):
        name = f"{row['game']}, {row['content']}, {row['change']}"
        if status != row["status"]:
            sys.exit(f"{name}: {status}, not {row['status']}")
        if (status == "verified") > (row["python"] == "verified") or (status, row["python"]) == ("failed", "verified"):
            sys.exit(f"{name}: the Python checker says {row['python']}")
    accepted = sum(row["status"] == "verified" for row in rows)
    print(f"fixed certificates and mutants: {len(rows)}, of which {accepted} verified: as expected")


if __name__ == "__main__":
    main()
