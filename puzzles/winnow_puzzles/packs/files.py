"""A pack's files: puzzles, description, schemas, checksums."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.protocols import Validator

from winnow.core.counted import counted
from winnow.core.errors import BadInputError
from winnow.core.games import GAMES
from winnow.core.output import writing
from winnow.core.text_files import open_plain
from winnow.core.version import __version__
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.players.levels import LEVELS, RATING_VERSION

PACK_FORMAT, DEAL_FORMAT = "winnow-pack/3", "winnow-puzzle/3"
"""The format of full deals rated by a panel of players."""
PROBLEMS_FORMAT, PROBLEM_FORMAT = "winnow-pack/4", "winnow-puzzle/4"
"""The format of problems."""
PACK, DEALS, SUMS = "pack.json", "deals.jsonl", "SHA256SUMS"
BUNDLE = "bundle.gz"
"""The certificates of the puzzles' claims (`winnow prove PACK --bundle`); they are optional."""
SCHEMAS = {PACK: "pack.schema.json", DEALS: "puzzle.schema.json"}
LICENCE = "CC0-1.0"
LICENCE_FILE = "LICENSE"
COMMON = (*SCHEMAS.values(), LICENCE_FILE)
"""The files that all packs of a format have in common. The packs that come with Winnow leave them out."""
NUMBERING = "SplitMix64 seeded with the number, Fisher-Yates from the last card, deck in canonical order"

_Validator: type[Validator] = validators.extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    # JSON Schema accepts 1.0 as an integer; the rules do not.
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _checker, value: type(value) is int),
)

Record = dict[str, Any]


class PackError(BadInputError):
    """Raised for a directory that does not hold the expected pack."""


def line_of(record: Mapping[str, Any]) -> str:
    """Return a record as its canonical line of JSON: keys in their order, ASCII, no optional spaces."""
    return json.dumps(record, separators=(",", ":")) + "\n"


def puzzle_id(game: str, rules: Mapping[str, Any], deal: str) -> str:
    """Return a puzzle's id, a digest of the game, the rules that state its goal, and the cards."""
    return hashlib.sha256(line_of({"game": game, "rules": dict(rules), "deal": deal}).encode()).hexdigest()[:16]


def schema(name: str, pack_format: str = PACK_FORMAT) -> str:
    """Return the text of one of the JSON Schemas that every pack of a format carries."""
    folder = resources.files("winnow_puzzles").joinpath("schemas").joinpath(pack_format.rpartition("/")[2])
    return folder.joinpath(name).read_text(encoding="utf-8")


def licence_text() -> str:
    """Return the text of the licence under which every pack is given."""
    folder = resources.files("winnow_puzzles").joinpath("licences")
    return folder.joinpath(f"{LICENCE}.txt").read_text(encoding="utf-8")


def with_common_files(texts: Mapping[str, str], pack_format: str) -> dict[str, str]:
    """Return a pack's description and deals with the files that every pack carries, SHA256SUMS last."""
    whole = {**texts, **{name: schema(name, pack_format) for name in SCHEMAS.values()}, LICENCE_FILE: licence_text()}
    return {**whole, SUMS: sums_of(whole)}


def breach(record: Any, file: str, pack_format: str = PACK_FORMAT) -> str:
    """Return a line that says where a record violates the schema of its file; "" if it does not."""
    errors = sorted(_validator(SCHEMAS[file], pack_format).iter_errors(record), key=lambda error: error.json_path)
    return f"{errors[0].json_path}: {' '.join(errors[0].message.split())[:200]}" if errors else ""


def format_of(description: Any) -> str:
    """Return the format that a pack's description names; that of full deals if it names none."""
    told = description.get("format") if isinstance(description, dict) else None
    return told if told == PROBLEMS_FORMAT else PACK_FORMAT


