"""Takes the pictures of the page in docs/pictures: `python tests/play/pictures.py`."""

import io
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from browser import FLAGS, Server, chromium, problem, until
from PIL import Image
from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
LAID = "Boolean(window.Winnow && Winnow.playing && Winnow.playing.board.plan)"
WAYS = "Winnow.playing.table.gestures"
FORCED_OR_FIRST = f"""
async (moves) => {{
  for (let made = 0; made < moves && !Winnow.playing.table.over; made += 1) {{
    await Winnow.playing.make(Winnow.playing.table.forced || {WAYS}[0].move);
  }}
}}
"""
"""JavaScript: make a number of moves."""
WRONG = f"""
async () => {{
  const [right] = Winnow.playing.truth.found.line;
  await Winnow.playing.play({WAYS}.find((gesture) => gesture.move !== right).move);
}}
"""
"""JavaScript: make a move that the problem does not ask for."""


def lamp_and_hint(page):
    """Play the winning line of a deal for a while, with the lamp on, and ask for the next move."""
    page.evaluate(
        """async () => {
          const { line } = await Winnow.playing.truth.verdict();
          for (const move of line.slice(0, 24)) await Winnow.playing.make(move);
        }"""
    )
    page.keyboard.press("l")
    page.locator(".lamp.winnable").wait_for()
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Play the winning line").wait_for()


def lost(page):
    """Lose a game and ask where."""
    page.evaluate(FORCED_OR_FIRST, 9)
    page.keyboard.press("w")
    page.locator(".scrub").wait_for()


def wrong(page):
    """Make a wrong move of a problem."""
    page.evaluate("Winnow.playing.truth.verdict()")
    page.evaluate(WRONG)
    page.locator(".problem").get_by_role("button").first.wait_for()


def layout(page):
    """Lay cards."""
    page.evaluate(FORCED_OR_FIRST, 22)


TAKEN = {
    "play-universal": ("#/deal/universal/5", 1280, 800, "light", lamp_and_hint),
    "play-lost": ("#/deal/head/7", 1280, 800, "light", lost),
    "play-problem": (f"#/puzzle/{problem('head')}", 1280, 800, "light", wrong),
    "play-phone": ("#/deal/blink/7", 390, 844, "dark", layout),
}


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
        for name, (where, width, height, scheme, act) in TAKEN.items():
            size = {"width": width, "height": height}
            page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page.goto(f"{server.address}{where}")
            until(page, LAID)
            act(page)
            shrunk(page.screenshot()).save(PICTURES / f"{name}.png", optimize=True)
            page.close()
    server.stop()


if __name__ == "__main__":
    main()
