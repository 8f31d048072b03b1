"""A player's progress, kept in one file of the user's data directory."""

from __future__ import annotations

import glob
import itertools
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from winnow.core.output import Output
from winnow.play.entries import checked, fault_of, merged, require_few
from winnow.play.reading import RefusedError

FORMAT = "winnow-progress/1"
_LOCK_SECONDS = 10.0
"""Seconds that a server waits for another one that writes."""
_MOST_SETTINGS = 20_000
"""The most bytes of all settings."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """The content of the file: the games, the page's settings, the player's name, and unknown fields.

    `fault` names the part of the file that cannot be read, "" if all can.
    """

    entries: dict[str, Json] = field(default_factory=dict)
    settings: Json = field(default_factory=dict)
    person: str = ""
    others: Json = field(default_factory=dict)
    fault: str = ""


class Progress:
    """The file of progress. A writer takes a lock and reads the file again, so that two servers lose no changes.

    The lock is a file beside it, which the operating system releases when its holder ends for any reason. A link is
    followed to its target. Before anything is written, a file that cannot be read in full is copied; `notice` then says
    so, and is "" otherwise.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice = ""

    @property
    def _file(self) -> Path:
        return Path(os.path.realpath(self.path))

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Hold the lock. Raises OSError if it cannot be had."""
        from filelock import FileLock, Timeout  # noqa: PLC0415  a game is on the table before anything is written

        self._file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self._file.with_name(self._file.name + ".lock"), timeout=_LOCK_SECONDS):
                yield
        except Timeout:
            raise OSError(0, "another Winnow holds it") from None

    def read(self) -> dict[str, Json]:
        """Return all entries that can be read. Raises as `kept` does."""
        return self.kept().entries

    def kept(self) -> Kept:
        """Return the readable content of the file; if that is not all, the file is copied and rewritten first.

        Raises OSError if the file cannot be read, OutputError if it cannot be rewritten.
        """
        kept = self._read()
        if kept.fault:
            with self._held():
                kept = self._sound()
                self._write(kept)
        return kept

    def person(self) -> str:
        """Return the player's name in exported attempts, which is generated once. Raises as `add` does."""
        person = self._read().person
        if person:
            return person
        with self._held():
            kept = self._sound()
            person = kept.person or f"player-{secrets.token_hex(4)}"
            self._write(replace(kept, person=person))
        return person

    def add(self, entries: Mapping[str, Json]) -> dict[str, Json]:
        """Merge entries into the file and return them all.

        Raises OSError or OutputError if it cannot be written, RefusedError if it would hold too much.
        """
        with self._held():
            kept = self._sound()
            added = {name: merged(kept.entries.get(name), entry) for name, entry in entries.items()}
            known = kept.entries | checked(added)
            require_few(known)
            self._write(replace(kept, entries=known))
        return known

    def set(self, settings: Mapping[str, Any]) -> None:
        """Store settings of the page; other stored settings stay. Raises as `add` does."""
        with self._held():
            kept = self._sound()
            known = {**kept.settings, **settings}
            if len(json.dumps(known)) > _MOST_SETTINGS:
                raise RefusedError(f"All settings have at most {_MOST_SETTINGS} bytes.", 413)
            self._write(replace(kept, settings=known))

    def forget(self) -> None:
        """Remove every entry and the player's name. Raises as `add` does."""
        with self._held():
            self._write(replace(self._sound(), entries={}, person=""))

    def _read(self) -> Kept:
        try:
            return _kept_in(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return Kept()
        except (ValueError, RecursionError):
            return Kept(fault="It is no JSON.")

    def _sound(self) -> Kept:
        """Return what can be read; if that is not all, the file is copied under a new name, and `notice` says so."""
        kept = self._read()
        if kept.fault:
            copy = self._copied()
            self.notice = f"{self.path} could not be read in full. What it held is kept in {copy.name}. {kept.fault}"
        return replace(kept, fault="")

    def _copied(self) -> Path:
        """Return the path of a new copy of the file, under the first free name beside it."""
        suffixes = itertools.chain([".unreadable.json"], (f".unreadable-{n}.json" for n in itertools.count(2)))
        copy = next(free for suffix in suffixes if not os.path.lexists(free := self._file.with_suffix(suffix)))
        with copy.open("xb") as stream:
            stream.write(self._file.read_bytes())
        return copy

    def _write(self, kept: Kept) -> None:
        """Write the whole file. The lock makes this the only writer, so other temporary files are left over."""
        for left in self._file.parent.glob(f".{glob.escape(self._file.name)}.*.part"):
            left.unlink(missing_ok=True)
        known = {"format": FORMAT, "person": kept.person, "settings": kept.settings, "entries": kept.entries}
        Output(self.path).write(json.dumps(kept.others | known, separators=(",", ":")).encode())


def _kept_in(record: Any) -> Kept:
    """Return the progress in a file's record; a malformed entry is left out, and the others are kept."""
    if not isinstance(record, dict) or record.get("format") != FORMAT or not isinstance(record.get("entries"), dict):
        return Kept(fault=f"It is no progress of the format {FORMAT}.")
    faults = {name: fault_of(name, entry) for name, entry in record["entries"].items()}
    person, settings = record.get("person", ""), record.get("settings", {})
    return Kept(
        {name: entry for name, entry in record["entries"].items() if faults[name] is None},
        settings if isinstance(settings, dict) else {},
        person if isinstance(person, str) else "",
        {name: value for name, value in record.items() if name not in ("format", "entries", "person", "settings")},
        next(filter(None, faults.values()), ""),
    )
