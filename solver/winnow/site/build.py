"""Builds the folder of a site: the page, the answers that need no engine, and the engine in parts."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any

from winnow.core.games import GAMES
from winnow.play.answers import opened_puzzle
from winnow.play.opening import game_record, rules_page, static_files
from winnow.play.shelf import Pack
from winnow.play.tables import Tables
from winnow.site import runtime
from winnow.site.parts import Part, hashed, joined, write_part
from winnow.site.toolchain import Python, SiteError, compiled, kernels

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The page's content security policy: nothing is loaded from another origin."""
_LEFT_OUT = {"bench", "cli", "surveys", "commands.py"}
"""Folders and files of the packages that nothing in the browser imports."""
_BUILD = "build.js"
_CARRIER = '<script defer src="http.js"></script>'


def write_site(folder: Path, packs: Sequence[Pack], python: Python, cache: Path) -> None:
    """Write the site into a folder, which may hold an older one.

    Raises SiteError if the folder holds something else, or if something needed is missing; OSError if it cannot be
    written.
    """
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _BUILD).is_file():
        raise SiteError(f"{folder} holds something else than a site")
    modules = kernels(python, cache / "kernels")
    wasm, files = runtime.pyodide(cache / "fetched", lambda library: compiled(python, library))
    program = compiled(python, _sources() | runtime.imported("rich.text")) | {
        name: module.read_bytes() for name, module in modules.items()
    }
    shelf = {"packs.json": json.dumps([asdict(pack) for pack in packs], separators=(",", ":")).encode()}
    later = compiled(python, runtime.pysat(cache / "fetched") | runtime.installed("networkx"))
    folder.mkdir(parents=True, exist_ok=True)
    for old in (folder / "engine", folder / "data"):
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir()
    contents = {"runtime": files, "winnow": program, "later": later, "shelf": shelf}
    parts = {name: write_part(folder / "engine", name, joined(content)) for name, content in contents.items()}
    parts["wasm"] = write_part(folder / "engine", "wasm", wasm)
    data = _write_data(folder / "data", packs)
    _write_page(folder, parts, data)


def _sources() -> dict[str, bytes]:
    """Return the Python files of the packages that the browser needs, and the data beside them."""
    found = {}
    for package in ("winnow", "winnow_kernels"):
        top = Path(str(resources.files(package)))
        for file in sorted(top.rglob("*")):
            place = file.relative_to(top)
            if file.suffix in (".py", ".md") and _LEFT_OUT.isdisjoint(place.parts) and place.name != "ledger.md":
                found[f"{package}/{place.as_posix()}"] = file.read_bytes()
    return found


def _write_data(folder: Path, packs: Sequence[Pack]) -> dict[str, str]:
    """Write the answers that need no engine; return their file by request."""
    tables = Tables()
    answers: Iterator[tuple[str, Any]] = iter(
        [
            ("games", {"games": [game_record(kind) for kind in GAMES.usable()], "keeps": False}),
            ("packs", {"packs": [pack.summary() for pack in packs]}),
            *((f"rules/{game}", {"html": rules_page(game)}) for game in GAMES),
            *((f"open/{pack.id}", _opened(tables, pack)) for pack in packs),
        ]
    )
    files = {}
    for name, value in answers:
        content = json.dumps(value, separators=(",", ":")).encode()
        files[name] = write_part(folder, name.replace("/", "-"), content).file
    return files


def _opened(tables: Tables, pack: Pack) -> dict[str, Any]:
    return {puzzle["id"]: opened_puzzle(tables, pack, place) for place, puzzle in enumerate(pack.puzzles)}


def _write_page(folder: Path, parts: dict[str, Part], data: dict[str, str]) -> None:
    """Write the page's own files, with the carrier of a site in place of the server's."""
    own = Path(str(resources.files("winnow.site"))) / "static"
    for file in [*static_files().iterdir(), *own.iterdir()]:
        if file.name not in ("index.html", "http.js", "site.js"):
            shutil.copyfile(file, folder / file.name)
    build = {"parts": {name: part.record() for name, part in parts.items()}, "data": data}
    (folder / _BUILD).write_text(f"'use strict';\nwindow.WinnowBuild = {json.dumps(build)};\n")
    page = (static_files() / "index.html").read_text(encoding="utf-8")
    scripts = "\n".join(f'<script defer src="{name}.js"></script>' for name in ("build", "engine", "carrier"))
    page = page.replace(_CARRIER, scripts)
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<link rel="manifest" href="site.webmanifest">'
    )
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{head}')
    (folder / "index.html").write_text(page, encoding="utf-8")
    _write_worker_of_the_cache(folder)


def _write_worker_of_the_cache(folder: Path) -> None:
    """Write the service worker, which has a list of all files of the site and one version for all of them."""
    own = folder / "sw.js"
    script = own.read_text(encoding="utf-8")
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path != own)
    contents = b"".join(name.encode() + (folder / name).read_bytes() for name in files)
    version = hashed("winnow", contents + script.encode(), "")
    told = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files)};\n"
    own.write_text(told + script, encoding="utf-8")
