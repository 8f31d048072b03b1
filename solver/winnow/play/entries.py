"""One game's progress: what an entry may hold, and how two entries of a game become one."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any

from winnow.play.opening import static_files
from winnow.play.reading import RefusedError

Json = dict[str, Any]

_UNCOUNTED = {"before": 1}
"""The counters of an entry that was written before entries had any."""
_FIRST_TRY = ("tried", "first", "took")


@functools.cache
def _fields() -> Json:
    """Return the limits, the fields that an entry needs, and the kinds of value of each: the page's own list."""
    text = (static_files() / "fields.js").read_text(encoding="utf-8")
    found: Json = json.loads(text[text.index("progressFields = ") :].removeprefix("progressFields = ").rstrip(";\n"))
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_score(value: Any) -> bool:
    return _is_number(value) and float(value).is_integer()


def _is_whole(value: Any) -> bool:
    return _is_score(value) and value >= 0


def _is_moves(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(move, str) for move in value)


def _is_line(value: Any) -> bool:
    return isinstance(value, dict) and "line" in value and _wrong_field(value) is None


_KINDS: Mapping[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "object": lambda value: isinstance(value, dict),
    "moves": _is_moves,
    "whole": _is_whole,
    "score": _is_score,
    "seconds": lambda value: _is_number(value) and value >= 0,
    "flag": lambda value: isinstance(value, bool),
    "none": lambda value: value is None,
    "counters": lambda value: isinstance(value, dict) and all(map(_is_whole, value.values())),
    "lines": lambda value: isinstance(value, list) and all(map(_is_line, value)),
}


def _wrong_field(entry: Json) -> str | None:
    """Return the first known field whose value is of none of its kinds."""
    kinds = _fields()["kinds"]
    known = (name for name in entry if name in kinds)
    return next((name for name in known if not any(_KINDS[kind](entry[name]) for kind in kinds[name])), None)


def _is_exact(value: Any, depth: int) -> bool:
    """Return whether a page can read a value and write it again unchanged, with at most `depth` levels."""
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    if _is_number(value):
        return bool(abs(value) <= _fields()["most"]["number"])  # false of NaN, too
    if isinstance(value, dict):
        return depth > 0 and all(_is_exact(name, depth) and _is_exact(part, depth - 1) for name, part in value.items())
    return not isinstance(value, list) or (depth > 0 and all(_is_exact(part, depth - 1) for part in value))


def _size(entry: Json) -> int:
    return len(json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode())


def fault_of(name: str, entry: Any) -> str | None:
    """Return a sentence that says what is wrong with a game's progress, or None. Fields not known are no fault."""
    most = _fields()["most"]
    if len(name) > most["name"] or not _is_exact(name, 0):
        return f"A game's name has at most {most['name']} characters."
    if not isinstance(entry, dict):
        return f"The progress of {name!a} is no object."
    if not _is_exact(entry, most["depth"]):
        return f"The progress of {name!a} has a number or a text that a page cannot keep, or is nested too deeply."
    wrong = _wrong_field(entry)
    if wrong is not None:
        return f"The progress of {name!a} has a field {wrong} with a wrong value."
    missing = next((field for field in _fields()["needed"] if field not in entry), None)
    if missing is not None:
        return f"The progress of {name!a} has no field {missing}."
    return None if _size(entry) <= most["bytes"] else f"The progress of {name!a} has more than {most['bytes']} bytes."


def checked(entries: Any) -> dict[str, Json]:
    """Return the entries unchanged; raise RefusedError if any is malformed."""
    if not isinstance(entries, dict):
        raise RefusedError("Progress is an object with an entry for each game.")
    require_few(entries)
    fault = next(filter(None, (fault_of(name, entry) for name, entry in entries.items())), None)
    if fault is not None:
        raise RefusedError(fault)
    return entries


def require_few(entries: Mapping[str, Any]) -> None:
    """Raise RefusedError for more entries than are kept."""
    most = _fields()["most"]["entries"]
    if len(entries) > most:
        raise RefusedError(f"More than {most} games are not kept: export and clear them.", 413)


