"""Checks a pack by the rules alone: files, checksums, schemas, ids, every line of
play, and every figure that the rules decide. No engine is used.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from winnow.checking.bundles import read_facts
from winnow.checking.records import Facts
from winnow.core.errors import RuleError
from winnow.core.games import GAMES
from winnow.core.meter import ExhaustedError, Meter
from winnow.core.results import CheckFailedError, CheckResult, exhausted
from winnow.core.text_files import TextError, opened_file, text_of
from winnow_puzzles.base import PUZZLES
from winnow_puzzles.packs import files
from winnow_puzzles.packs.checking_deals import check_puzzle
from winnow_puzzles.problems.balance import First, Lines, excesses
from winnow_puzzles.problems.base import problems_of
from winnow_puzzles.problems.checking import check_problem, knows_thumbs
from winnow_puzzles.problems.shortcuts import thumbs_of

_PUZZLE_BYTES = 600
"""The bytes kept of a puzzle while its pack is checked, an upper estimate."""
_FORM_BYTES = 300
"""Those kept of each position of its solution."""

Finding = tuple[str, CheckResult]
"""A place in the pack, and the result of its check."""


def is_pack(directory: Path) -> bool:
    """Return whether a directory holds a pack's description or puzzles, complete or not."""
    return any((directory / name).exists() for name in (files.PACK, files.DEALS))


def check_pack(directory: Path, meter: Meter | None = None, search: bool = False) -> Iterator[Finding]:
    """Yield a finding for every check of the pack in `directory`, within the limits of the meter.

    With `search` players and engines recompute the claims that the rules alone do not prove. Raises OSError if the
    directory cannot be read, and ExhaustedError.
    """
    meter = Meter() if meter is None else meter
    texts: dict[str, str] = {}
    digests: dict[str, str] = {}
    for name in (files.PACK, files.DEALS, *files.COMMON, files.SUMS):
        place = directory / name
        if name in files.COMMON and not place.exists():
            continue  # The curated packs share these files; where SHA256SUMS names one, its absence is found there.
        if not place.is_file():
            yield str(place), _failed("the file is missing")
        elif name == files.DEALS:
            digests[name] = _digest(place, meter)
        else:
            try:
                raw = files.file_bytes(directory, name, meter)
                digests[name] = hashlib.sha256(raw).hexdigest()
                texts[name] = text_of(raw)
            except TextError as error:
                yield str(place), _failed(str(error))
    about, wrong = _description(texts[files.PACK], meter) if files.PACK in texts else ({}, "")
    if wrong:
        yield str(directory / files.PACK), _failed(wrong)
    pack = {} if wrong else about
    yield from _check_sums(directory, texts, digests, files.format_of(about))
    for fault in _faults(pack, digests.get(files.DEALS)) if pack else ():
        yield str(directory / files.PACK), _failed(fault)
    facts = None
    bundle = bundle_of(directory)
    if bundle is not None:
        with opened_file(bundle) as file:
            facts, found = read_facts(file, meter)
        yield str(bundle), found
    if files.DEALS in digests:
        read = yield from _check_puzzles(directory, pack, meter, search, facts)
        if read not in (None, digests[files.DEALS]):
            yield str(directory / files.DEALS), _failed("the file changed while it was checked")


def bundle_of(directory: Path) -> Path | None:
    """Return the path of a pack's bundle, inside it or beside it (prefixed with its name); None if there is none."""
    places = (directory / files.BUNDLE, directory.with_name(f"{directory.name}.{files.BUNDLE}"))
    return next((place for place in places if place.is_file()), None)


def _digest(path: Path, meter: Meter) -> str:
    found = hashlib.sha256()
    with opened_file(path) as file:
        while piece := file.read(1 << 20):
            meter.look()
            found.update(piece)
    return found.hexdigest()


def _failed(text: str) -> CheckResult:
    return CheckResult("failed", text)


