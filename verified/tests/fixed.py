"""Checks that winnow-verify says of fixed certificates and mutants what it has been found to say.

python fixed.py: compares with fixed.jsonl. python fixed.py --write DIR: writes that file anew from the certificates in
DIR, one of each content and game and four mutants of each, with what the Python checker says beside it.
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
    kinds = {}
    for path in sorted(Path(directory).glob("*.proof")):
        header = json.loads(path.read_bytes().partition(b"\n")[0])
        if path.stat().st_size < 20_000:
            kinds.setdefault((header["game"], header["content"], header["question"]), path.read_bytes())
    with FIXED.open("w", encoding="ascii") as out:
        for (game, content, question), text in sorted(kinds.items()):
            found = [("as it is", text), *(mutant(text, chance) for _ in range(4))]
            for change, changed in found:
                if changed is not None and changed.isascii():
                    row = {
                        "game": game,
                        "content": content,
                        "question": question,
                        "change": change,
                        "status": said(changed),
                        "python": python_says(changed)[0],
                        "text": changed.decode("ascii"),
                    }
                    out.write(json.dumps(row) + "\n")


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
