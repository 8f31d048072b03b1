"""Prints the page's figures: `python tests/play/figures.py [--games N]`. Times depend on this machine and its load."""

import argparse
import json
import random
import statistics
import tempfile
import time
import urllib.request
from pathlib import Path

from browser import Server

from winnow.core.games import GAMES
from winnow.play.opening import static_files


def ask(server, path, body):
    base = server.address.split("#")[0]
    origin = "/".join(base.split("/")[:3])
    headers = {"Content-Type": "application/json", "Origin": origin}
    request = urllib.request.Request(f"{base}api/{path}", json.dumps(body).encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        return json.load(answer)


def line_of(times):
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"median {1000 * statistics.median(times):.1f} ms, p99 {1000 * p99:.1f} ms, most {1000 * ordered[-1]:.1f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for the lamp, of each kind")
    parser.add_argument("--lamps", type=int, default=3, help="positions asked about in each game")
    given = parser.parse_args()
    sizes = [file.stat().st_size for file in static_files().iterdir()]
    print(f"the page's own bytes: {sum(sizes):,} in {len(sizes)} files")
    first = []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(5):
            began = time.monotonic()
            server = Server(Path(home))
            ask(server, "open", {"kind": "deal", "game": "universal", "number": "5"})
            first.append(time.monotonic() - began)
            server.stop()
        print(f"first table after the command: {line_of(first)} ({len(first)} starts)")
        server = Server(Path(home))
        for name in GAMES:
            rng, moves, lamps = random.Random(1), [], []
            for number in range(given.games):
                game = ask(server, "open", {"kind": "deal", "game": name, "number": str(number)})
                table, line = game["table"], []
                asked = {"game": name, "deal": game["deal"], "slot": "figures"}
                for _ in range(60):
                    if table["over"]:
                        break
                    line.append(rng.choice(table["gestures"])["move"])
                    began = time.monotonic()
                    table = ask(server, "table", asked | {"line": line})["table"]
                    moves.append(time.monotonic() - began)
                for place in sorted(rng.sample(range(len(line) + 1), min(given.lamps, len(line) + 1))):
                    began = time.monotonic()
                    ask(server, "verdict", asked | {"line": line[:place], "best": False})
                    lamps.append(time.monotonic() - began)
            print(
                f"{name}: move {line_of(moves)} ({len(moves)} moves); lamp {line_of(lamps)} ({len(lamps)})", flush=True
            )
        server.stop()


if __name__ == "__main__":
    main()
