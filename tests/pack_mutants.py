"""Mutants of small packs: changed bytes, fields, lines and files, with matching or wrong checksums."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import winnow_puzzles
from whole_files import other_bytes, other_lines
from winnow_puzzles.packs.files import DEALS, PACK, SUMS, command, line_of

CURATED = Path(winnow_puzzles.__file__).parent / "curated"


def small_pack(source: Path, to: Path) -> None:
    """Make a valid pack of the first puzzle of each level of another."""
    shutil.copytree(source, to, ignore=shutil.ignore_patterns("bundle.gz"))
    by_level: dict[int, dict[str, Any]] = {}
    for line in (source / DEALS).read_text().splitlines():
        puzzle = json.loads(line)
        by_level.setdefault(puzzle["level"], puzzle)
    write_puzzles(to, [by_level[level] for level in sorted(by_level)])


def write_puzzles(pack: Path, puzzles: list[dict[str, Any]]) -> None:
    """Write the puzzles of a pack, with matching counts."""
    (pack / DEALS).write_text("".join(map(line_of, puzzles)))
    about = json.loads((pack / PACK).read_text())
    levels = Counter(str(puzzle["level"]) for puzzle in puzzles)
    about["counts"] = {level: levels[level] for level in about["counts"]}
    about["deals"]["puzzles"] = about["generator"]["arguments"]["count"] = len(puzzles)
    if "themes" in about:
        about["themes"] = Counter(puzzle["themes"][0] for puzzle in puzzles if puzzle.get("themes"))
    else:
        about["generator"]["command"] = command(about["generator"]["arguments"])
    (pack / PACK).write_text(json.dumps(about))
    seal(pack)


def seal(pack: Path) -> None:
    """Write new id and checksums, if there is a description, so that only the content is wrong."""
    digest = hashlib.sha256((pack / DEALS).read_bytes()).hexdigest()
    with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError):
        about = json.loads((pack / PACK).read_text())
        about["deals"]["sha256"] = digest
        about["id"] = f"{about['game']}-{digest[:12]}"
        (pack / PACK).write_text(json.dumps(about))
    summed = [line.partition("  ")[2] for line in (pack / SUMS).read_text().splitlines()]
    lines = [f"{hashlib.sha256((pack / name).read_bytes()).hexdigest()}  {name}\n" for name in summed]
    (pack / SUMS).write_text("".join(lines))


def change_pack(rng: random.Random, pack: Path, other: Path, changed: Callable[[random.Random, Any], Any]) -> str:
    """Make one change in a pack, in two of three cases with matching checksums; return what was changed.

    `other` is another pack, and `changed` changes an object of JSON.
    """
    kind = rng.choice(sorted(_CHANGES))
    place = pack / rng.choice([PACK, DEALS, DEALS, SUMS])
    _CHANGES[kind](rng, place, other, changed)
    if rng.random() < 2 / 3:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            seal(pack)
    return kind


def _bytes(rng: random.Random, place: Path, _other: Path, _changed: object) -> None:
    place.write_bytes(other_bytes(rng, place.read_bytes()))


def _lines(rng: random.Random, place: Path, _other: Path, _changed: object) -> None:
    place.write_bytes("".join(other_lines(rng, place.read_text().splitlines(keepends=True))).encode())


def _fields(rng: random.Random, place: Path, _other: Path, changed: Callable[[random.Random, Any], Any]) -> None:
    place = place if place.name != SUMS else place.with_name(PACK)
    lines = [place.read_text()] if place.name == PACK else place.read_text().splitlines()
    which = rng.randrange(len(lines))
    lines[which] = json.dumps(changed(rng, json.loads(lines[which])))
    place.write_text("".join(f"{line}\n" for line in lines))


def _puzzles(rng: random.Random, place: Path, other: Path, _changed: object) -> None:
    """Drop, repeat, swap or borrow a puzzle, and update the counts."""
    puzzles = [json.loads(line) for line in place.with_name(DEALS).read_text().splitlines()]
    borrowed = json.loads(rng.choice((other / DEALS).read_text().splitlines()))
    one, two = rng.sample(range(len(puzzles)), 2)
    kind = rng.randrange(5)
    if kind == 0:
        del puzzles[one]
    elif kind == 1:
        puzzles[one] = puzzles[two]
    elif kind == 2:
        puzzles[one], puzzles[two] = puzzles[two], puzzles[one]
    elif kind == 3:
        puzzles[one] = borrowed
    else:
        name = rng.choice(sorted(puzzles[one]))
        puzzles[one][name] = puzzles[two][name]
    write_puzzles(place.parent, puzzles)


def _files(rng: random.Random, place: Path, other: Path, _changed: object) -> None:
    """Replace a file by one of another pack, by nothing, or by something that is no file."""
    place.unlink()
    kind = rng.randrange(4)
    if kind == 0:
        shutil.copyfile(other / place.name, place)
    elif kind == 1:
        shutil.copyfile(other / rng.choice([PACK, DEALS, SUMS]), place)
    elif kind == 2:
        rng.choice([place.mkdir, place.touch, lambda: place.symlink_to(place)])()


_CHANGES: dict[str, Callable[..., None]] = {
    "bytes": _bytes,
    "lines": _lines,
    "fields": _fields,
    "puzzles": _puzzles,
    "files": _files,
}
