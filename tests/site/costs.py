"""Prints the CPU seconds of each of a game's deals as JSON, natively or in the browser's Python run by node."""

import json
import sys
import time

import winnow
from winnow import Limits

LIMITS = Limits(positions=20_000)
WARM = range(1001, 1006)
"""Deals solved before the clock runs: what is loaded once is no deal's cost."""

if sys.platform == "emscripten":
    from js import process

    def clock():
        used = process.cpuUsage()
        return (used.user + used.system) / 1e6
else:
    clock = time.process_time


def cost(game, number):
    began = clock()
    winnow.solve(game, number, limits=LIMITS)
    return clock() - began


def costs(game, count):
    for number in WARM:
        winnow.solve(game, number, limits=LIMITS)
    return [cost(game, number) for number in range(1, count + 1)]


if __name__ == "__main__":
    print(json.dumps({game: costs(game, count) for game, count in json.loads(sys.argv[1]).items()}))
