"""Prints how fast a built site starts in Chromium: `python tests/site/site_figures.py FOLDER`.

Times depend on this machine and its load. Python's own server of files is the host.
"""

import argparse
import functools
import http.server
import json
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "play"))
from browser import FLAGS, chromium, until

KEPT = "navigator.serviceWorker.ready.then((own) => own.active.state === 'activated')"


class Host(http.server.SimpleHTTPRequestHandler):
    """Python's own server of files, without its log."""

    def log_message(self, *_):
        pass


def home(page, address):
    """Open the home page; return the seconds to its cards."""
    began = time.monotonic()
    page.goto(address)
    page.locator(".game-card").first.wait_for()
    return f"home {time.monotonic() - began:.2f} s"


def deal(page, address):
    """Open a numbered deal and turn its lamp on; return the seconds to the table and to the verdict."""
    began = time.monotonic()
    page.goto(f"{address}#/deal/universal/5")
    page.locator(".board .card").first.wait_for()
    table = time.monotonic() - began
    if page.locator("[aria-keyshortcuts='L']").get_attribute("aria-pressed") != "true":
        page.keyboard.press("l")
    page.locator(".lamp.winnable, .lamp.unwinnable").first.wait_for()
    return f"table {table:.2f} s, first verdict {time.monotonic() - began:.2f} s"


def visits(browser, look, address):
    """Print three visits: with an empty cache, then twice with a full one."""
    context = browser.new_context()
    for cache in ("empty", "full", "full"):
        page = context.new_page()
        print(f"cache {cache}: {look(page, address)}")
        until(page, KEPT)
        page.close()
    context.close()


def sizes(folder):
    """Return the bytes that are loaded before the first table and before the first verdict, and those in all."""
    build = (folder / "build.js").read_text()
    parts = json.loads(build[build.index("{") : build.rindex("}") + 1])["parts"]
    table = sum(parts[name]["size"] for name in ("wasm", "memory", "runtime"))
    page = sum(file.stat().st_size for file in folder.iterdir() if file.suffix in (".html", ".css", ".js", ".svg"))
    every = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return {
        "page": page,
        "first table": page + table,
        "first verdict": page + table + parts["winnow"]["size"],
        "all": every,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a site that winnow site has written")
    folder = parser.parse_args().folder
    for name, count in sizes(folder).items():
        print(f"bytes {name}: {count:,}")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        for look in (home, deal) * 3:
            visits(browser, look, address)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
