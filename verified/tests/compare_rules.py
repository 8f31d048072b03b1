"""Compares the extracted rules with the perft counts and walks, which a second implementation wrote."""

import json
import subprocess
import sys
from decimal import Decimal
from math import floor
from pathlib import Path

from winnow.core.game import read_rules
from winnow.core.games import GAMES

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def ask(questions):
    """Return the program's answer to each question."""
    text = "".join(json.dumps(question) + "\n" for question in questions)
    run = subprocess.run([HERE.parent / "winnow-rules"], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def files(folder, name):
    """Return the rows of the files called so below a folder."""
    found = sorted(folder.rglob(name))
    return [json.loads(line) for file in found for line in file.read_text().splitlines()]


def spelled_out(row):
    """Return the rules of a row, with the budget beside the pace of One-Minute."""
    rules = row["rules"]
    return {**rules, "handlings": floor(60 * Decimal(repr(rules["pace"])))} if "pace" in rules else rules


def is_read(row):
    """Return whether the rules have the defaults of all options added later, which is all that winnow-rules reads."""
    return not read_rules(GAMES[row["game"]], row["rules"]).readings()


def check_perft():
    rows = [row for row in files(ROOT / "solver", "perft.jsonl") if is_read(row)]
    answers = ask([{"number": None, **row, "rules": spelled_out(row), "perft": len(row["perft"])} for row in rows])
    for row, answer in zip(rows, answers, strict=True):
        if [lines for lines, _ in answer] != row["perft"]:
            sys.exit(f"perft: {row} is {answer}")
        if "spent" in row and [spent for _, spent in answer] != row["spent"]:
            sys.exit(f"spent: {row} is {answer}")
    print(f"perft: {len(rows)} rows, {sum(sum(row['perft']) for row in rows):,} lines of play: the same")


def spelled(move):
    """Return one spelling of a move: the cards of a meld in any order."""
    words = move.split()
    return " ".join(words[:1] + sorted(words[1:])) if words[0] == "meld" else move


def check_walks(rows):
    asked = [{key: row[key] for key in ("game", "deal", "line")} | {"rules": spelled_out(row)} for row in rows]
    answers = ask([{**question, "number": None} for question in asked])
    positions = 0
    for row, answer in zip(rows, answers, strict=True):
        for place, (told, here) in enumerate(zip(row["legal"], answer, strict=False)):
            positions += 1
            wanted = len(told) if not isinstance(told, int) else told
            same = len(here["legal"]) == wanted
            if not isinstance(told, int):
                same = sorted(map(spelled, here["legal"])) == sorted(map(spelled, told))
            if "scores" in row:
                same = same and here["score"] == row["scores"][place] and here["won"] == row["wons"][place]
            if not same:
                sys.exit(f"walks: after {place} moves of {row}: {here}")
    print(f"walks: {len(rows)} lines, {positions:,} positions: the same legal moves")


if __name__ == "__main__":
    check_perft()
    check_walks(files(ROOT / "tests", "walks.jsonl"))
