"""Checks that winnow-verify says of fixed certificates and mutants what it has been found to say.

python fixed.py: compares with fixed.jsonl. python fixed.py --write DIR: adds contents that are not there yet from the
certificates in DIR, one of each with four mutants, and writes anew what both checkers say of every row.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
FIXED = HERE / "fixed.jsonl"
STATUS = {0: "verified", 1: "failed", 3: "not checked"}


def said(text):
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "certificate"
        file.write_bytes(text)
        return STATUS[
            subprocess.run([HERE.parent / "winnow-verify", file], capture_output=True, check=False).returncode
        ]


def write(directory):
    from figures import python_says  # noqa: PLC0415
    from mutants import mutant  # noqa: PLC0415

    chance = random.Random(0)
    rows = [json.loads(line) for line in FIXED.read_text().splitlines()]
    known = {(row["game"], row["content"], row["question"]) for row in rows if row["python"] == "verified"}
    for path in sorted(Path(directory).glob("*.proof")):
        text = path.read_bytes()
        header = json.loads(text.partition(b"\n")[0])
        kind = {name: header.get(name) for name in ("game", "content", "question")}
        if len(text) < 20_000 and tuple(kind.values()) not in known:
            known.add(tuple(kind.values()))
            for change, changed in [("as it is", text), *(mutant(text, chance) for _ in range(4))]:
                if changed is not None and changed.isascii():
                    rows.append({**kind, "change": change, "text": changed.decode("ascii")})
    for row in rows:
        text = row.pop("text")
        row["status"], row["python"] = said(text.encode("ascii")), python_says(text.encode("ascii"))[0]
        row["text"] = text
    FIXED.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="ascii")


def compare():
    rows = [json.loads(line) for line in FIXED.read_text().splitlines()]
    for row in rows:
        status = said(row["text"].encode("ascii"))
        if status != row["status"]:
            sys.exit(f"{row['game']}, {row['content']}, {row['change']}: {status}, not {row['status']}")
        if status == "verified" and row["python"] != "verified":
            sys.exit(f"{row['game']}, {row['content']}, {row['change']}: the Python checker refuses it")
        if status == "failed" and row["python"] == "verified":
            sys.exit(f"{row['game']}, {row['content']}, {row['change']}: the Python checker verifies it")
    accepted = sum(row["status"] == "verified" for row in rows)
    print(f"fixed certificates and mutants: {len(rows)}, of which {accepted} verified: as expected")


if __name__ == "__main__":
    write(sys.argv[2]) if sys.argv[1:2] == ["--write"] else compare()
