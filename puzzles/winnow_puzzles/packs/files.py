"""A pack's files: puzzles, description, schemas, checksums. They are read within limits: a pack may be untrusted."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.protocols import Validator

from winnow.checking.claims import object_of
from winnow.core.counted import counted
from winnow.core.errors import BadInputError, RuleError
from winnow.core.game import Rules, read_rules
from winnow.core.games import GAMES
from winnow.core.meter import Meter
from winnow.core.results import CheckFailedError
from winnow.core.text_files import BYTES_PER_CHARACTER, numbered_lines, opened_file, read_bytes
from winnow.core.version import __version__
from winnow_puzzles.base import PUZZLES, Record, packaged

PACK_FORMAT, DEAL_FORMAT = "winnow-pack/3", "winnow-puzzle/3"
"""The format of full deals rated by a panel of players."""
PROBLEMS_FORMAT, PROBLEM_FORMAT = "winnow-pack/4", "winnow-puzzle/4"
"""The format of problems."""
PACK, DEALS, SUMS = "pack.json", "deals.jsonl", "SHA256SUMS"
BUNDLE = "bundle.gz"
"""The certificates of the puzzles' claims (`winnow prove PACK --bundle`); they are optional."""
FAIR_WINS = "fair.json"
"""How often the adviser wins each deal with the cards face down: an optional estimate, which no check reads."""
SCHEMAS = {PACK: "pack.schema.json", DEALS: "puzzle.schema.json"}
LICENCE = "CC0-1.0"
LICENCE_FILE = "LICENSE"
COMMON = (*SCHEMAS.values(), LICENCE_FILE)
"""The files that all packs of a format have in common. The packs that come with Winnow leave them out."""
LONGEST = 1 << 20
"""The most characters of a line of the deals, and the most bytes of each other file."""
_LEAST, _MOST = -(2**63), 2**64 - 1
"""The range of integers in puzzles: databases and other languages have 64-bit words."""
NUMBERING = "SplitMix64 seeded with the number, Fisher-Yates from the last card, deck in canonical order"
RATING_VERSION = 3
"""Raise this number with every change of the panel's play, or of levels: they are comparable within one version only.
"""
LEVELS = (1, 2, 3, 4, 5)
DEAL_LEVELS = (1, 2, 3)
"""The levels of full deals: players of every kind, those who see no card included, tell them apart, but not five."""
LEVEL_NAMES = {1: "easy", 2: "middling", 3: "hard"}
UNPLANNED = "nobody without planning has won one of these"

_Validator: type[Validator] = validators.extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    # JSON Schema accepts 1.0 as an integer; the rules do not.
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _checker, value: type(value) is int),
)


class PackError(BadInputError):
    """Raised for a directory that does not hold the expected pack.

    >>> import winnow
    >>> winnow.read_pack("/nonexistent")
    Traceback (most recent call last):
    ...
    winnow_puzzles.packs.files.PackError: /nonexistent is not a pack: /nonexistent/pack.json: No such file or directory
    """


def line_of(record: Mapping[str, Any]) -> str:
    """Return a record as its canonical line of JSON: keys in their order, ASCII, no optional spaces."""
    return json.dumps(record, separators=(",", ":")) + "\n"


def puzzle_id(game: str, rules: Mapping[str, Any], deal: str, after: Sequence[str] | None = None) -> str:
    """Return a puzzle's id: a digest of the game, the rules that state its goal, the cards, and a problem's `after`."""
    content = {"game": game, "rules": dict(rules), "deal": deal} | ({} if after is None else {"after": list(after)})
    return hashlib.sha256(line_of(content).encode()).hexdigest()[:16]


def common_texts(pack_format: str) -> dict[str, str]:
    """Return the texts of the files that all packs of a format have in common."""
    folder = f"schemas/{pack_format.rpartition('/')[2]}"
    schemas = {name: packaged(f"{folder}/{name}") for name in SCHEMAS.values()}
    return {LICENCE_FILE: packaged(f"licences/{LICENCE}.txt"), **schemas}


def breach(record: Any, file: str, pack_format: str = PACK_FORMAT) -> str:
    """Return a line that says where a record violates the schema of its file; "" if it does not."""
    errors = sorted(_validator(SCHEMAS[file], pack_format).iter_errors(record), key=lambda error: error.json_path)
    return f"{errors[0].json_path}: {' '.join(errors[0].message.split())[:200]}" if errors else ""


def format_of(description: Any) -> str:
    """Return the format that a pack's description names; that of full deals if it names none."""
    told = description.get("format") if isinstance(description, dict) else None
    return told if told == PROBLEMS_FORMAT else PACK_FORMAT


def file_bytes(directory: Path, name: str, meter: Meter) -> bytes:
    """Return the bytes of a file other than the deals. Raises OSError, TextError and ExhaustedError."""
    raw = read_bytes(directory / name, LONGEST)
    meter.hold(BYTES_PER_CHARACTER * len(raw))
    return raw


def puzzle_lines(
    directory: Path, meter: Meter, seen: Callable[[bytes], None] = lambda _piece: None
) -> Iterator[tuple[int, str]]:
    """Yield (line number, line) of the deals, empty lines left out. Raises OSError, TextError and ExhaustedError.

    The meter is charged for a line until the next is read; `seen` is called with each piece of the file.
    """
    with opened_file(directory / DEALS) as file:
        before = meter.held
        for number, line in numbered_lines(file, LONGEST, meter.hold, seen=seen):
            charged = meter.held - before
            if line.strip():
                yield number, line
            meter.release(charged)
            before = meter.held


