"""Takes the pictures of the page in docs/pictures: `python tests/play/pictures.py`."""

import io
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from browser import FLAGS, WRONG, Server, chromium, problem, until
from PIL import Image
from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
LAID = "Boolean(window.Winnow && Winnow.playing && Winnow.playing.board.plan)"
MADE = """(async (play) => {
  for (let made = 0; made < %d && !play.table.over; made += 1) {
    await play.make(play.table.forced || play.table.gestures[0].move);
  }
})(Winnow.playing)"""
"""JavaScript: make a number of moves."""
WON = """(async (play) => {
  for (const move of (await play.truth.verdict()).line.slice(0, 24)) await play.make(move);
})(Winnow.playing)"""
"""JavaScript: play a part of the winning line."""
HINT = "Winnow.playing.truth.hint()"
LAMP = "Winnow.playing.toggleLamp()"
STORY = "Winnow.playing.truth.story()"
TAKEN = {
    "play-universal": (
        ("#/deal/universal/5", 1280, 800, "light"),
        [(WON, ".board"), (LAMP, ".lamp.winnable"), (HINT, ".hint-text button"), (HINT, ".arrows .shaft")],
    ),
    "play-lost": (("#/deal/head/7", 1280, 800, "light"), [(MADE % 9, ".board"), (STORY, ".scrub")]),
    "play-problem": ((f"#/puzzle/{problem('head')}", 1280, 800, "light"), [(WRONG, ".problem button")]),
    "play-phone": (("#/deal/blink/7", 390, 844, "dark"), [(MADE % 22, ".board")]),
}
"""Address, size and scheme of each picture; then JavaScript, each with what it shows."""


def shrunk(picture):
    """Return a picture in few colours, at most 820 pixels wide."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    wide = min(820, image.width)
    small = image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)
    return small.quantize(128, dither=Image.Dither.NONE)


def main():
    server = Server(Path(tempfile.mkdtemp()))
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, ((where, width, height, scheme), steps) in TAKEN.items():
            size = {"width": width, "height": height}
            page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page.goto(f"{server.address}{where}")
            until(page, LAID)
            for act, shown in steps:
                page.evaluate(act)
                page.locator(shown).first.wait_for()
            shrunk(page.screenshot()).save(PICTURES / f"{name}.png", optimize=True)
            page.close()
    server.stop()


if __name__ == "__main__":
    main()
