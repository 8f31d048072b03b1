"""Answers the questions of `winnow bench --against`, one JSON object a line, and says what each cost.

It is run as a file of its own, so that it can measure the packages of another clone, which may be older.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import winnow


def answered(hinted: bool, limits: dict[str, Any], asked: dict[str, Any]) -> tuple[bool, int, float]:
    """Return whether a question, or with `hinted` each move of a position, is decided; positions, CPU seconds."""
    ask: Callable[..., Any] = winnow.hint if hinted else winnow.solve
    began = time.process_time()
    found = ask(**asked, limits=winnow.Limits(**limits))
    seconds = time.process_time() - began
    if not hinted:
        return found.decided, found.positions, seconds
    return all(move.verdict != "undecided" for move in found.moves), found.verdict.positions, seconds


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answered(**json.loads(line))), flush=True)
