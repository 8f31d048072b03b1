"""Compares both checkers with plain search on the certificates of small decks in a directory.

python against_search.py DIR, DIR as make_certificates.py writes it. What a certificate claims must agree with plain
search; both checkers must verify it, and refuse it once its bound is one better than the best score. A deal with
unknown cards is compared with the verdict on each of its completions, and of a stock order some other arrangements of
stock and waste are searched.
"""

import json
import random
import sys
import tempfile
from collections import Counter
from itertools import permutations
from pathlib import Path

from figures import NOT_CHECKED, python_says, verified

from winnow.api.solve import solve
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.lines import replay
from winnow.search.plain import solve as search
from winnow_kernels.common.budget import Budget

ARRANGEMENTS = 10


def best_of(header):
    """Return the verdict and the best score by plain search, None where no line ends with a score."""
    if "?" in header["deal"]:
        return of_completions(header), None
    found = solve(
        header["game"],
        header["deal"].split(),
        rules=header["rules"],
        after=header["after"],
        best=True,
        engine="plain",
    )
    record = found.record()
    return record["verdict"], record["score"] if record["optimal"] else record["bound"]


def of_completions(header):
    """Return `unwinnable` if every completion of a deal with unknown cards is, else `open`."""
    deal = Deal.parse(header["game"], header["deal"], header["rules"])
    for cards in permutations(deal.missing):
        left = iter(cards)
        whole = [next(left) if card == "?" else card for card in deal.cards]
        if solve(header["game"], whole, rules=header["rules"]).verdict != "unwinnable":
            return "open"
    return "unwinnable"


def some_order_wins(header):
    """Tell whether a random arrangement wins in which the cards that the reason names keep their order and side."""
    chance, named = random.Random(header["deal"]), header["reason"]["cards"]
    game = Deal.parse(header["game"], header["deal"], header["rules"]).bind()
    position = replay(game, game.start(), header["after"])
    for _ in range(ARRANGEMENTS):
        sides = [[card for card in side if card in named] for side in (position.waste, position.stock)]
        for card in position.waste + position.stock:
            if card not in named:
                side = chance.choice(sides)
                side.insert(chance.randrange(len(side) + 1), card)
        waste, stock = map(tuple, sides)
        if search(Task(game, position._replace(waste=waste, stock=stock)), Budget()).verdict != "unwinnable":
            return True
    return False


def refused(path, header, lines):
    """Tell whether neither checker verifies a changed certificate."""
    text = "".join(line + "\n" for line in [json.dumps(header), *lines]).encode("ascii")
    path.write_bytes(text)
    return verified(path)[0] != 0 and python_says(text)[0] != "verified"


def main(directory):
    seen = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted(Path(directory).glob("small-*.proof")):
            first, *lines = path.read_text(encoding="ascii").split("\n")[:-1]
            header = json.loads(first)
            verdict, best = best_of(header)
            if verdict != header["verdict"]:
                sys.exit(f"{path}: plain search says {verdict}")
            code, status = verified(path)[0], python_says(path.read_bytes())[0]
            if status != "verified" or code not in (0, NOT_CHECKED):
                sys.exit(f"{path}: the Python checker says {status}, winnow-verify {code}")
            if header["content"] == "stock-order" and some_order_wins(header):
                sys.exit(f"{path}: another arrangement wins")
            kind = header["game"], header["content"]
            seen[kind, "not checked" if code else "verified"] += 1
            if header.get("bound") is not None and best is not None:
                step = 1 if header["game"] in ("universal", "blink") else -1
                if step * (header["bound"] - best) < 0:
                    sys.exit(f"{path}: plain search finds {best}")
                tight = {**header, "bound": best - step, "optimal": header["score"] == best - step}
                if not refused(Path(scratch) / "tight.proof", tight, lines):
                    sys.exit(f"{path}: a bound of {best - step} is verified")
                seen[kind, "a better bound refused"] += 1
    for (kind, what), number in sorted(seen.items()):
        print(f"{' '.join(kind)}: {number} {what}")


if __name__ == "__main__":
    main(sys.argv[1])
