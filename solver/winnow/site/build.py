"""Builds the folder of a site: the page, the answers that need no engine, and the engine in parts."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any

from winnow.core.games import GAMES
from winnow.play.answers import opened_puzzle
from winnow.play.opening import game_record, rules_page, static_files
from winnow.play.shelf import Pack
from winnow.play.tables import Tables
from winnow.site import runtime, snapshot
from winnow.site.parts import hashed, joined, write_part
from winnow.site.toolchain import Python, SiteError, compiled, kernels

POLICY = (
    "default-src 'none'; script-src 'self' file: 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' file:; "
    "img-src 'self' file: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The page's content security policy: nothing is loaded from another origin.

A page opened from the disk has no origin, so files beside it are allowed by their scheme.
"""
_LEFT_OUT = {"bench", "cli", "surveys", "commands.py"}
"""Folders and files of the packages that nothing in the browser imports."""
_BUILD = "build.js"
_OWN = Path(str(resources.files("winnow.site"))) / "static"
_CARRIER = '<script defer src="http.js"></script>'


def write_site(folder: Path, packs: Sequence[Pack], python: Python, cache: Path) -> None:
    """Write the site into a folder, which may hold an older one.

    Raises SiteError if the folder holds something else, or if something needed is missing; OSError if it cannot be
    written.
    """
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _BUILD).is_file():
        raise SiteError(f"{folder} holds something else than a site")
    modules = {name: file.read_bytes() for name, file in kernels(python, cache / "kernels").items()}
    wasm, scripts, library = runtime.pyodide(cache / "fetched", lambda files: compiled(python, files))
    program = compiled(python, _sources() | runtime.imported("rich.text")) | modules
    others = compiled(python, runtime.pysat(cache / "fetched") | runtime.installed("networkx"))
    more = {"pyodide.asm.wasm": wasm, "pyodide-lock.json": runtime.LOCK, "python_stdlib.zip": runtime.archive(library)}
    memory, loaded = snapshot.memory(scripts | more, program)
    program, library = _unloaded(program, loaded), _unloaded(library, loaded)
    folder.mkdir(parents=True, exist_ok=True)
    # A later run takes the folder of one that was interrupted for a site.
    (folder / _BUILD).touch()
    for old in (folder / "engine", folder / "data"):
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir()
    contents = {
        "wasm": wasm,
        "memory": memory,
        "runtime": _worker(scripts),
        "winnow": joined(_below("w", program)),
        "later": joined(_below("w", others) | {"lib/python313.zip": runtime.archive(library)}),
        "shelf": joined({"w/packs.json": _packed([asdict(pack) for pack in packs])}),
    }
    parts = {name: write_part(folder / "engine", name, content).record() for name, content in contents.items()}
    parts["winnow"]["modules"] = _tops(program)
    parts["later"]["modules"] = _tops(others | library)
    _write_page(folder, parts, _write_data(folder / "data", packs))


def _worker(scripts: dict[str, bytes]) -> bytes:
    """Return the script of a worker: the runtime's scripts, then its own."""
    lock = b"const LOCK = " + json.dumps(runtime.LOCK.decode()).encode() + b";"
    return b"\n".join([scripts["pyodide.asm.js"], scripts["pyodide.js"], lock, (_OWN / "worker.js").read_bytes()])


def _unloaded(files: dict[str, bytes], loaded: set[str]) -> dict[str, bytes]:
    """Return the files without the modules that are loaded."""
    name = re.compile(r"(?:/__init__)?\.pyc$")
    return {path: content for path, content in files.items() if name.sub("", path).replace("/", ".") not in loaded}


def _below(folder: str, files: dict[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{path}": content for path, content in files.items()}


def _tops(files: Iterable[str]) -> list[str]:
    """Return the names of the top-level modules of files."""
    return sorted({re.split(r"[/.]", path, maxsplit=1)[0] for path in files})


def _packed(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


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
            *((f"pack/{pack.id}", {"puzzles": pack.listed()}) for pack in packs),
            *((f"rules/{game}", {"html": rules_page(game)}) for game in GAMES),
            *((f"open/{pack.id}", _opened(tables, pack)) for pack in packs),
        ]
    )
    files = {}
    for name, value in answers:
        files[name] = write_part(folder, name.replace("/", "-"), _packed(value)).file
    return files


def _opened(tables: Tables, pack: Pack) -> dict[str, Any]:
    return {puzzle["id"]: opened_puzzle(tables, pack, place) for place, puzzle in enumerate(pack.puzzles)}


def _write_page(folder: Path, parts: dict[str, Any], data: dict[str, str]) -> None:
    """Write the page's own files, with the carrier of a site in place of the server's."""
    for file in [*static_files().iterdir(), *_OWN.iterdir()]:
        if file.name not in ("index.html", "http.js", "site.js", "worker.js"):
            shutil.copyfile(file, folder / file.name)
    build = {"parts": parts, "data": data}
    (folder / _BUILD).write_text(f"'use strict';\nwindow.WinnowBuild = {json.dumps(build)};\n")
    page = (static_files() / "index.html").read_text(encoding="utf-8")
    page = page.replace(_CARRIER, '<script defer src="carrier.js"></script>')
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    first = "\n".join(
        [policy, *(f'<script src="{name}.js"></script>' for name in ("parts", "build", "engine", "begin"))]
    )
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{first}')
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
