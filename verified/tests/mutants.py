"""Changes one thing in certificates and compares what the proved checker and the Python checker say of the result.

python mutants.py DIR COUNT [SEED [SECONDS]]: as many mutants of the certificates in DIR that winnow-verify accepts, or
what the seconds allow. Exit status 1 if it accepts one that the Python checker refuses.
"""

import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from figures import python_says, verified

MOST_BYTES, MOST_FILES = 20_000, 120


def change_card(header, lines, chance):
    cards = header["deal"].split()
    i, j = chance.sample(range(len(cards)), 2)
    how = chance.choice(["swap", "repeat", "drop", "lower", "extra space"])
    if how == "swap":
        cards[i], cards[j] = cards[j], cards[i]
    elif how == "repeat":
        cards[i] = cards[j]
    elif how == "drop":
        del cards[i]
    elif how == "lower":
        cards[i] = cards[i].lower()
    header["deal"] = ("  " if how == "extra space" else " ").join(cards)


def change_rule(header, lines, chance):
    rules = header["rules"]
    name = chance.choice(list(rules))
    value = rules[name]
    other = {
        "full": "as-dealt",
        "as-dealt": "full",
        "forced": "optional",
        "optional": "forced",
        "free": "forced",
        "clear": chance.choice(["one", "0", "2", "05"]),
        False: True,
        True: False,
    }
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        rules[name] = chance.choice([value + 1, value - 1, str(value), value * 2, -value])
    else:
        rules[name] = other.get(value, "none")
    if chance.random() < 0.2:
        del rules[name]


def change_claim(header, lines, chance):
    names = ["verdict", "score", "bound", "optimal", "question", "number", "content", "game", "format"]
    name = chance.choice([name for name in names if name in header])
    value = header[name]
    if name == "verdict":
        header[name] = chance.choice(["winnable", "unwinnable", "undecided", "open", "lost"])
    elif name == "optimal":
        header[name] = not value
    elif name == "question":
        header[name] = "best" if value == "win" else "win"
    elif name in ("score", "bound", "number"):
        header[name] = chance.choice(
            [0, 1, 60, None, -1, 1.0, True]
            if value is None
            else [value + 1, value - 1, None, str(value), float(value), -value]
        )
    elif name == "content":
        header[name] = chance.choice(
            [
                "line",
                "parity",
                "forced-play",
                "relations",
                "closed-set",
                "room",
                "match-graph",
                "cover",
                "pass-capacity",
                "nothing",
            ]
        )
    else:
        header[name] = chance.choice(["head", "blink", "universal", "one-minute", "single-left", "winnow-proof/2"])


def change_moves(header, lines, chance):
    line = header.get("line")
    if not line:
        header["line"] = chance.choice([[], ["T"], ["draw"], ["burn"]])
        return
    i, j = chance.randrange(len(line)), chance.randrange(len(line))
    how = chance.choice(["swap", "drop", "repeat", "other", "after", "space"])
    if how == "swap":
        line[i], line[j] = line[j], line[i]
    elif how == "drop":
        del line[i]
    elif how == "repeat":
        line.insert(i, line[j])
    elif how == "other":
        line[i] = line[j]
    elif how == "after":
        header["after"], header["line"] = line[:i], line[i:]
    else:
        line[i] = f" {line[i]}"


def change_fields(header, lines, chance):
    name = chance.choice(list(header))
    how = chance.choice(["drop", "null", "new", "list"])
    if how == "drop":
        del header[name]
    elif how == "null":
        header[name] = None
    elif how == "list":
        header[name] = [header[name]]
    else:
        header["more"] = 1


def change_lines(header, lines, chance):
    if not lines:
        lines.append(chance.choice(["", "0 draw", "1 0"]))
        return
    i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
    how = chance.choice(["swap", "drop", "repeat", "other", "word", "zero", "letter", "cut"])
    words = lines[i].split(" ")
    k = chance.randrange(len(words))
    if how == "swap":
        lines[i], lines[j] = lines[j], lines[i]
    elif how == "drop":
        del lines[i]
    elif how == "repeat":
        lines.insert(i, lines[j])
    elif how == "other":
        lines[i] = lines[j]
    elif how == "word":
        words[k] = chance.choice(lines[j].split(" "))
        lines[i] = " ".join(words)
    elif how == "zero":
        words[k] = chance.choice(["0", "00", "+", "0x"]) + words[k]
        lines[i] = " ".join(words)
    elif how == "letter":
        words[k] = "".join(chance.choice("0123456789abcdefF") if chance.random() < 0.3 else c for c in words[k])
        lines[i] = " ".join(words)
    else:
        del lines[i:]


CHANGES = [change_card, change_rule, change_claim, change_moves, change_fields, change_lines]


def mutant(text, chance):
    """Return the name of a change and the changed text; None if nothing has changed."""
    first, *lines = text.decode("ascii").split("\n")[:-1]
    kind = chance.randrange(len(CHANGES) + 1)
    if kind == len(CHANGES):
        place = chance.randrange(len(text))
        how = chance.choice(["cut", "byte", "gone"])
        flipped = bytes([text[place] ^ 1 << chance.randrange(7)]) + text[place + 1 :]
        changed = text[:place] + {"cut": b"", "byte": flipped, "gone": text[place + 1 :]}[how]
        return "change_bytes", changed
    header = json.loads(first)
    CHANGES[kind](header, lines, chance)
    changed = "".join(line + "\n" for line in [json.dumps(header), *lines]).encode("ascii")
    return CHANGES[kind].__name__, None if changed == text else changed


def main(directory, wanted, seed, seconds):
    chance = random.Random(seed)
    until = time.monotonic() + seconds
    paths = [path for path in sorted(Path(directory).glob("*.proof")) if path.stat().st_size < MOST_BYTES]
    sample = chance.sample(paths, min(len(paths), MOST_FILES))
    texts = [path.read_bytes() for path in sample if verified(path)[0] == 0]
    seen, wrong = Counter(), 0
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "mutant.proof"
        shown = Counter()
        while sum(seen.values()) < wanted and time.monotonic() < until:
            name, text = mutant(chance.choice(texts), chance)
            if text is None:
                continue
            file.write_bytes(text)
            code, _ = verified(file)
            try:
                status, _ = python_says(text)
            except Exception as error:  # the Python checker should never raise: such mutants are told of
                status = f"raises {type(error).__name__}"
            seen[name, {0: "verified", 1: "failed", 3: "not checked"}[code], status] += 1
            if code == 0 and status != "verified":
                wrong += 1
                keep = Path(directory) / f"accepted-{seed}-{sum(seen.values())}.mutant"
                keep.write_bytes(text)
                print(f"accepted by winnow-verify alone: {keep}")
            elif code != 0 and status == "verified" and shown[name] < 3:
                shown[name] += 1
                keep = Path(directory) / f"refused-{seed}-{sum(seen.values())}.mutant"
                keep.write_bytes(text)
    print("| change | winnow-verify | Python checker | mutants |")
    print("|---|---|---|---|")
    for (name, ours, theirs), number in sorted(seen.items()):
        print(f"| {name} | {ours} | {theirs} | {number} |")
    print(f"\n{sum(seen.values())} mutants; accepted by winnow-verify alone: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    given = sys.argv[2:] + ["0", "1e9"][len(sys.argv) - 3 :]
    sys.exit(main(sys.argv[1], int(given[0]), int(given[1]), float(given[2])))
