"""Prints the bytes of a built site: `python tests/site/site_figures.py FOLDER`."""

import json
import sys
from pathlib import Path


def print_bytes(folder):
    """Print the bytes that are loaded before the first table and before the first verdict, and those in all."""
    build = (folder / "build.js").read_text()
    parts = json.loads(build[build.index("{") : build.rindex("}") + 1])["parts"]
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


if __name__ == "__main__":
    print_bytes(Path(sys.argv[1]))
