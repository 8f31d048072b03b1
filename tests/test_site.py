"""The documentation builds as a site and as a man page, with no broken link and no missing page.

The notebook runs and prints its stored output.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from winnow.cli.examples import EXAMPLES

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def build(builder, output, docs=DOCS):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", builder, "-c", DOCS / "site", docs, output]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_site_builds_without_a_warning_and_takes_in_a_new_games_pages(tmp_path):
    site, docs = tmp_path / "site", tmp_path / "docs"
    shutil.copytree(DOCS, docs, ignore=shutil.ignore_patterns("data"))
    shutil.copytree(ROOT / "tests" / "nullgame", tmp_path / "tests" / "nullgame")  # docs/howto.md shows its rules
    for folder in ("rules", "soundness", "results"):
        (docs / folder).mkdir(exist_ok=True)
        (docs / folder / "new.md").write_text("# New\n\nA game.\n")
    build("html", site, docs)
    for page in ("commands", "python", "notebook", "packs", "rules/universal", "soundness/README"):
        assert (site / f"{page}.html").is_file()
    assert "300 numbered" in (site / "notebook.html").read_text()
    start = (site / "index.html").read_text()
    sections = re.findall(r'class="caption"[^>]*><span class="caption-text">([^<]*)', start)
    assert sections == [
        *("Start", "Play", "Rules", "How to ask", "Programs", "Packs and problems"),
        *("Results", "Proofs", "Contribute"),
    ]
    pages = re.findall(r'toctree-l1[^>]*><a class="reference internal" href="([^"#]+)"', start)
    assert {"rules/new.html", "soundness/new.html", "results/new.html"} <= set(pages)
    assert len(pages) == len(set(pages))


def test_the_man_page_has_every_command(tmp_path):
    build("man", tmp_path)
    page = (tmp_path / "winnow.1").read_text()
    for name in ("solve", "hint", "prove", "check", "survey", "generate", "rules"):
        assert f"winnow {name}" in page
    shown = page.replace("\\-", "-").replace("\\(dq", '"').replace("\\(aq", "'")
    assert [line for lines in EXAMPLES.values() for line in lines if line not in shown] == []


def printed(notebook):
    """Return the output of each code cell."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = ([output for output in cell.outputs if output.output_type == "stream"] for cell in cells)
    return ["".join(output.text for output in own if output.name == "stdout") for own in outputs]


def test_the_notebook_runs_and_prints_what_it_did():
    # `python -m tests` reads this file without the packages of the documentation.
    import nbformat  # noqa: PLC0415
    from nbclient import NotebookClient  # noqa: PLC0415

    notebook = nbformat.read(DOCS / "notebook.ipynb", as_version=4)
    before = printed(notebook)
    assert any("won until move 16 and lost by move 17" in text for text in before)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert printed(notebook) == before
