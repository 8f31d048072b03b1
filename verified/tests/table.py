"""Proves numbered deals of every game, and prints which certificates the proved checker accepts, and its times.

python table.py DIR FIRST COUNT, with the Python package of Winnow installed: writes COUNT deals of each game and
variant from number FIRST on as DIR/KIND-NUMBER.proof, unpacked, and as many small decks (small-GAME-NUMBER.proof),
which have the other contents and equal cards. Undecided deals get no file; files that exist stay.
"""

import gzip
import io
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from winnow.api.prove import prove_question
from winnow.api.solve import make_budget
from winnow.checking.certificates import check_certificate
from winnow.core.cards import BLINK, DECKTET, STANDARD
from winnow.core.deals import Deal
from winnow.core.question import Question
from winnow.core.verdicts import Limits

KINDS = [
    ("single-left", "single-left", {}, False),
    ("single-left-optional", "single-left", {"discarding": "optional"}, False),
    ("single-left-optional-best", "single-left", {"discarding": "optional"}, True),
    ("single-left-redeal", "single-left", {"discarding": "optional", "redeals": 1}, False),
    ("blink", "blink", {}, False),
    ("blink-hold-0", "blink", {"hold": 0}, False),
    ("blink-hold-0-best", "blink", {"hold": 0}, True),
    ("one-minute-forced", "one-minute", {"passing": "forced"}, False),
    ("one-minute", "one-minute", {}, False),
    ("one-minute-best", "one-minute", {}, True),
    ("head", "head", {}, False),
    ("head-best", "head", {}, True),
    ("head-2-passes", "head", {"passes": 2}, False),
    ("universal", "universal", {}, False),
    ("universal-2-2", "universal", {"draw": 2}, False),
    ("universal-1-1", "universal", {"draw": 1}, False),
    ("universal-1-1-best", "universal", {"draw": 1}, True),
]
"""Name, game, rules, and whether the best score is asked for."""
STATUS = {0: "accepted", 3: "cannot tell"}


def small_deck(game, chance):
    """Return rules and deal of a small deck."""
    size = chance.randrange(4, 10)
    if game == "one-minute":
        rules = {"pace": chance.choice([0.1, 0.15, 0.2]), "passing": chance.choice(["free", "forced"]), "pickup": 1}
        return rules, chance.sample(STANDARD.tokens, size)
    if game == "single-left":
        goal = chance.choice(["clear", "one", "2"])
        rules = {"discarding": chance.choice(["forced", "optional"]), "goal": goal, "redeals": chance.randrange(3)}
        return rules, chance.choices([rank + suit for rank in "A23" for suit in "CD"], k=2 * size)
    if game == "head":
        rules = {"hand": 3, "passes": chance.randrange(1, 4), "melding": chance.choice(["forced", "optional"])}
        return rules, chance.sample(DECKTET.tokens, size)
    if game == "blink":
        rules = {"hold": chance.randrange(3), "columns": 3, "rows": chance.randrange(2, 4)}
        return rules, chance.sample(BLINK.tokens[:50], size)
    ranks, suits = "567MSG"[chance.randrange(3) :], chance.sample("EJMNSV", 2)
    deal = [rank + suit for rank in ranks for suit in suits]
    chance.shuffle(deal)
    return {"draw": chance.randrange(1, 3), "passes": chance.randrange(1, 3), "columns": 2}, deal


def questions(first, count):
    """Yield name, question, and the seconds for it."""
    for name, game, rules, best in KINDS:
        for number in range(first, first + count):
            yield f"{name}-{number}", Question(Deal.numbered(game, number, rules), best=best), 20.0
    for game in ("one-minute", "single-left", "head", "universal", "blink"):
        for number in range(count):
            rules, deal = small_deck(game, random.Random(f"{game} {number}"))
            parsed = Deal.parse(game, " ".join(deal), {**rules, "deck": "as-dealt"})
            yield f"small-{game}-{number}", Question(parsed, best=number % 2 == 1), 2.0


def write(directory, first, count):
    directory.mkdir(parents=True, exist_ok=True)
    for name, question, seconds in questions(first, count):
        file = directory / f"{name}.proof"
        if not file.exists():
            proof = prove_question(question, make_budget(Limits(seconds=seconds)))
            if proof.content is not None:
                file.write_text("".join(line + "\n" for line in proof.text()), encoding="ascii")


def proved(paths):
    """Return for each file the exit status of winnow-verify and the processor seconds that it took."""
    asked = "".join(f"{path}\n" for path in paths)
    program = [Path(__file__).parent.parent / "winnow-verify", "--list"]
    run = subprocess.run(program, input=asked, capture_output=True, text=True, check=True)
    return [
        (int(code), float(seconds)) for code, seconds, _ in (line.split(" ", 2) for line in run.stdout.splitlines())
    ]


def python_seconds(text):
    """Return the processor seconds of the Python checker, which must verify the certificate."""
    packed = gzip.compress(text, 9)
    begin = time.process_time()
    assert check_certificate(io.BytesIO(packed)).status == "verified"
    return time.process_time() - begin


def times(seconds):
    """Return the median and the greatest of some times, as text."""
    return f"{statistics.median(seconds):.3f}, {max(seconds):.3f}"


def main(directory):
    paths, rows = sorted(directory.glob("*.proof")), defaultdict(list)
    for path, (code, seconds) in zip(paths, proved(paths), strict=True):
        assert code in STATUS, f"{path}: winnow-verify refuses it"
        text = path.read_bytes()
        content = json.loads(text.partition(b"\n")[0])["content"]
        rows[re.sub(r"-\d+$", "", path.stem), content].append((STATUS[code], seconds, python_seconds(text)))
    print("| certificates | content | number | accepted | cannot tell | median and most seconds | Python's |")
    print("|---|---|---|---|---|---|---|")
    for (kind, content), found in rows.items():
        said = [status for status, _, _ in found]
        ours, theirs = (times([row[place] for row in found]) for place in (1, 2))
        print(f"| {kind} | {content} | {len(found)} |", end="")
        print(f" {said.count('accepted')} | {said.count('cannot tell')} | {ours} | {theirs} |")


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    main(Path(sys.argv[1]))