def made_before(directory: Path, arguments: Record, version: int) -> Record:
    """Return the description of the pack in a directory, made from these arguments and with this rating version.

    Raises PackError if the directory holds another or an incomplete pack, and UnreadableError.
    """
    pack = read_json(directory / PACK)
    if breach(pack, PACK, format_of(pack)):
        raise PackError(f"{directory / PACK} does not describe a pack; winnow check {directory} tells more")
    same = pack["generator"]["arguments"] == json.loads(json.dumps(arguments))
    if not same or pack["rating_version"] != version:
        raise PackError(f"{directory} holds another pack, {pack['id']}")
    return dict(pack)


def read_json(path: Path) -> Any:
    """Return the value in a plain file of JSON. Raises PackError if it is not JSON, and UnreadableError."""
    with open_plain(path) as file:
        return _value(file.read(), str(path))


def read_records(path: Path) -> Iterator[Any]:
    """Yield the value in each line of a plain file. Raises PackError if one is not JSON, and UnreadableError."""
    with open_plain(path) as file:
        for number, line in enumerate(file, 1):
            yield _value(line, f"{path}:{number}")


def _value(text: bytes, place: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise PackError(f"{place}: not JSON") from None


def panel_of(game: str) -> Record:
    """Return the record of the panel that rates a game's full deals, as packs contain it."""
    panel = PUZZLES.of(game).deal_panel
    return {name: {"ability": ability, "plays": plays} for name, (ability, plays) in panel.items()}


@cache
def _validator(name: str, pack_format: str) -> Validator:
    return _Validator(json.loads(schema(name, pack_format)))


def files_of(
    puzzles: Sequence[Mapping[str, Any]], game: str, rules: Record, arguments: Record, screened: int
) -> dict[str, str]:
    """Return the text of every file of a pack, SHA256SUMS last."""
    deals = "".join(line_of(puzzle) for puzzle in puzzles)
    digest = hashlib.sha256(deals.encode()).hexdigest()
    kind = GAMES[game]
    pack = {
        "format": PACK_FORMAT,
        "id": f"{game}-{digest[:12]}",
        "title": f"{kind.title}: {counted(len(puzzles), 'puzzles')}",
        "version": "1.0.0",
        "licence": LICENCE,
        "game": game,
        "rules": rules,
        "numbering": NUMBERING,
        "generator": {
            "name": "winnow",
            "version": __version__,
            "command": command(arguments),
            "arguments": arguments,
            "screened": screened,
        },
        "rating_version": RATING_VERSION,
        "panel": panel_of(game),
        "counts": {str(level): sum(puzzle["level"] == level for puzzle in puzzles) for level in LEVELS},
        "deals": {"file": DEALS, "puzzles": len(puzzles), "sha256": digest},
    }
    return with_common_files({PACK: json.dumps(pack, indent=2) + "\n", DEALS: deals}, PACK_FORMAT)


def command(arguments: Mapping[str, Any]) -> str:
    """Return the command that makes the pack with these arguments."""
    words = ["winnow", "generate", arguments["game"], "--count", arguments["count"]]
    words += ["--level", ",".join(map(str, arguments["levels"]))]
    for name, value in arguments["rules"].items():
        words += ["--rule", f"{name}={value}"]
    words += ["--seed", arguments["seed"], "--deals", arguments["deals"], "-o", "DIR"]
    return shlex.join(map(str, words))


def sums_of(texts: Mapping[str, str]) -> str:
    """Return the checksums of these files in the format of `sha256sum`."""
    return "".join(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in sorted(texts.items()))


def write(directory: Path, texts: Mapping[str, str]) -> None:
    """Write the files, each atomically; SHA256SUMS comes last, so its presence shows that the pack is complete.

    Raises OutputError.
    """
    for name, text in texts.items():
        part = directory / (name + ".part")
        with writing(directory / name):
            part.write_bytes(text.encode())
            part.replace(directory / name)


def make_folder(directory: Path) -> None:
    """Make the folder of a pack, if it is not there. Raises OutputError."""
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)


def read_lines(text: str) -> Iterable[tuple[int, str]]:
    """Yield (line number, line) of a JSON-lines text, empty lines left out."""
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


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
