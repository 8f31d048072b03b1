"""Prints the figures of a built site: `python tests/site/site_figures.py FOLDER [--only bytes,starts,memory]`.

Times depend on this machine and its load, which is printed with them. Python's own server of files is the host.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

import psutil
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "play"))
from browser import FLAGS, chromium, until

from hosting import hosted
from winnow.cli.play import curated

KEPT = "navigator.serviceWorker.ready.then((own) => own.active.state === 'activated')"
SEEN = """(() => {
  const look = () => {
    if (document.querySelector('.game-card, .board .card')) window.seen = Date.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
"""JavaScript: note when the first table, or the home page, is there."""
MARKS = "performance.getEntriesByType('mark').map((mark) => [mark.name, performance.timeOrigin + mark.startTime])"


def seen(page, address):
    """Open an address; return the time at which it began, and the seconds to the first table or the home page."""
    page.add_init_script(SEEN)
    began = time.time()
    page.goto(address, wait_until="commit")
    until(page, "Boolean(window.seen)")
    return began, page.evaluate("window.seen") / 1000 - began


def home(page, address):
    """Open the home page; return what to print."""
    return f"home {seen(page, address)[1]:.2f} s"


def deal(page, address):
    """Open a numbered deal and turn its lamp on; return what to print."""
    page.goto("about:blank")
    before = used()
    began, table = seen(page, f"{address}#/deal/universal/5")
    spent = used() - before
    if page.locator("[aria-keyshortcuts='L']").get_attribute("aria-pressed") != "true":
        page.keyboard.press("l")
    until(page, "Boolean(document.querySelector('.lamp.winnable, .lamp.unwinnable'))")
    verdict = time.time() - began
    times = f"table {table:.2f} s (CPU {spent:.2f}), first verdict {verdict:.2f} s (CPU {used() - before:.2f})"
    return f"{times}; the page's worker: {steps(page, began)}"


def steps(page, began):
    """Return where the time of the page's worker went, in milliseconds from the beginning."""
    marks = page.evaluate(MARKS) + page.workers[0].evaluate(MARKS)
    return ", ".join(f"{name} {at - began * 1000:.0f}" for name, at in sorted(marks, key=lambda mark: mark[1]))


def problem(page, address):
    """Open a problem, and make a wrong first move as soon as it is there; return what to print."""
    puzzle = next(p for pack in curated() if pack.of_problems for p in pack.puzzles if not p["decisions"][0]["place"])
    began, table = seen(page, f"{address}#/puzzle/{puzzle['id']}")
    until(page, "Boolean(window.Winnow && Winnow.playing)")
    page.evaluate("(move) => Winnow.playing.play(move)", puzzle["decisions"][0]["losing"][0]["move"])
    until(page, "Boolean(document.querySelector('.problem.wrong'))")
    return f"problem {table:.2f} s, first move judged {time.time() - began:.2f} s"


def visits(browser, look, address):
    """Print three visits: with an empty cache, then twice with a full one."""
    context = browser.new_context()
    for cache in ("empty", "full", "full"):
        page = context.new_page()
        print(f"cache {cache}, load {os.getloadavg()[0]:.1f}: {look(page, address)}", flush=True)
        until(page, KEPT)
        page.close()
    context.close()


def parts_of(folder):
    """Return the parts of a site's engine."""
    build = (folder / "build.js").read_text()
    return json.loads(build[build.index("{") : build.rindex("}") + 1])["parts"]


def print_bytes(folder):
    """Print the bytes that are loaded before the first table and before the first verdict, and those in all."""
    parts = parts_of(folder)
    table = sum(parts[name]["size"] for name in ("wasm", "memory", "runtime"))
    page = sum((folder / name).stat().st_size for name in ("index.html", "page.css", "first.js", "page.js", "icon.svg"))
    problems = [file.stat().st_size for file in folder.glob("data/problems.*/*")]
    every = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    for name, count in (
        ("page", page),
        ("first table", page + table),
        ("first verdict", page + table + parts["winnow"]["size"]),
        ("first table of a problem, at most", page + max(problems, default=0)),
        ("stored problems", sum(problems)),
        ("kept without a network", every - sum(problems)),
        ("all", every),
    ):
        print(f"bytes {name}: {count:,}")


def print_starts(browser, address):
    """Print the seconds of starts."""
    for look in (home, problem, deal) * 3:
        visits(browser, look, address)


def print_memory(browser, address):
    """Print the memory of the page's process, which no other shares: empty, with a table, and with two thinkers."""
    context = browser.new_context()
    page = context.new_page()
    page.goto("about:blank")
    before = private()
    seen(page, f"{address}#/deal/universal/5")
    print(f"memory with a table: {private() - before:.0f} MiB")
    until(page, "Winnow.engine.thinkers.filter(({ worker }) => worker).length === 2")
    print(f"memory with two thinkers: {private() - before:.0f} MiB")
    context.close()


def pages():
    """Return the processes of the browser's pages."""
    return [child for child in psutil.Process().children(recursive=True) if draws(child)]


def draws(process):
    """Return whether a process draws a page; one that has just ended does not."""
    try:
        return "--type=renderer" in process.cmdline()
    except psutil.NoSuchProcess:
        return False


def private():
    """Return the private memory of the browser's pages in MiB."""
    return sum(page.memory_full_info().uss for page in pages()) / 2**20


def used():
    """Return the CPU seconds that the browser's pages have used."""
    return sum(sum(page.cpu_times()[:2]) for page in pages())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a site that winnow site has written")
    parser.add_argument("--only", default="bytes,starts,memory", help="which figures")
    given = parser.parse_args()
    wanted = given.only.split(",")
    if "bytes" in wanted:
        print_bytes(given.folder)
    if {"starts", "memory"}.isdisjoint(wanted):
        return
    with hosted(given.folder.resolve()) as server, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        if "memory" in wanted:
            print_memory(browser, server.address)
        if "starts" in wanted:
            print_starts(browser, server.address)
        browser.close()


if __name__ == "__main__":
    main()
