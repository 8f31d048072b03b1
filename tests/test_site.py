"""The documentation builds as a site and as a man page, with no broken link and no missing page."""

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
    for page in ("commands", "python", "packs", "rules/universal", "soundness/README"):
        assert (site / f"{page}.html").is_file()
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
