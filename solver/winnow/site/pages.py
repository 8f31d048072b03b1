"""The page of a site: its own files, and the answers that need no engine."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any

from winnow.core.game import Game
from winnow.play.answers import opened_puzzle
from winnow.play.opening import game_record, rules_page, static_files
from winnow.play.shelf import Pack
from winnow.site.parts import write_part
from winnow.site.toolchain import SiteError

OWN = Path(str(resources.files("winnow.site"))) / "static"
"""The folder of a site's own files."""
_POLICY = (
    "default-src 'none'; script-src 'self' file:%s; style-src 'self' file:; img-src 'self' file: data:; "
    "connect-src 'self'; %sbase-uri 'none'; form-action 'none'"
)
"""The page's content security policy: nothing is loaded from another origin.

A page opened from the disk has no origin, so files beside it are allowed by their scheme.
"""
WITH_ENGINE = _POLICY % (" 'wasm-unsafe-eval'", "worker-src 'self' blob:; manifest-src 'self'; ")
WITHOUT_ENGINE = _POLICY % ("", "")
_BUILD = "build.js"
_NEW = ".new"
"""The folder in that of a site where the next one is made."""
_SCRIPT = re.compile(r'<script defer src="([^"]+)"></script>\n')
_CARRIER = "http.js"
_NOT_COPIED = ("index.html", "worker.js", "stored.js", "carrier.js", "begin.js")
"""Files that become parts of others."""

Kind = type[Game[Any, Any]]
Problems = Iterable[tuple[str, bytes]]
"""The ids of problems, each with its stored positions as JSON."""


def require_site(folder: Path) -> None:
    """Raise SiteError if a folder holds something else than a site."""
    if folder.is_dir() and not {path.name for path in folder.iterdir()} <= {_NEW} and not (folder / _BUILD).is_file():
        raise SiteError(f"{folder} holds something else than a site")


@contextmanager
def renewed(folder: Path) -> Iterator[Path]:
    """Yield an empty folder; at the end its files replace those of the site in `folder`, which was whole until then.

    Files that no site has stay. Raises SiteError if `folder` holds something else than a site.
    """
    require_site(folder)
    new = folder / _NEW
    shutil.rmtree(new, ignore_errors=True)  # of a run that was killed
    new.mkdir(parents=True)
    try:
        yield new
        _replace(folder, new)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _replace(folder: Path, new: Path) -> None:
    """Move the files of a new site over an older one: what shows that it is one, then parts, then what names them."""
    files = [path.relative_to(new) for path in new.rglob("*") if path.is_file()]
    for file in sorted(files, key=lambda file: (file.name != _BUILD, -len(file.parts))):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        os.replace(new / file, folder / file)
    kept = {*files, *(file.parent for file in files)}
    for old in sorted(chain(folder.glob("engine/*"), folder.glob("data/**/*")), reverse=True):
        if old.relative_to(folder) not in kept:
            (old.rmdir if old.is_dir() else old.unlink)()


def write_data(folder: Path, packs: Sequence[Pack], problems: Problems, games: Sequence[Kind]) -> dict[str, str]:
    """Write the answers that need no engine; return their file by request, and the folder of the problems."""
    folder.mkdir()
    answers = _answers(packs, games)
    files = {name: write_part(folder, name.replace("/", "-"), packed(value)).file for name, value in answers}
    return files | {"problems": _write_problems(folder, problems)}


def _answers(packs: Sequence[Pack], games: Sequence[Kind]) -> Iterator[tuple[str, Any]]:
    """Yield the requests whose answers are known, each with its value."""
    yield "games", {"games": [game_record(kind) for kind in games], "keeps": False}
    yield "packs", {"packs": [pack.listed() for pack in packs]}
    yield from ((f"rules/{kind.name}", {"html": rules_page(kind.name)}) for kind in games)
    for pack in packs:
        if not pack.of_problems:
            yield f"open/{pack.id}", {puzzle["id"]: opened_puzzle(puzzle, place) for puzzle, place in pack.placed()}


def _write_problems(folder: Path, problems: Problems) -> str:
    """Write the stored positions of problems, one file each; return the name of their folder, by their content.

    If several packs have a problem, the first is meant, as on the shelf.
    """
    made, digest = folder / "problems", hashlib.sha256()
    made.mkdir()
    for name, content in problems:
        if (made / f"{name}.part").exists():
            continue
        write_part(made, name, content, hashed_name=False)
        digest.update(name.encode() + content)
    place = folder / f"problems.{digest.hexdigest()[:16]}"
    made.rename(place)
    return place.name


def packed(value: Any) -> bytes:
    """Return a value as JSON without spaces."""
    return json.dumps(value, separators=(",", ":")).encode()


def write_page(folder: Path, data: Mapping[str, str], parts: Mapping[str, Any] | None = None) -> None:
    """Write the page's own files, with the carrier of a site in place of the server's.

    `parts` are those of the engine; without them the page plays the problems that are stored.
    """
    build = f"'use strict';\nwindow.WinnowBuild = {json.dumps({'parts': parts, 'data': data})};\n"
    (folder / _BUILD).write_text(build, encoding="utf-8", newline="\n")
    page = (static_files() / "index.html").read_text(encoding="utf-8")
    scripts = _SCRIPT.findall(page)
    _join_scripts(folder, scripts, engine=parts is not None)
    for file in [*static_files().iterdir(), *(() if parts is None else OWN.iterdir())]:
        if file.name not in {*scripts, *_NOT_COPIED}:
            shutil.copyfile(file, folder / file.name)
    head = f"""<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{WITHOUT_ENGINE if parts is None else WITH_ENGINE}">
<script src="first.js"></script>
<script defer src="page.js"></script>"""
    page = _SCRIPT.sub("", page).replace('<meta charset="utf-8">', head)
    (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")


def _join_scripts(folder: Path, scripts: Sequence[str], *, engine: bool) -> None:
    """Write the page's scripts as two, as each request takes time: what begins to load the engine, and the rest."""
    place = scripts.index(_CARRIER)
    before, after = ([static_files() / name for name in some] for some in (scripts[:place], scripts[place + 1 :]))
    _join(folder / "first.js", _own("parts"), [folder / _BUILD], _own("engine", "begin") if engine else [])
    _join(folder / "page.js", before, _own("stored", "carrier"), after)


def _own(*names: str) -> list[Path]:
    return [OWN / f"{name}.js" for name in names]


def _join(file: Path, *scripts: Iterable[Path]) -> None:
    joined = "".join(part.read_text(encoding="utf-8") for part in chain(*scripts))
    file.write_text(joined, encoding="utf-8", newline="\n")
