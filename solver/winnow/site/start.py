"""The start of a worker's Python: what is loaded before its memory is stored, and what is done when it is restored."""

from __future__ import annotations

import gc
import importlib
import random
import sys
import zipimport
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder

from winnow.core.deals import Deal
from winnow.core.games import GAMES
from winnow.play.opening import table_of
from winnow.play.reading import Played

Unpack = Callable[[str], bool]
"""Writes the files of the part that a module or a package is listed for; returns whether it wrote any.

It raises an error that says "not yet" if the part has not come.
"""
_WORK = ("winnow.play.opening", "winnow.site.browser")
"""Modules that the page's worker needs for its first answers."""


class Parts:
    """Finds the modules of parts that come after the start: a part is unpacked when one of its modules is imported."""

    def __init__(self, unpack: Unpack) -> None:
        self._unpack = unpack

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        """Return the module's spec; None if no part has it, or if its part is unpacked already."""
        # The innermost package first.
        packages = (name.rsplit(".", outer)[0] for outer in range(name.count(".") + 1))
        if not any(map(self._unpack, packages)):
            return None
        forget_folders()
        return PathFinder.find_spec(name, path, None)


def forget_folders() -> None:
    """Let imports read folders and archives anew."""
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    importlib.invalidate_caches()


def warm(modules: Sequence[str]) -> None:
    """Load what workers need first: `modules`, the page's program, and each game's rules and face."""
    for name in (*modules, *_WORK):
        importlib.import_module(name)
    for game in GAMES:
        table_of(Played(Deal.numbered(game, 1), ())).record()
    forget_folders()
    gc.collect()


def restored(unpack: Unpack) -> None:
    """Begin after the memory has been restored: randomness is this worker's own, and parts are unpacked when needed."""
    random.seed()
    sys.meta_path.append(Parts(unpack))
