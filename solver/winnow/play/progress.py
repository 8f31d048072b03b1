"""What a player has done, in one file of the user's data directory: it outlives the page and the server."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from winnow.play.reading import RefusedError

FORMAT = "winnow-progress/1"
_MOST_ENTRIES = 20_000
_LONGEST_ID = 80

Json = dict[str, Any]

_FIELDS: Mapping[str, tuple[type, ...]] = {
    "game": (str,),
    "open": (dict,),
    "line": (list,),
    "at": (int,),
    "spent": (int, float),
    "solved": (bool,),
    "best": (int, type(None)),
    "higher": (bool,),
    "fastest": (int, float, type(None)),
    "tries": (int,),
    "updated": (int,),
}
"""What an entry holds: how its game is opened, the moves made and how many of them stand, seconds spent, whether it was
ever won, its best score and whether higher is better, the seconds of the fastest win, lost tries, and when (ms)."""


def checked(entries: Any) -> dict[str, Json]:
    """Return the entries as they came; raise RefusedError for what is not progress."""
    if not isinstance(entries, dict) or len(entries) > _MOST_ENTRIES:
        raise RefusedError(f"Progress is an object of at most {_MOST_ENTRIES} games.")
    for name, entry in entries.items():
        if len(name) > _LONGEST_ID or not isinstance(entry, dict):
            raise RefusedError("A game's progress has a short name and is an object.")
        for field, value in entry.items():
            kinds = _FIELDS.get(field)
            if kinds is None or not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
                raise RefusedError(f"Progress has no field {field[:40]!a} with such a value.")
        if not isinstance(entry.get("updated"), int) or not isinstance(entry.get("open"), dict):
            raise RefusedError("A game's progress says how it is opened, and when it was made (updated).")
        if not all(isinstance(move, str) for move in entry.get("line", [])):
            raise RefusedError("A game's line is a list of moves.")
    return entries


def merged(old: Json | None, new: Json) -> Json:
    """Return one entry from two: the later game, and the best of both records.

    >>> a = {"open": {}, "updated": 1, "solved": True, "best": 5, "fastest": 9.0}
    >>> merged(a, {"open": {}, "updated": 2, "solved": False, "best": 7, "line": ["T"]})
    {'open': {}, 'updated': 2, 'solved': True, 'best': 5, 'line': ['T'], 'fastest': 9.0, 'tries': 0}
    """
    if old is None:
        return new
    late, early = (new, old) if new["updated"] >= old["updated"] else (old, new)
    better = max if late.get("higher") else min
    best = [entry["best"] for entry in (old, new) if entry.get("best") is not None]
    fastest = [entry["fastest"] for entry in (old, new) if entry.get("fastest") is not None]
    return {
        **late,
        "solved": bool(old.get("solved") or new.get("solved")),
        "best": better(best) if best else None,
        "fastest": min(fastest) if fastest else None,
        "tries": max(old.get("tries", 0), new.get("tries", 0)),
        "updated": max(old["updated"], early["updated"], late["updated"]),
    }


class Progress:
    """The file. Each write reads it again first, so that two servers lose nothing of each other."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[str, Json]:
        """Return all entries; a file that cannot be read is set aside under another name."""
        try:
            record = json.loads(self.path.read_text(encoding="utf-8"))
            return checked(record["entries"]) if record.get("format") == FORMAT else self._set_aside()
        except FileNotFoundError:
            return {}
        except (ValueError, AttributeError, KeyError, RefusedError):
            return self._set_aside()

    def _set_aside(self) -> dict[str, Json]:
        self.path.replace(self.path.with_suffix(".unreadable.json"))
        return {}

    def add(self, entries: Mapping[str, Json]) -> dict[str, Json]:
        """Merge entries into the file and return them all. Raises OSError if it cannot be written."""
        known = self.read()
        known |= {name: merged(known.get(name), entry) for name, entry in entries.items()}
        if len(known) > _MOST_ENTRIES:
            raise RefusedError(f"More than {_MOST_ENTRIES} games are not kept: export and clear them.", 413)
        self._write(known)
        return known

    def forget(self) -> None:
        """Remove every entry."""
        self._write({})

    def _write(self, entries: Mapping[str, Json]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=self.path.parent, prefix=".progress-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"format": FORMAT, "entries": entries}, file, separators=(",", ":"))
        Path(part).replace(self.path)