def merged(old: Json | None, new: Json) -> Json:
    """Return the merge of two entries: the later game, and the best of both records.

    An entry is later if it has counted all changes (`changes`) of the other, and more. If neither has, moves of the one
    that the other does not have are set aside, in `aside`. Fields that are not known are kept.

    >>> a = {"open": {}, "updated": 9, "solved": True, "best": 5, "changes": {"x": 1}}
    >>> b = merged(a, {"open": {}, "updated": 2, "solved": False, "best": 7, "line": ["T"], "changes": {"x": 2}})
    >>> b["line"], b["solved"], b["best"], b["changes"], b["updated"]
    (['T'], True, 5, {'x': 2}, 9)
    """
    if old is None:
        return new
    late, early, apart = _ordered(old, new)
    kept = early | late | _records(late, early) | {"changes": _joined(_changes(late), _changes(early))}
    return _with_aside(kept, _aside(late, early, apart))


def _changes(entry: Json) -> dict[str, int]:
    return entry.get("changes") or _UNCOUNTED


def _joined(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: max(one.get(name, 0), other.get(name, 0)) for name in {**one, **other}}


def _ordered(one: Json, other: Json) -> tuple[Json, Json, bool]:
    """Return two entries, the later first, and whether neither has all changes of the other."""
    both = _joined(_changes(one), _changes(other))
    has_all = [all(_changes(e).get(name, 0) >= count for name, count in both.items()) for e in (one, other)]
    apart = has_all[0] == has_all[1]
    first = _weight(one) >= _weight(other) if apart else has_all[0]
    return (one, other, apart) if first else (other, one, apart)


def _weight(entry: Json) -> tuple[int, int, int, int, str]:
    """Return the sort key for entries of which neither is later; it does not depend on their order."""
    line = entry.get("line", [])
    return sum(_changes(entry).values()), entry["updated"], len(line), entry.get("at", 0), "\n".join(line)


def _records(late: Json, early: Json) -> Json:
    """Return the merged records of two entries: the fields that only ever improve."""
    both = (late, early)
    best = [entry["best"] for entry in both if entry.get("best") is not None]
    fastest = [entry["fastest"] for entry in both if entry.get("fastest") is not None]
    tries = [entry for entry in both if entry.get("tried") is not None]
    first = min(tries, key=lambda entry: entry["tried"], default={})
    of_problem = {name: first.get(name) for name in _FIRST_TRY} | {"again": any(e.get("again", False) for e in both)}
    return {
        "solved": any(entry.get("solved", False) for entry in both),
        "best": (max if late.get("higher") else min)(best) if best else None,
        "fastest": min(fastest) if fastest else None,
        "tries": max(entry.get("tries", 0) for entry in both),
        "updated": max(entry["updated"] for entry in both),
        **(of_problem if tries else {}),
    }


def _aside(late: Json, early: Json, apart: bool) -> list[Json]:
    """Return the lines of play that are kept beside the later entry's, the oldest first."""
    if not apart:
        return list(late.get("aside", []))
    own = {name: early[name] for name in ("line", "at", "spent", "helped", "lost") if name in early}
    return [*early.get("aside", []), *late.get("aside", []), *([own] if own.get("line") else [])]


def _with_aside(entry: Json, lines: list[Json]) -> Json:
    """Return `entry` with the lines set aside that no other line starts with; the oldest go if it is too long."""
    shown = [entry.get("line", []), *(other["line"] for other in lines)]
    kept = [
        one
        for place, one in enumerate(lines, 1)
        if not any(_begins(one["line"], line) and (place > n or one["line"] != line) for n, line in enumerate(shown))
    ]
    bare = {name: value for name, value in entry.items() if name != "aside"}
    while kept and _size(bare | {"aside": kept}) > _fields()["most"]["bytes"]:
        kept.pop(0)
    return bare | {"aside": kept} if kept else bare


def _begins(line: list[str], other: list[str]) -> bool:
    return other[: len(line)] == line
