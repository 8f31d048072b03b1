"""The parts of a site from elsewhere: Python for the browser, and packages that run on it, pinned by hashes."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from winnow.site.toolchain import SiteError, run

PYODIDE = (
    "https://registry.npmjs.org/pyodide/-/pyodide-0.29.4.tgz",
    "3ebbf05087d9a796c61b2163252e9049c7394a8f2b6f8dd4b00c5a373fb06efb",
)
"""The address of the browser's Python, and the SHA-256 that the file must have."""
_PYSAT = "python-sat==1.9.dev24 --hash=sha256:b206683c894c73287e1f45d1a6b1f71c88b8c3a737332608c3cbde2adb41b45e"
_PLATFORM = ("--platform", "pyemscripten_2025_0_wasm32", "--python-version", "3.13", "--implementation", "cp")
_UNUSED = (
    *("_pyio", "cProfile", "curses", "dbm", "doctest", "ensurepip", "ftplib", "idlelib", "imaplib", "lib2to3"),
    *("mailbox", "nturl2path", "optparse", "pdb", "pickletools", "poplib", "profile", "pstats", "pydoc", "pydoc_data"),
    *("smtplib", "sqlite3", "symtable", "tkinter", "turtle", "turtledemo", "unittest", "venv", "webbrowser"),
    *("wsgiref", "xmlrpc"),
)
"""Modules of the standard library that are left out, as nothing here imports them."""


def fetched(url: str, sha256: str, cache: Path) -> bytes:
    """Return a registry's file, cached or fetched; raise SiteError if it cannot be fetched or its hash differs."""
    kept = cache / sha256
    if kept.is_file() and hashlib.sha256(content := kept.read_bytes()).hexdigest() == sha256:
        return content
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:  # noqa: S310  the address above
            content = bytes(answer.read())
    except OSError as error:
        raise SiteError(f"cannot fetch {url}: {getattr(error, 'reason', error)}") from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise SiteError(f"{url} is not the file that this version of Winnow was tested with")
    cache.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(kept)
    return content


def pyodide(
    cache: Path, compiled: Callable[[dict[str, bytes]], dict[str, bytes]]
) -> tuple[bytes, dict[str, bytes], dict[str, bytes]]:
    """Return the WebAssembly of Python, the other files of the runtime, and its standard library as it is `compiled`.

    Raises SiteError if the runtime cannot be fetched.
    """
    with tarfile.open(fileobj=io.BytesIO(fetched(*PYODIDE, cache))) as archive:
        # The hash says that each is there.
        files = {name: archive.extractfile(f"package/{name}").read() for name in _RUNTIME}  # type: ignore[union-attr]
    library = compiled(dict(_used(files.pop("python_stdlib.zip"))))
    wasm = files.pop("pyodide.asm.wasm")
    return wasm, files, library


LOCK = (
    b'{"info": {"abi_version": "2025_0", "arch": "wasm32", "platform": "emscripten_4_0_9", "python": "3.13.2"}, '
    b'"packages": {}}'
)
"""The runtime's list of packages, as JSON: Winnow's come in parts."""
_RUNTIME = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")


def _used(library: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and name.split("/")[0].removesuffix(".py") not in _UNUSED:
                yield name, archive.read(name)


def archive(files: dict[str, bytes]) -> bytes:
    """Return `files` as an uncompressed archive whose bytes do not depend on the time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


def pysat(cache: Path) -> dict[str, bytes]:
    """Return the files of the SAT solver's package for the browser; raise SiteError if it cannot be fetched."""
    folder = cache / hashlib.sha256(_PYSAT.encode()).hexdigest()
    if not folder.is_dir():
        _download(_PYSAT, folder)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        names = [name for name in wheel.namelist() if name.endswith((".py", ".so")) and "examples" not in name]
        return {name: wheel.read(name) for name in names if ".data/" not in name}


def _download(requirement: str, folder: Path) -> None:
    """Let pip fetch a wheel of the browser's platform, held to its hash, into a new folder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as made:
        listed = Path(made) / "requirements.txt"
        listed.write_text(requirement, encoding="utf-8", newline="\n")
        wheels = Path(made) / "wheels"
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
        run([*pip, *_PLATFORM, "--abi", "cp313", "-d", str(wheels), "-r", str(listed)], folder.parent)
        wheels.rename(folder)


def imported(module: str) -> dict[str, bytes]:
    """Return the Python files that the import of a module of an installed package loads from that package."""
    ask = f"import json, sys, {module}; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = {name.replace(".", "/") for name in json.loads(done.stdout)}
    files = [file for file in metadata.files(module.partition(".")[0]) or () if file.suffix == ".py"]
    kept = [file for file in files if file.as_posix().removesuffix(".py").removesuffix("/__init__") in loaded]
    return {file.as_posix(): Path(str(file.locate())).read_bytes() for file in kept}
