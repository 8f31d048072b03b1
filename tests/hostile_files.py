"""Hostile files: bombs in memory, time, nesting and digits, damaged text, special files, false packs."""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

import winnow
import winnow_puzzles
from certificates_help import CONTENTS, certificate, header_of, pack
from winnow_puzzles.packs.files import DEALS, PACK, SUMS, command, puzzle_id, sums_of

MIB = 1 << 20
CURATED = Path(winnow_puzzles.__file__).parent / "curated"


def with_rules(name: str, rules: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a certificate's header with other rules, spelled out, and no line."""
    header = header_of(name, line=None, score=None, optimal=False, number=None, **changes)
    game, deal = header["game"], header["deal"]
    if header["rules"].get("deck") == "as-dealt":
        rules = {"deck": "as-dealt", **rules}
    return {**header, "rules": winnow.Deal.parse(game, deal, rules).rules.spelled_out()}


def packed(header: Any, lines: Iterable[str] = ()) -> bytes:
    """Return a certificate; its lines may be many."""
    return pack(chain([json.dumps(header)], lines))


def equal_aces(copies: int) -> str:
    return " ".join(["AM", "AS", "AW", "AL", "AY", "AK"] * copies)


def closed_set_bomb(copies: int) -> bytes:
    """A deal of equal hands, each with 720 orders of its discard: few members with very many successors."""
    rng = random.Random(1)
    rules = {"passes": 3, "extended": False, "melding": "optional", "target": 0, "hand": 6, "deck": "as-dealt"}
    header = with_rules(
        "head set", rules, deal=equal_aces(copies), content="closed-set", question="win", verdict="unwinnable", bound=1
    )
    orders = (rng.sample(equal_aces(1).split(), 6) for _ in range(copies - 1))
    return packed(header, (f"{place} discard {' '.join(order)}" for place, order in enumerate(orders)))


def members_without_end() -> bytes:
    """A closed set that only grows: a game of Universal with as many passes as members."""
    header = with_rules("universal loss", {"passes": 10**17, "draw": 1, "columns": 2}, content="closed-set", bound=14)
    game = winnow.Deal.parse("universal", header["deal"], header["rules"]).bind()
    round_trip = ["T"] * len(game.start().stock) + ["R"]
    return packed(header, (f"{place} {move}" for place, move in enumerate(islice(cycle(round_trip), 400_000))))


def layers_bomb() -> bytes:
    """Prices of 0, which rule nothing out, and nodes that all remember the most cards allowed."""
    cards = " ".join(winnow.Deal.numbered("one-minute", 2).text.split() + ["AS", "2D", "3C", "4H"] * 3)
    header = with_rules("one-minute layers loss", {"handlings": 120}, deal=cards, bound=10**6)
    header |= {"question": "best", "verdict": "unwinnable"}
    count = len(cards.split()) - 1
    near = [f"near {turn} {card} 0 1 2 3 4 5 6 7" for turn in range(63) for card in range(count)]
    return packed(header, ["prices 0" + " 0" * count, *near])


def clauses_bomb() -> bytes:
    """The clauses of all cards in many passes, and then a proof that does nothing."""
    deal = winnow.Deal.numbered("universal", 0)
    rules = {**deal.rules.spelled_out(), "passes": 10**6}
    header = header_of("universal loss", rules=rules, deal=deal.text, bound=len(deal.cards) - 1)
    return packed(header, (f"{number} {number} 0 1 0" for number in range(5 * 10**8, 5 * 10**8 + 10)))


def many_cuts() -> bytes:
    """A tree of assignments with cuts that each need the relations of all cards, many of them unknown."""
    rules = {"goal": "one", "discarding": "optional"}
    header = with_rules("unknown parity", rules, content="assignments", proof="certificate", reason=None)
    return packed(header, ["split"] * 30 + ["cut"] * 2_000_000)


def redealt_for_ever() -> bytes:
    rules = {"redeals": 10**17, "deck": "as-dealt"}
    cards = winnow.Deal.numbered("single-left", 5).text.split() * 8
    return packed(with_rules("forced play", rules, deal=" ".join(cards), bound=None, reason=None))


def forest_of_matches() -> bytes:
    deck = winnow.Deal.numbered("blink", 0).text.split() * 6
    rules = {"columns": 10**9, "rows": 10**9, "hold": 10**6, "deck": "as-dealt"}
    return packed(with_rules("blink graph", rules, deal=" ".join(deck), bound=None))


def bundle(records: int, certificates: int, lines: Any) -> bytes:
    return packed({"format": "winnow-bundle/1", "records": records, "certificates": certificates}, lines)


HEADER_ALONE = ("parity", "forced-play", "match-graph", "room")
BODIES = [name for name, content in CONTENTS.items() if content not in HEADER_ALONE]
LONG = {"one number": "9" * 1_000_000, "numbers": "123456789 " * 100_000 + "0", "commas": "0," * 500_000 + " -"}


def _long_line(name: str, text: str) -> bytes:
    """A certificate whose second line has 1 MiB behind its first word."""
    header, first, *_ = certificate(name)
    return packed(json.loads(header), [f"{first.split(' ')[0]} {text}"] * 2)


CERTIFICATES: dict[str, Callable[[], bytes]] = {
    "owed by members": lambda: closed_set_bomb(100),
    "members without end": members_without_end,
    "layers that remember": layers_bomb,
    "clauses": clauses_bomb,
    "many cuts": many_cuts,
    "redealt for ever": redealt_for_ever,
    "match graph": forest_of_matches,
    "a bomb of newlines": lambda: gzip.compress(b"\n" * (1 << 27), 1),
    "a bomb of lists": lambda: gzip.compress(b"[" * (1 << 20) + b"\n"),
    "moves of a long line": lambda: packed(header_of("universal win", line=["T", "R"] * 80_000)),
    "empty members": lambda: gzip.compress(b"") * 1000,
    "a bundle of a million records": lambda: bundle(10**6, 0, ('{"record": {}, "claims": []}' for _ in range(400_000))),
    "a bundle of a certificate without end": lambda: bundle(
        0, 1, (json.dumps({"sha256": "0" * 64, "lines": 10**18}), *["0 0"] * 500_000)
    ),
    **{f"{name}: a line of {what}": partial(_long_line, name, text) for name in BODIES for what, text in LONG.items()},
}


def _record(**changes: Any) -> bytes:
    record = winnow.solve("single-left", 1).record()
    return json.dumps({**record, **changes}).encode() + b"\n"


RECORDS: dict[str, Callable[[], bytes]] = {
    "zeros": lambda: b"\0" * MIB,
    "a byte order mark": lambda: b"\xef\xbb\xbf" + _record(),
    "a zero byte": lambda: _record(deal="AS\0"),
    "a zero byte in the text": lambda: _record()[:-9] + b"\0\n",
    "not UTF-8": lambda: _record()[:-2] + b"\xff\n",
    "half a surrogate pair": lambda: _record(game="\ud800") + _record(deal="\udfff") + _record(verdict="\ud800"),
    "control codes": lambda: _record(game="\x1b[2J\r\n\x07") + _record(deal="\x1b]0;x\x07", number=None),
    "lists in lists without end": lambda: b"[" * 5_000_000,
    "objects in objects": lambda: b'{"a":' * 100_000,
    "an endless line": lambda: b'{"deal":"' + b"AS " * 5_500_000,
    "short lines": lambda: b"{}\n" * 100_000,
    "empty lines": lambda: b"\n" * 10_000_000,
    "endless play": lambda: _record(
        rules={**json.loads(_record())["rules"], "redeals": 10**17}, score=None, bound=None, optimal=False
    ),
}


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(20 << 30)


def _false_pack(directory: Path, change: Callable[[Path], None], game: str = "one-minute") -> None:
    shutil.copytree(CURATED / game, directory)
    change(directory)


def resum(directory: Path) -> None:
    """Write new checksums, so that only the content is wrong."""
    digest = hashlib.sha256((directory / DEALS).read_bytes()).hexdigest()
    about = json.loads((directory / PACK).read_text())
    about["deals"] |= {"sha256": digest}
    (directory / PACK).write_text(json.dumps({**about, "id": f"{about['game']}-{digest[:12]}"}))
    summed = [line.partition("  ")[2] for line in (directory / SUMS).read_text().splitlines()]
    texts = {name: (directory / name).read_text() for name in summed if (directory / name).exists()}
    (directory / SUMS).write_text(sums_of(texts))


def rewrite(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change every object of a file of JSON lines, or the one object of a file."""
    text = path.read_text()
    whole = path.name == PACK
    records = [json.loads(line) for line in ([text] if whole else text.splitlines())]
    for record in records:
        change(record)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def _endless(directory: Path) -> None:
    def change(record: dict[str, Any]) -> None:
        record["rules"].update(passes=10**15)
        if "deal" in record:
            record["id"] = puzzle_id(record["game"], record["rules"], record["deal"])
        else:
            record["generator"]["arguments"]["rules"] = record["rules"]
            record["generator"]["command"] = command(record["generator"]["arguments"])

    for name in (PACK, DEALS):
        rewrite(directory / name, change)
    resum(directory)


def _long_puzzle(directory: Path) -> None:
    rewrite(directory / DEALS, lambda puzzle: puzzle["verdict"].update(line=["2C"] * 150_000))
    resum(directory)


PACKS: dict[str, Callable[[Path], object]] = {
    "a pack whose deals are 20 GiB": lambda path: _false_pack(path, lambda pack: _sparse(pack / DEALS)),
    "a pack described in 20 GiB": lambda path: _false_pack(path, lambda pack: _sparse(pack / PACK)),
    "a pack with sums of 20 GiB": lambda path: _false_pack(path, lambda pack: _sparse(pack / SUMS)),
    "a pack of endless games": lambda path: _false_pack(path, _endless, "universal"),
    "a pack of long lines": lambda path: _false_pack(path, _long_puzzle),
    "a pack that is a link to itself": lambda path: (path.mkdir(), (path / PACK).symlink_to(path / PACK)),
    "a pack of pipes": lambda path: (path.mkdir(), os.mkfifo(path / PACK), os.mkfifo(path / DEALS)),
}


def _survey(path: Path, edit: str = "") -> None:
    """Write an edited survey of a few rows."""
    winnow.survey("single-left", 5, db=path, rules={"discarding": "optional"})
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(edit)


SURVEYS: dict[str, Callable[[Path], object]] = {
    "a survey of a million rows": lambda path: _survey(
        path,
        "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) "
        "INSERT INTO deal SELECT 1, i, 'undecided', 1, 2, '', '', '', 1, 1 FROM n",
    ),
    "a survey that is mostly a hole": lambda path: (_survey(path), os.truncate(path, 20 << 30)),
    "rows that unfold to one long line": lambda path: path.write_bytes(
        lzma.compress(b"# " + b" " * (1 << 28), preset=0)
    ),
}
if hasattr(sqlite3.Connection, "setlimit"):
    # Python 3.10 cannot limit the length of a value.
    SURVEYS["a survey with a value of 200 MB"] = lambda path: _survey(
        path, "UPDATE deal SET verdict = CAST(zeroblob(200000000) AS TEXT) WHERE number = 1"
    )


ODD: dict[str, Callable[[Path], object]] = {
    "a sparse file of 20 GiB": _sparse,
    "a pipe that nobody writes to": os.mkfifo,
    "a link to itself": lambda path: path.symlink_to(path),
    "a link to zeros": lambda path: path.symlink_to("/dev/zero"),
    "an empty directory": Path.mkdir,
}


def hostile_files(directory: Path, names: Collection[str] = ()) -> Iterator[tuple[str, Path]]:
    """Yield (name, path) of one hostile file after the other, of all or of some; each is removed before the next."""
    contents = {**CERTIFICATES, **RECORDS}
    writers = {**PACKS, **SURVEYS, **ODD}
    for name in names or [*contents, *writers]:
        path = directory / "hostile"
        path.write_bytes(contents[name]()) if name in contents else writers[name](path)
        yield name, path
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
