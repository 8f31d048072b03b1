"""Builds the kernels as WebAssembly side modules, with Cython and Zig, and caches them by their sources."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import metadata, resources
from pathlib import Path
from tempfile import TemporaryDirectory

from winnow.core.errors import BadInputError

PYTHON = (3, 13)
"""The version of the runtime's Python: kernels are compiled with its headers."""
SUFFIX = ".cpython-313-wasm32-emscripten.so"
_COMPILE = (
    *("cc", "-target", "wasm32-wasi", "-mcpu=mvp+bulk_memory+sign_ext+mutable_globals+nontrapping_fptoint"),
    *("-fPIC", "-O3", "-g0", "-DNDEBUG", "-fvisibility=hidden", "-w", "-c"),
)
ZIG = (sys.executable, "-m", "ziglang")
"""The command of Zig, which compiles C for other systems."""
_LINK = ("wasm-ld", "-shared", "--experimental-pic", "--allow-undefined", "--import-undefined", "--strip-all")
_DIRECTIVES = {
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "annotation_typing": False,
}
"""Those of setup.py."""
_NARROW = re.compile(r"(#define (?:SIZEOF|ALIGNOF)_(?:LONG|SIZE_T|VOID_P|UINTPTR_T|PTHREAD_T)) 8$", re.M)
_WIDE = re.compile(r"#define HAVE_(?:GCC_UINT128_T|__UINT128_T) 1$", re.M)
_ASK = "import json, sys, sysconfig; print(json.dumps([sys.version_info[:2], sysconfig.get_path('include')]))"


class SiteError(BadInputError):
    """A requirement of a site is missing; the message names it on one line."""


@dataclass(frozen=True)
class Python:
    """A CPython of the runtime's version on this machine, and the folder of its headers."""

    program: str
    headers: Path


def find_python(named: str | None = None) -> Python:
    """Return the Python named, or one of the runtime's version that is found here; raise SiteError if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    name = f"python{PYTHON[0]}.{PYTHON[1]}"
    found = [sys.executable, name, *map(str, sorted(pyenv.glob(f"{PYTHON[0]}.{PYTHON[1]}*/bin/{name}")))]
    for program in [named] if named else found:
        python = _asked(program)
        if python is not None:
            return python
    wanted = f"{named} is not a CPython" if named else "no CPython"
    raise SiteError(
        f"{wanted} {PYTHON[0]}.{PYTHON[1]} with its headers{'' if named else ' was found: name one with --python'}"
    )


def _asked(program: str) -> Python | None:
    try:
        told = subprocess.run([program, "-c", _ASK], capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return None
    version, headers = json.loads(told.stdout)
    found = Python(program, Path(headers))
    return found if tuple(version) == PYTHON and (found.headers / "Python.h").is_file() else None


def kernels(python: Python, cache: Path) -> dict[str, Path]:
    """Return the path of each compiled module by its path below the packages' folder, from the cache where possible.

    Raises SiteError if the toolchain or the kernels' sources are missing, or if a kernel does not compile.
    """
    package = Path(str(resources.files("winnow_kernels")))
    sources = sorted(package.glob("*/*.pyx"))
    cache.mkdir(parents=True, exist_ok=True)
    common = _digest(sorted(p for kind in ("pxd", "h") for p in package.glob(f"*/*.{kind}")), _versions())
    modules = {source: cache / f"{_digest([source], common)}.so" for source in sources}
    missing = [source for source, module in modules.items() if not module.is_file()]
    if missing:
        with TemporaryDirectory() as made, ThreadPoolExecutor(os.cpu_count()) as pool:
            headers = _narrow_headers(python, Path(made) / "include")
            list(pool.map(lambda source: _compile(source, modules[source], headers, Path(made)), missing))
    places = {source: source.relative_to(package.parent).with_suffix("") for source in sources}
    return {f"{places[source].as_posix()}{SUFFIX}": module for source, module in modules.items()}


def _versions() -> str:
    try:
        return json.dumps([metadata.version("cython"), metadata.version("ziglang"), _COMPILE, _LINK])
    except metadata.PackageNotFoundError as error:
        raise SiteError(f"the package {error.name} is not here: pip install 'winnow-solitaire[site]'") from None


def _digest(files: list[Path], before: str) -> str:
    digest = hashlib.sha256(before.encode())
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _narrow_headers(python: Python, place: Path) -> Path:
    """Copy Python's headers, with type sizes of a 32-bit machine."""
    shutil.copytree(python.headers, place)
    config = place / "pyconfig.h"
    narrow = _WIDE.sub("", _NARROW.sub(r"\1 4", config.read_text(encoding="utf-8")))
    config.write_text(narrow, encoding="utf-8", newline="\n")
    return place


def _compile(source: Path, module: Path, headers: Path, made: Path) -> None:
    """Translate a kernel to C, compile and link it."""
    folder, name = source.parents[2], ".".join(source.with_suffix("").parts[-3:])
    directives = [word for directive in _DIRECTIVES.items() for word in ("-X", "{}={}".format(*directive))]
    in_c, unlinked, shared = (str(made / f"{name}.{ending}") for ending in ("c", "o", "so"))
    cython = ["-m", "cython", "-3", "-I", ".", *directives, "--module-name", name]
    run([sys.executable, *cython, source.relative_to(folder).as_posix(), "-o", in_c], folder)
    run([*ZIG, *_COMPILE, in_c, "-o", unlinked, f"-I{headers}", f"-I{folder}"], folder)
    run([*ZIG, *_LINK, f"--export=PyInit_{source.stem}", "-o", shared, unlinked], folder)
    part = module.with_suffix(f".{os.getpid()}.part")
    shutil.copyfile(shared, part)
    part.replace(module)


def compiled(python: Python, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files with Python's sources in their compiled form, without the sources, docstrings and asserts."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        write_files(folder, files)
        # File times are left out, so that the compiled files do not depend on them.
        options = ["-q", "-b", "-o", "2", "-s", made, "--invalidation-mode", "unchecked-hash", "-j", "0"]
        run([python.program, "-m", "compileall", *options, made], folder)
        others = {name: content for name, content in files.items() if not name.endswith(".py")}
        sources = (name for name in files if name.endswith(".py"))
        return others | {f"{name}c": (folder / f"{name}c").read_bytes() for name in sources}


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files by their paths below a folder."""
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def run(command: list[str], folder: Path) -> str:
    """Run a command in a folder and return its output; if it fails, raise SiteError with its last line of errors."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        said = (done.stderr.strip() or "no reason given").splitlines()[-1]
        named = " ".join(Path(word).name for word in command[1:4] if not word.startswith("-"))
        raise SiteError(f"{named} failed with status {done.returncode}: {said}")
    return done.stdout
