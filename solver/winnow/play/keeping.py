"""Answers of the local server about progress and settings, which it keeps in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from winnow.core.errors import OutputError
from winnow.play.entries import checked
from winnow.play.progress import Progress
from winnow.play.reading import Json, RefusedError

T = TypeVar("T")


async def _all_progress(progress: Progress, _record: Json) -> Json:
    """Return all progress and settings; `notice` says what could not be read, "" if all could."""
    kept = await _with_file(progress, progress.kept)
    return {"entries": kept.entries, "settings": kept.settings, "notice": progress.notice}


async def _person(progress: Progress, _record: Json) -> Json:
    """Return the player's name in exported attempts."""
    return {"person": await _with_file(progress, progress.person)}


async def _add_progress(progress: Progress, record: Json) -> Json:
    added = checked(record.get("entries"))
    entries = await _with_file(progress, lambda: progress.add(added))
    return {"entries": {name: entries[name] for name in added}}


async def _set(progress: Progress, record: Json) -> Json:
    if not isinstance(record.get("settings"), dict):
        raise RefusedError("Settings are an object.")
    await _with_file(progress, lambda: progress.set(record["settings"]))
    return {}


async def _forget(progress: Progress, _record: Json) -> Json:
    await _with_file(progress, progress.forget)
    return {}


Keeper = Callable[[Progress, Json], Awaitable[Json]]
TOLD: dict[str, Keeper] = {"progress": _all_progress, "person": _person}
"""The requests that only read, by name."""
CHANGED: dict[str, Keeper] = {"progress": _add_progress, "settings": _set, "forget": _forget}
"""The requests that change the file, by name."""


async def _with_file(progress: Progress, act: Callable[[], T]) -> T:
    """Read or write progress beside the server's other work; raise RefusedError if that cannot be."""
    try:
        return await asyncio.to_thread(act)
    except OSError as error:
        raise RefusedError(f"Progress ({progress.path}) cannot be read or written: {error.strerror}.", 409) from None
    except OutputError as error:
        raise RefusedError(f"Progress is not kept: {error}.", 409) from None
