"""The documentation as a site and a man page.

`python -m sphinx -W -c docs/site docs build/site` writes the pages; with `-b man` the man page.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

from winnow import __version__

DOCS = Path(__file__).parents[1]
GAMES = DOCS.parent / "solver/winnow/games"
PAGES = {"rules.md": "rules", "ledger.md": "soundness"}
"""The pages of each game's folder, and the folder of the site that shows them."""

project = "Winnow"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
exclude_patterns = ["site", "data"]
html_theme = "furo"
html_title = f"Winnow {release}"
myst_heading_anchors = 3
autodoc_typehints = "description"
autodoc_member_order = "bysource"
man_pages = [("commands", "winnow", "tell winnable solitaire deals from unwinnable ones", [], 1)]


def copy_pages(app: Sphinx) -> None:
    """Put each game's own pages where the site shows them."""
    for name, folder in PAGES.items():
        for page in GAMES.glob(f"*/{name}"):
            target = app.srcdir / folder / f"{page.parent.name}.md"
            target.parent.mkdir(exist_ok=True)
            target.write_text(page.read_text(encoding="utf-8"), encoding="utf-8")


def turn_links(app: Sphinx, docname: str, source: list[str]) -> None:
    """Turn links that lead from file to file of the repository into links within the site."""
    for name, folder in PAGES.items():
        pattern = rf"\]\([./]*(?:solver/winnow/games/|\.\./)(\w+)/{re.escape(name)}"
        source[0] = re.sub(pattern, lambda link, folder=folder: f"](/{folder}/{link[1]}.md", source[0])
    source[0] = re.sub(r"\]\((?:\.\./)+docs/", "](/", source[0])


def setup(app: Sphinx) -> None:
    """Register both."""
    app.connect("config-inited", lambda app, _: copy_pages(app))
    app.connect("source-read", turn_links)
