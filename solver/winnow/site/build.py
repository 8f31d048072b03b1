"""Builds the folder of a site: the page, the answers that need no engine, and the engine in parts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any

from winnow.core.games import GAMES
from winnow.core.version import __version__
from winnow.play.shelf import Pack
from winnow.site import runtime, snapshot
from winnow.site.pages import OWN, Problems, packed, renewed, require_site, write_data, write_page
from winnow.site.parts import hashed, joined, write_part
from winnow.site.toolchain import Python, compiled, kernels

_LEFT_OUT = {
    *("bench", "cli", "surveys", "commands.py"),
    *("build.py", "pages.py", "runtime.py", "snapshot.py", "toolchain.py"),
    *("guard.py", "progress.py", "server.py", "tablebase.py", "thinking.py"),
}
"""Folders and files of the packages that nothing in the browser imports."""
_LATER = re.compile(
    r"winnow/(?:api/(?:bundle|construct|count|prove|recheck)|checking|proving|games/\w+/(?:proofs|referee))(?=[/.])"
)
"""Modules and packages that no verdict needs, as the beginnings of their files' paths."""


def write_site(
    folder: Path,
    packs: Sequence[Pack],
    python: Python,
    cache: Path,
    problems: Problems = (),
    report: Callable[[str], object] = lambda _: None,
) -> None:
    """Write the site into a folder, which may hold an older one; the stored `problems` are played before the engine.

    An older site stays whole until all of the new one is written. `report` is called with the name of each
    step as it begins.

    Raises SiteError if the folder holds something else, or if something needed is missing; OSError if it cannot be
    written.
    """
    require_site(folder)
    report("compiling the kernels")
    modules = {name: file.read_bytes() for name, file in kernels(python, cache / "kernels").items()}
    report("fetching the browser's Python")
    wasm, scripts, library = runtime.pyodide(cache / "fetched", lambda files: compiled(python, files))
    program = compiled(python, _sources() | runtime.imported("rich.text")) | modules
    others = compiled(python, runtime.pysat(cache / "fetched"))
    more = {"pyodide.asm.wasm": wasm, "pyodide-lock.json": runtime.LOCK, "python_stdlib.zip": runtime.archive(library)}
    report("loading the engines once")
    memory, loaded = snapshot.memory(scripts | more, program)
    program, library = _unloaded(program, loaded), _unloaded(library, loaded)
    checks = {path: program.pop(path) for path in list(program) if _LATER.match(path)}
    report("packing the engines")
    lock = b"const LOCK = " + json.dumps(runtime.LOCK.decode()).encode() + b";"
    worker = [scripts["pyodide.asm.js"], scripts["pyodide.js"], lock, (OWN / "worker.js").read_bytes()]
    with renewed(folder) as made:
        (made / "engine").mkdir()
        contents = {
            "wasm": wasm,
            "memory": memory,
            "runtime": b"\n".join(worker),
            "winnow": joined(_below("w", program)),
            "later": joined(_below("w", others | checks) | {"lib/python313.zip": runtime.archive(library)}),
            "shelf": joined({"w/packs.json": packed([asdict(pack) for pack in packs])}),
        }
        with ThreadPoolExecutor() as pool:
            written = pool.map(lambda named: write_part(made / "engine", *named)._asdict(), contents.items())
            parts: dict[str, Any] = dict(zip(contents, written, strict=True))
        parts["winnow"]["modules"] = _tops(program)
        named = {found[0].replace("/", ".") for path in checks if (found := _LATER.match(path))}
        parts["later"]["modules"] = sorted({*_tops(others | library), *named})
        report("laying out the problems")
        write_page(made, write_data(made / "data", packs, problems, list(GAMES.usable())), parts)
        _write_package(made, [f"engine/{part['file']}" for name, part in parts.items() if name != "shelf"])
        _write_worker_of_the_cache(made)


def _unloaded(files: dict[str, bytes], loaded: set[str]) -> dict[str, bytes]:
    """Return the files without the modules that are loaded."""
    name = re.compile(r"(?:/__init__)?\.pyc$")
    return {path: content for path, content in files.items() if name.sub("", path).replace("/", ".") not in loaded}


def _below(folder: str, files: dict[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{path}": content for path, content in files.items()}


def _tops(files: Iterable[str]) -> list[str]:
    return sorted({re.split(r"[/.]", path, maxsplit=1)[0] for path in files})


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


def _write_package(folder: Path, parts: Iterable[str]) -> None:
    """Write the file that makes the folder an npm package, with entries for browsers and for Node.

    The package has the JavaScript module and these parts of the engine.
    """
    package = {
        "name": "winnow-solitaire",
        "version": __version__,
        "description": "Solves and judges deals of little-known solitaires, in browsers and in Node",
        "license": "MIT",
        "type": "module",
        "engines": {"node": ">=20"},
        "exports": {".": {"types": "./winnow.d.mts", "node": "./winnow.node.mjs", "default": "./winnow.mjs"}},
        "files": ["*.mjs", "winnow.d.mts", *(f"{name}.js" for name in ("parts", "build", "engine")), *parts],
    }
    (folder / "package.json").write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8", newline="\n")


def _write_worker_of_the_cache(folder: Path) -> None:
    """Write the service worker, which has a list of the files of the site and one version for all of them.

    The stored problems are not listed: without a network the engine answers.
    """
    own = folder / "sw.js"
    script = own.read_text(encoding="utf-8")
    found = [*folder.glob("*.*"), *folder.glob("engine/*"), *folder.glob("data/*.part")]
    files = sorted(path.relative_to(folder).as_posix() for path in found if path != own)
    contents = b"".join(name.encode() + (folder / name).read_bytes() for name in files)
    version = hashed("winnow", contents + script.encode(), "")
    told = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files)};\n"
    own.write_text(told + script, encoding="utf-8", newline="\n")
