"""The documentation as a site and a man page.

`python -m sphinx -W -c docs/site docs build/site` writes the pages; with `-b man` the man page.
"""

from winnow import __version__

project = "Winnow"
release = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_click"]
exclude_patterns = ["site", "data"]
html_theme = "furo"
html_title = f"Winnow {release}"
myst_heading_anchors = 3
nb_execution_mode = "off"  # the notebook holds its outputs, and a test executes it
autodoc_typehints = "description"
autodoc_member_order = "bysource"
man_pages = [("commands", "winnow", "tell winnable solitaire deals from unwinnable ones", [], 1)]