def record_of(text: str, meter: Meter) -> dict[str, Any]:
    """Return the object in a line of a pack, which must be valid JSON when written again. Raises CheckFailedError."""
    found = object_of(text, meter, _LEAST, _MOST)
    try:
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise CheckFailedError("half a surrogate pair, a number that is not finite, or lists too deep") from None
    return found


def rules_of(record: Mapping[str, Any]) -> Rules:
    """Return the rules of a puzzle or pack. Raises RuleError, also for an unknown game."""
    if record["game"] not in GAMES:
        raise RuleError(f"unknown game {record['game']!a}; the games are {', '.join(GAMES)}")
    rules: Rules = read_rules(GAMES[record["game"]], record["rules"])
    return rules


def panel_of(game: str) -> Record:
    """Return the record of the panel that rates a game's full deals, as packs contain it."""
    panel = PUZZLES.of(game).deal_panel
    return {name: {"ability": ability, "plays": plays} for name, (ability, plays) in panel.items()}


@cache
def _validator(name: str, pack_format: str) -> Validator:
    return _Validator(json.loads(common_texts(pack_format)[name]))


def pack_texts(
    form: str,
    puzzles: Sequence[Mapping[str, Any]],
    arguments: Record,
    made: Record,
    rated: Record,
    counts: Record | None = None,
) -> dict[str, str]:
    """Return the text of every file of a pack of this format, SHA256SUMS last.

    `made` says how it was made besides the arguments, `rated` by what; `counts` are more than those by level.
    """
    game = arguments["game"]
    generator = {"name": "winnow", "version": __version__, "command": command(arguments), "arguments": arguments}
    deals = "".join(line_of(puzzle) for puzzle in puzzles)
    digest = hashlib.sha256(deals.encode()).hexdigest()
    pack = {
        "format": form,
        "id": f"{game}-{digest[:12]}",
        "title": f"{GAMES[game].title}: {counted(len(puzzles), 'problems' if form == PROBLEMS_FORMAT else 'puzzles')}",
        "version": "1.0.0",
        "licence": LICENCE,
        "game": game,
        "rules": arguments["rules"],
        "numbering": NUMBERING,
        "generator": {**generator, **made},
        **rated,
        "counts": {str(level): sum(puzzle["level"] == level for puzzle in puzzles) for level in LEVELS},
        **(counts or {}),
        "deals": {"file": DEALS, "puzzles": len(puzzles), "sha256": digest},
    }
    texts = {PACK: json.dumps(pack, indent=2) + "\n", DEALS: deals, **common_texts(form)}
    return {**texts, SUMS: sums_of(texts)}


def command(arguments: Mapping[str, Any]) -> str:
    """Return the command that makes the pack with these arguments; those of full deals name levels."""
    levels, theme, rating = (arguments.get(name) for name in ("levels", "theme", "rating"))
    words = ["winnow", "generate" if levels else "problems", arguments["game"], "--count", arguments["count"]]
    words += ["--level", ",".join(map(str, levels))] if levels else []
    words += ["--theme", theme] if theme else []
    words += ["--rating", "{:g}:{:g}".format(*rating)] if rating else []
    for name, value in arguments["rules"].items():
        words += ["--rule", f"{name}={value}"]
    words += ["--seed", arguments["seed"], "--deals", arguments["deals"], "-o", "DIR"]
    return shlex.join(map(str, words))


def sums_of(texts: Mapping[str, str]) -> str:
    """Return the checksums of these files in the format of `sha256sum`."""
    return "".join(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in sorted(texts.items()))


def misfit(record: Mapping[str, Any], pack: Mapping[str, Any], own: Callable[[], Collection[str]]) -> str:
    """Return why a record does not belong to its pack; "" if it does.

    `own` names the rules that a record sets for itself, such as its goal; `pack` is empty if unknown.
    """
    if not pack:
        return ""
    if record["game"] != pack["game"]:
        return f"the game is not {pack['game']}, the pack's"
    goals = own()
    for name, value in pack["rules"].items():
        if name not in goals and record["rules"].get(name) != value:
            return f"rule {name} is not {value}, the pack's"
    made = pack["generator"]
    first = made["arguments"]["seed"]
    if not first <= record["number"] < first + made["screened"]:
        return f"deal number {record['number']} is not among the {made['screened']} deals from {first} on"
    return ""


def levels_of(count: int) -> list[int]:
    """Return the levels of `count` full deals, the easiest first.

    >>> levels_of(5)
    [1, 1, 2, 2, 3]
    """
    return [DEAL_LEVELS[place * len(DEAL_LEVELS) // count] for place in range(count)]


def has_all_rated(pack: Mapping[str, Any]) -> bool:
    """Return whether a pack of full deals, of this version, has every deal rated."""
    all_levels = pack["generator"]["arguments"]["levels"] == list(DEAL_LEVELS)
    return all_levels and bool(pack["rating_version"] == RATING_VERSION)


def level_name(pack: Mapping[str, Any], level: int) -> str:
    """Return the number and the name of a level of full deals; the five of earlier versions have no names."""
    return f"{level}: {LEVEL_NAMES[level]}" if pack["rating_version"] == RATING_VERSION else str(level)


def only_planners_won(deals: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether of the panel's players none who does not plan has won one of these full deals."""
    return not any(won for deal in deals for name, won in deal["played"].items() if not name.startswith("plans"))
