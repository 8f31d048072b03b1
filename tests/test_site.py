"""The documentation builds as a site and as a man page, with no broken link and no missing page."""

import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def build(builder, output):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", builder, "-c", DOCS / "site", DOCS, output]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_site_builds_without_a_warning(tmp_path):
    build("html", tmp_path)
    for page in ("commands", "python", "rules/universal", "soundness/README"):
        assert (tmp_path / f"{page}.html").is_file()


def test_the_man_page_has_every_command(tmp_path):
    build("man", tmp_path)
    page = (tmp_path / "winnow.1").read_text()
    for name in ("solve", "hint", "prove", "check", "survey", "generate", "rules"):
        assert f"winnow {name}" in page