def _check_sums(directory: Path, texts: Mapping[str, str], digests: Mapping[str, str], form: str) -> Iterator[Finding]:
    """Yield the findings about checksums and common files."""
    if files.SUMS not in texts:
        return
    stated = {}
    for number, line in enumerate(texts[files.SUMS].split("\n"), 1):
        if not line.strip():
            continue
        digest, gap, name = line.partition("  ")
        if name in files.COMMON and name not in digests:
            yield str(directory / name), _failed("the file is missing")
            continue
        if not gap or name not in digests or name == files.SUMS:
            yield f"{directory / files.SUMS}:{number}", _failed("not the checksum of one of the pack's files")
            return
        if name in stated:
            yield f"{directory / files.SUMS}:{number}", _failed(f"a second checksum of {name}")
            return
        stated[name] = digest
    for name, own in digests.items():
        if name != files.SUMS and stated.get(name) != own:
            yield str(directory / name), _failed(f"the checksum is not the one in {files.SUMS}")
    for name, text in files.common_texts(form).items():
        if texts.get(name, text) != text:
            expected = f"the text of {files.LICENCE}" if name == files.LICENCE_FILE else "the format's schema"
            yield str(directory / name), _failed(f"this is not {expected}")


def _description(text: str, meter: Meter) -> tuple[dict[str, Any], str]:
    """Return what pack.json says, and the fault in it; "" if it can be used."""
    try:
        pack = files.record_of(text, meter)
    except CheckFailedError as error:
        return {}, str(error)
    return pack, files.breach(pack, files.PACK, files.format_of(pack)) or _rules_fault(pack)


def _faults(pack: Mapping[str, Any], digest: str | None) -> Iterator[str]:
    """Yield the contradictions in a description; `digest` is that of the deals."""
    if pack["deals"]["sha256"] != digest:
        yield f"deals.sha256 is not the checksum of {files.DEALS}"
    if pack["id"] != f"{pack['game']}-{pack['deals']['sha256'][:12]}":
        yield "the id does not follow from the game and the deals"
    made = pack["generator"]
    if pack["numbering"] != files.NUMBERING:
        yield f"numbering is not {files.NUMBERING!a}"
    own = files.panel_of(pack["game"])
    if pack["rating_version"] == files.RATING_VERSION and (pack.get("panel") or own) != own:
        yield f"panel is not that of rating version {files.RATING_VERSION}"
    if files.format_of(pack) != files.PROBLEMS_FORMAT and made["command"] != files.command(made["arguments"]):
        yield "generator.command does not follow from its arguments"


def _rules_fault(pack: Mapping[str, Any]) -> str:
    """Return the fault in the game of a pack, or in the rules of full deals, which determine the kinds of puzzle."""
    if pack["game"] in GAMES and files.format_of(pack) != files.PACK_FORMAT:
        return ""
    try:
        spelled_out = files.rules_of(pack).identity()
        PUZZLES.of(pack["game"]).kinds(spelled_out)
    except RuleError as error:
        return str(error)
    return "" if spelled_out == pack["rules"] else "rules are not spelled out"


