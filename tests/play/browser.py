"""Finds and installs the browser for the page's tests, and plays games on the page as a person would."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from importlib import resources
from itertools import cycle

from winnow.core.face import FACES

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
CAP = 300
"""Seconds after which a wait fails: tests wait for states, which take less even on a busy machine."""
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium():
    """Return the path of a browser, or "" if this machine has none."""
    named = os.environ.get("WINNOW_CHROMIUM", "")
    return named or next((path for path in map(shutil.which, NAMES) if path), "")


def install():
    """Install Debian's chromium if possible; return the reason if not, else ""."""
    if chromium():
        return ""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return "no chromium on this machine, and it cannot be installed (that takes apt-get and root)"
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            return f"{' '.join(command)} failed: {done.stderr.strip().splitlines()[-1:]}"
    return ""


class Server:
    """A running `winnow play`, with progress in a folder of its own."""

    def __init__(self, home, *arguments, program=("-m", "winnow"), **options):
        command = [sys.executable, *program, "play", "--no-browser", *arguments]
        environment = os.environ | {"XDG_DATA_HOME": str(home)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True, **options)
        self.address = self.process.stdout.readline().strip()
        self.home = home

    def forget(self):
        """Delete the progress; the server reads the file at every request."""
        for file in self.home.rglob("progress.json"):
            file.unlink()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


FIND_WAY = """
([key, pile, cell]) => {
  const board = Winnow.playing.board;
  const wanted = (node) => key !== null ? node.dataset.key === key
    : node.dataset.pile === pile && (node.dataset.cell || null) === cell;
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const ways = new Map([[board.hot, []]]);
  for (const [node, way] of ways) {
    if (wanted(node)) return way;
    for (const [name, direction] of Object.entries(arrows)) {
      const next = board.next(node, direction);
      if (next && !ways.has(next)) ways.set(next, [...way, name]);
    }
  }
  return null;
}
"""


FRAMES = "new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"
SPOT = """
(chosen) => {
  const node = document.querySelector(chosen);
  node.scrollIntoView({ block: 'center', inline: 'center' });
  const box = node.getBoundingClientRect();
  for (const [x, y] of [[0.1, 0.1], [0.5, 0.5], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9], [0.04, 0.5], [0.5, 0.05]]) {
    const [left, top] = [box.left + x * box.width, box.top + y * box.height];
    const under = document.elementFromPoint(left, top);
    if (under && under.closest('button') === node) return [left, top];
  }
  return null;
}
"""
"""JavaScript: an uncovered point of a card or place."""


MOVED = """
async () => {
  const board = Winnow.playing.board;
  const lie = () => [...board.cards].map(([key, node]) => {
    const box = node.getBoundingClientRect();
    return `${key} at ${box.left}, ${box.top}, ${box.width} wide`;
  });
  const before = lie();
  await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
  const now = lie();
  return before.filter((place, index) => place !== now[index]);
}
"""
"""JavaScript: the cards that have moved two frames later."""


SOLVED = """(async (play) => {
  for (const move of (await play.truth.verdict()).line) await play.make(move);
})(Winnow.playing)"""
WRONG = """(async (play) => {
  const [right] = (await play.truth.verdict()).line;
  await play.play(play.table.gestures.find(({ move }) => move !== right).move);
})(Winnow.playing)"""
"""JavaScript: play the winning line of a game; make a move that a problem does not ask for."""


DRAWN = "(label) => Winnow.el('i', {}, Winnow.said(Winnow.playing.about.looks, label)).textContent"
"""JavaScript: the text of a label as the page shows it."""


def problem(game):
    """Return the id of the first problem of a game's curated pack."""
    deals = resources.files("winnow_puzzles") / "curated" / f"{game}-problems" / "deals.jsonl"
    with deals.open(encoding="utf-8") as lines:
        return json.loads(next(lines))["id"]


def until(page, expression):
    """Wait until an expression is true on the page (whose policy forbids Playwright's own way)."""
    end = time.monotonic() + CAP
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        time.sleep(0.005)


