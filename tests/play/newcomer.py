"""Prints where a newcomer ends who presses what is greenest, and the steps to a first move, win and shared result.

`python tests/play/newcomer.py`; times depend on this machine and its load.
"""

import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from browser import FLAGS, Server, chromium, until
from playwright.sync_api import sync_playwright

from winnow.core.games import GAMES

GAMES_EACH = 10
MONDAY = "2026-11-23T12:00:00"
"""A day whose deal is one of Blink."""
GREENEST = """
async (most) => {
  const shown = (node) => node.getClientRects().length && !node.disabled;
  const all = (chosen) => [...document.querySelectorAll(chosen)].filter(shown);
  for (let presses = 1; presses <= most; presses += 1) {
    const [end] = all('.notice.won h2, .notice.lost strong, .minute-right + strong');
    if (end) return [presses, end.textContent, (Winnow.playing.table || {}).score];
    const [button] = all('main .main:not(.notice *)');
    const [goal] = all('.card.goal, .base.goal, .cell.goal');
    const others = [...all('.card.movable:not(.picked)'), ...all('.actions button')];
    const chosen = button || goal || others[Math.floor(Math.random() * others.length)];
    if (!chosen) return [presses, 'Nothing to press.'];
    if (chosen.closest('.board')) Winnow.playing.board.click(chosen);
    else chosen.click();
    await Winnow.playing.busy;
    await new Promise(requestAnimationFrame);
  }
  return [most, 'Not ended.'];
}
"""
"""JavaScript: press the first green button, else where the picked cards go, else anything, to the end of the game."""
ADVISED = """
async () => {
  const { board, truth } = Winnow.playing;
  await truth.hint();
  const nodes = [...document.querySelectorAll('.card.hinted, .cell.hinted')];
  for (const node of nodes) board.click(node);
  await Winnow.playing.busy;
  return 1 + nodes.length;
}
"""
"""JavaScript: ask for advice in Blink, and press the card and the cell that it shows; the number of presses."""


def table(page, server):
    print(
        "| game | games | won | where they end | scores | presses, median |\n| --- | ---: | ---: | --- | --- | ---: |"
    )
    for name in GAMES:
        ends, presses, scores = Counter(), [], []
        for _ in range(GAMES_EACH):
            page.goto("about:blank")
            page.goto(f"{server.address}#/play/{name}")
            until(page, "Boolean(window.Winnow && Winnow.playing)")
            pressed, end, *score = page.evaluate(GREENEST, 2000)
            presses.append(pressed)
            ends[end.strip()] += 1
            scores += [one for one in score if one is not None]
        won = sum(count for end, count in ends.items() if end.startswith("Won"))
        said = "; ".join(f"{count} x {end}" for end, count in ends.most_common())
        least_most = f"{min(scores)} to {max(scores)}" if scores else "-"
        row = (name, GAMES_EACH, won, said, least_most, f"{statistics.median(presses):g}")
        print(f"| {' | '.join(map(str, row))} |", flush=True)


def steps(browser, server):
    page = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page.clock.set_fixed_time(MONDAY)
    for way, chosen in (("Blink", ".game-card .main"), ("daily", ".day .main")):
        server.forget()
        page.goto("about:blank")
        began, presses = time.monotonic(), 1
        page.goto(server.address)
        page.locator(chosen).first.click()
        until(page, "Boolean(window.Winnow && Winnow.playing && Winnow.playing.board.plan)")
        while not page.evaluate("Winnow.playing.table.over"):
            presses += page.evaluate(ADVISED)
            if page.evaluate("Winnow.playing.at") == 1:
                print(f"{way}: first own move after {presses} presses, {time.monotonic() - began:.1f} s")
        end = page.locator(".notice.won h2, .notice.lost .text").inner_text()
        print(f"{way}, by advice: {end!r} after {presses} presses, {time.monotonic() - began:.1f} s")
    page.get_by_role("button", name="Share result").wait_for()
    print(f"daily: share text after {presses + 1} presses: {page.evaluate('Winnow.resultOf(Winnow.playing)')!r}")


def main():
    server = Server(Path(tempfile.mkdtemp()))
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        steps(browser, server)
        table(browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce"), server)
    server.stop()


if __name__ == "__main__":
    main()