@dataclass
class _Whole:
    """The puzzles of a pack read so far, and the conditions that hold between them."""

    pack: Mapping[str, Any]
    ids: dict[str, int] = field(default_factory=dict)
    levels: Counter[str] = field(default_factory=Counter)
    themes: Counter[str] = field(default_factory=Counter)
    rated: list[tuple[float, str, int]] = field(default_factory=list)
    """Ratings, ids and levels of full deals."""
    last: tuple[int, float, str] = (0, -inf, "")
    problems: list[First] = field(default_factory=list)
    """The first moves of problems, in the pack's order."""
    own: set[tuple[str, object]] = field(default_factory=set)
    """The deals and cores of these."""
    lines: Lines = field(default_factory=Lines)
    """The solutions of problems."""

    def take(self, puzzle: Mapping[str, Any], line: int) -> str:
        """Add the puzzle of a line; return the fault, "" if there is none."""
        if puzzle["id"] in self.ids:
            return f"it repeats the puzzle of line {self.ids[puzzle['id']]}"
        self.ids[puzzle["id"]] = line
        self.levels[str(puzzle["level"])] += 1
        if files.format_of(self.pack) == files.PROBLEMS_FORMAT:
            return self._take_problem(puzzle)
        return self._take_deal(puzzle) if self.pack else ""

    def _take_problem(self, problem: Mapping[str, Any]) -> str:
        self.themes.update(problem["themes"][:1])
        before, self.last = self.last, (problem["level"], problem["rating"]["logits"], problem["id"])
        self.problems.append(First.of(problem))
        for name, value in (("core", problem["core"]), ("deal", problem["number"])):
            if (name, value) in self.own:
                return f"another problem of the pack has the same {name}"
            self.own.add((name, value))
        if self.lines.shares(problem["forms"]):
            return "another problem of the pack shares half of its line"
        self.lines.add(problem["forms"])
        return "the problems are not in the order of level, rating and id" if self.last < before else ""

    def _take_deal(self, puzzle: Mapping[str, Any]) -> str:
        if puzzle["rules"] not in PUZZLES.of(self.pack["game"]).kinds(dict(self.pack["rules"])):
            return "the rules are those of none of the pack's kinds of puzzle"
        rating = puzzle["rating"]["logits"], puzzle["id"]
        self.rated.append((*rating, puzzle["level"]))
        before, self.last = self.last, (puzzle["level"], *rating)
        return "the deals are not in the order of level, rating and id" if self.last < before else ""

    def _balance_fault(self) -> str:
        """Return the fault of problems whose first moves a rule of thumb finds too often; "" without one."""
        if not self.problems or not knows_thumbs(self.pack):
            return ""
        return next(excesses(self.problems, list(thumbs_of(problems_of(self.pack["game"])))), "")

    def fault(self) -> str:
        """Return the first contradiction between the description and these puzzles; "" if there is none."""
        counts = self.pack["counts"]
        wrong = any(self.levels[level] != puzzles for level, puzzles in counts.items())
        if wrong or self.pack["deals"]["puzzles"] != len(self.ids):
            return "the numbers of puzzles are not those of the deals"
        if self.pack.get("themes", self.themes) != self.themes:
            return "the numbers of themes are not those of the problems"
        return self._balance_fault() or self._level_fault()

    def _level_fault(self) -> str:
        """Return the fault in the levels of full deals, which follow the ratings and are thirds; "" without one."""
        if not self.rated or self.pack["rating_version"] != files.RATING_VERSION:
            return ""  # Levels of earlier versions are fifths.
        levels = [level for *_, level in sorted(self.rated)]
        if levels != sorted(levels):
            return "the levels are not in the order of the ratings"
        if files.has_all_rated(self.pack) and levels != files.levels_of(len(self.ids)):
            return "the levels are not thirds of the deals rated"
        return ""


def _check_puzzles(
    directory: Path, pack: Mapping[str, Any], meter: Meter, search: bool, facts: Facts | None
) -> Generator[Finding, None, str | None]:
    """Yield a finding for each puzzle; return the SHA-256 of the lines read, None if they end in a fault."""
    whole, own = _Whole(pack), hashlib.sha256()
    lines = 0
    try:
        for number, line in files.puzzle_lines(directory, meter, own.update):
            lines += 1
            held = meter.held
            result, puzzle = _check_line(line, pack, meter, search, facts)
            meter.release(meter.held - held)
            if puzzle is not None and result.status != "failed":
                meter.hold(_PUZZLE_BYTES + _FORM_BYTES * len(puzzle.get("forms", ())))
                wrong = whole.take(puzzle, number)
                result = _failed(wrong) if wrong else result
            yield f"{directory / files.DEALS}:{number}", result
    except TextError as error:
        yield str(directory / files.DEALS), _failed(str(error))
        return None
    if pack and len(whole.ids) == lines and (wrong := whole.fault()):
        yield str(directory / files.PACK), _failed(wrong)
    return own.hexdigest()


def _check_line(
    line: str, pack: Mapping[str, Any], meter: Meter, search: bool, facts: Facts | None
) -> tuple[CheckResult, dict[str, Any] | None]:
    """Return the result for a line of the deals, and its puzzle; None if it holds none."""
    try:
        puzzle = files.record_of(line, meter)
    except CheckFailedError as error:
        return _failed(str(error)), None
    check = check_problem if files.format_of(pack) == files.PROBLEMS_FORMAT else check_puzzle
    try:
        return check(puzzle, pack, meter, facts, search), puzzle
    except ExhaustedError as error:
        # A single puzzle's games may never end; a limit of the whole file ends the file.
        meter.look()
        return exhausted(error), puzzle
