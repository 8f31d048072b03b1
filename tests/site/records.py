"""Prints a hash of complete verdict records, by game and question: the same natively and in the browser's Python."""

import hashlib
import json
import sys

import winnow
from winnow import Limits

GAMES = ("universal", "single-left", "one-minute", "head", "blink")
MEASURED = ("seconds", "memory")
LIMITS = Limits(positions=20_000)
READINGS = {
    "single-left": {"redeals": "1", "redeal_order": "discards"},
    "head": {"sorting": "all", "carry": "true", "excuse": "suit-or-rank"},
    "blink": {"first": "centre", "held": "before", "bonus": "2"},
}
"""Other readings of the sources: plain search answers them."""


def strip(value):
    """Leave out what is measured, and differs from run to run."""
    if isinstance(value, dict):
        return {name: strip(part) for name, part in value.items() if name not in MEASURED}
    return [strip(part) for part in value] if isinstance(value, (list, tuple)) else value


def asked(question, game, number):
    if question == "hint":
        return winnow.hint(game, number, limits=LIMITS).record()
    rules = READINGS[game] if question == "readings" else None
    return winnow.solve(game, number, best=question == "best", rules=rules, limits=LIMITS).record()


def hashes(counts):
    for question, count in counts.items():
        for game in READINGS if question == "readings" else GAMES:
            digest = hashlib.sha256()
            for number in range(1, count + 1):
                digest.update(json.dumps(strip(asked(question, game, number)), sort_keys=True).encode())
            yield f"{question} {game} {count}", digest.hexdigest()


if __name__ == "__main__":
    print(json.dumps(dict(hashes(json.loads(sys.argv[1])))))