def resized(page, width, height):
    """Give the page another size, and wait until it is laid out."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(FRAMES)


def choose(page, address):
    """Open a screen where games are chosen, and wait for its packs: they move what a click is aimed at."""
    page.goto("about:blank")
    page.goto(address)
    until(page, "document.querySelector('.games, .today')")


class Player:
    """Makes moves on the page by clicks, by touch or by keys, or move by move in one of several ways after another."""

    def __init__(self, page, *ways):
        self.page, self.ways, self.way = page, cycle(ways), ways[0]

    def press(self, *, key=None, pile=None, cell=None):
        """Click, touch, or focus and press Enter on a card, a pile's place or a free cell."""
        if self.way == "keys":
            if not self.page.evaluate("Winnow.playing.board.node.contains(document.activeElement)"):
                self.page.keyboard.press("ArrowDown")
            way = self.page.evaluate(FIND_WAY, [key, pile, cell])
            assert way is not None, f"no arrow keys lead to {key or pile} {cell or ''}"
            for name in [*way, "Enter"]:
                self.page.keyboard.press(name)
            return
        if key is not None:
            chosen = f'.card[data-key="{key}"]'
        else:
            chosen = f'[data-pile="{pile}"]' + (f'.cell[data-cell="{cell}"]' if cell else ".base")
        spot = self.page.evaluate(SPOT, chosen)
        assert spot is not None, f"{chosen} is covered"
        act = self.page.touchscreen.tap if self.way == "touch" else self.page.mouse.click
        act(*spot)

    def on_pile(self, pile, first=False):
        """Press a pile: its card at one end, or its place if it is empty."""
        if pile.cards:
            self.press(key=pile.cards[0 if first else -1].key)
        else:
            self.press(pile=pile.key)

    def press_button(self, label):
        """Click the button below the table that has a label, in which cards are drawn."""
        shown = self.page.evaluate(DRAWN, label)
        self.page.locator(".actions button", has_text=re.compile(f"^{re.escape(shown)}$")).click()

    def make(self, table, index, keys):
        """Make one of the table's moves with its cards in this order, and wait until the cards lie still."""
        self.way = next(self.ways)
        at = self.page.evaluate("Winnow.playing.at")
        gesture = table.gestures[index]
        piles = {pile.key: pile for pile in table.piles}
        if gesture.tap:
            self.on_pile(piles[gesture.tap])
        elif not gesture.cards:
            self.press_button(gesture.label)
        else:
            for key in keys:
                if key not in self.page.evaluate("Winnow.playing.board.choice.picked"):
                    self.press(key=key)
            if gesture.cell is not None:
                self.press(pile=gesture.target, cell=f"{gesture.cell[0]},{gesture.cell[1]}")
            else:
                self.on_pile(piles[gesture.target], gesture.end == "first")
        until(self.page, f"Winnow.playing.at === {at + 1}")
        assert self.page.evaluate(MOVED) == [], "the table moves again after it has been laid out"

    def settled(self, chosen):
        """Return the box of a card that has stopped moving: the first layout may still change."""
        box, same = None, 0
        while same < 4:
            # A change of the table's size takes effect between two frames.
            self.page.evaluate(FRAMES)
            now = self.page.locator(chosen).bounding_box()
            box, same = now, same + 1 if now == box else 0
        return box

    def play(self, name, deal, line):
        """Play a line from the start of a deal; where the page's layout is shifted, by the equivalent moves."""
        game = deal.bind()
        position = wanted = game.start()
        for move in line:
            wanted = game.play(wanted, move)
            table = FACES.of(name).table(game, position)
            index, keys = self._found(game, table, position, wanted, move)
            self.make(table, index, keys)
            gesture = table.gestures[index]
            position = game.play(position, move if gesture.ordered else gesture.move)
        return game, position

    def _found(self, game, table, position, wanted, move):
        for index, gesture in enumerate(table.gestures):
            if not gesture.ordered and game.state(game.play(position, gesture.move)) == game.state(wanted):
                return index, list(gesture.cards)
        return self.page.evaluate("(move) => Winnow.Choice.made(Winnow.playing.table.gestures, move)", move)
