"""Answers the questions of `winnow bench --slow`, one JSON object a line, and says what each cost.

It is run as a file of its own, so that it can measure the packages of another clone, which may be older.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import winnow


def answered(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the cost of a question: positions, and the least CPU seconds of its `calls`."""
    hinted = asked["ask"] == "hint"
    ask: Callable[..., Any] = winnow.hint if hinted else winnow.solve
    keywords = {name: asked[name] for name in ("rules", "without")}
    limits = winnow.Limits(seconds=asked["seconds"])
    if asked["ask"] == "best":
        keywords["best"] = True
    times = []
    for _ in range(asked["calls"]):
        began = time.process_time()
        found = ask(asked["game"], asked["number"], limits=limits, **keywords)
        times.append(time.process_time() - began)
    verdict = found.verdict if hinted else found
    return {"seconds": min(times), "positions": verdict.positions, "decided": verdict.decided}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answered(json.loads(line))), flush=True)
