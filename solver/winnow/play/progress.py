"""What a player has done, in one file of the user's data directory: it outlives the page and the server."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from winnow.play.reading import RefusedError, read_object

FORMAT = "winnow-progress/1"
_MOST_ENTRIES = 20_000
_LONGEST_ID = 80
_LONGEST_ENTRY = 100_000
_LARGEST = 2**53
"""A page's numbers are exact up to here."""
_LOCK_SECONDS = 10.0
"""So long one server waits for another that writes."""

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
    "tried": (int, type(None)),
    "first": (bool, type(None)),
    "took": (int, float, type(None)),
    "again": (bool,),
}
"""What an entry holds: how its game is opened, the moves made and how many of them stand, seconds spent, whether it was
ever won, its best score and whether higher is better, the seconds of the fastest win, lost tries, and when (ms). Of a
problem also when (ms) its first try was decided, whether it was solved, its seconds, and whether a later try was."""
_FIRST_TRY = ("tried", "first", "took")


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
            if isinstance(value, (int, float)) and not (0 <= value <= _LARGEST or field == "best"):
                raise RefusedError(f"The field {field} is a number from 0 to 2**53.")
        if len(json.dumps(entry)) > _LONGEST_ENTRY:
            raise RefusedError(f"A game's progress has at most {_LONGEST_ENTRY} bytes.", 413)
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
    tries = [entry for entry in (old, new) if entry.get("tried") is not None]
    first = min(tries, key=lambda entry: entry["tried"], default={})
    of_problem = {name: first.get(name) for name in _FIRST_TRY} | {
        "again": any(entry.get("again") for entry in (old, new))
    }
    return {
        **late,
        "solved": bool(old.get("solved") or new.get("solved")),
        "best": better(best) if best else None,
        "fastest": min(fastest) if fastest else None,
        "tries": max(old.get("tries", 0), new.get("tries", 0)),
        "updated": max(old["updated"], early["updated"], late["updated"]),
        **(of_problem if tries else {}),
    }


class Progress:
    """The file. Whoever writes holds a lock and reads the file again first: two servers lose nothing of each other.

    The lock is a file beside it, which the operating system lets go of when its holder ends, however it ends.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Hold the lock. Raises OSError if it cannot be had."""
        from filelock import FileLock, Timeout  # noqa: PLC0415  a game is on the table before anything is written

        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.path.with_name(self.path.name + ".lock"), timeout=_LOCK_SECONDS):
                yield
        except Timeout:
            raise OSError(0, "another Winnow holds it") from None

    def read(self) -> dict[str, Json]:
        """Return all entries; a file that cannot be read is set aside under another name."""
        return self._read()[0]

    def person(self) -> str:
        """Return the name under which the player's attempts are exported: made up once. Raises OSError."""
        person = self._read()[1]
        if person:
            return person
        with self._held():
            entries, person = self._read()
            person = person or f"player-{secrets.token_hex(4)}"
            self._write(entries, person)
        return person

    def _read(self) -> tuple[dict[str, Json], str]:
        try:
            record = read_object(self.path.read_bytes())
            if record.get("format") != FORMAT:
                return self._set_aside(), ""
            person = record.get("person")
            return checked(record["entries"]), person if isinstance(person, str) else ""
        except FileNotFoundError:
            return {}, ""
        except (ValueError, AttributeError, KeyError, RefusedError):
            return self._set_aside(), ""

    def _set_aside(self) -> dict[str, Json]:
        with suppress(FileNotFoundError):  # another Winnow has set it aside
            self.path.replace(self.path.with_suffix(".unreadable.json"))
        return {}

    def add(self, entries: Mapping[str, Json]) -> dict[str, Json]:
        """Merge entries into the file and return them all. Raises OSError if it cannot be written."""
        with self._held():
            known, person = self._read()
            known |= {name: merged(known.get(name), entry) for name, entry in entries.items()}
            if len(known) > _MOST_ENTRIES:
                raise RefusedError(f"More than {_MOST_ENTRIES} games are not kept: export and clear them.", 413)
            self._write(known, person)
        return known

    def forget(self) -> None:
        """Remove every entry and the player's name."""
        with self._held():
            self._write({}, "")

    def _write(self, entries: Mapping[str, Json], person: str) -> None:
        handle, part = tempfile.mkstemp(dir=self.path.parent, prefix=".progress-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"format": FORMAT, "person": person, "entries": entries}, file, separators=(",", ":"))
        Path(part).replace(self.path)
