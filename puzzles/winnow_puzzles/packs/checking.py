"""Checking a pack by the rules alone: files, checksums, schemas, ids, every line of
play, and every figure that the rules decide. No engine is asked.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

from winnow.deals import Deal
from winnow.games import GAMES
from winnow.lines import replay
from winnow.referee import CheckResult, Meter, Status, check
from winnow.referee.bundles import Subject, read_facts
from winnow.referee.claims import object_of
from winnow.referee.facts import Facts
from winnow.referee.meter import ExhaustedError
from winnow.referee.results import CheckFailedError, by_facts, exhausted, result_of
from winnow.verdicts import VERDICT_FORMAT
from winnow_puzzles.games.base import GRAPH_METRICS, METRICS, PUZZLES
from winnow_puzzles.packs.evidence import shown_by
from winnow_puzzles.packs.files import (
    BUNDLE,
    DEALS,
    LICENCE,
    LICENCE_FILE,
    NUMBERING,
    PACK,
    PACK_FORMAT,
    PROBLEM_FORMAT,
    PROBLEMS_FORMAT,
    SCHEMAS,
    SUMS,
    breach,
    command,
    format_of,
    licence_text,
    puzzle_id,
    read_lines,
    schema,
)
from winnow_puzzles.packs.membership import misfit
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.players.levels import LEVELS, PLAYERS, SEARCH_LEVEL
from winnow_puzzles.players.points import asked_points, tags
from winnow_puzzles.players.simple import decision_points, first_legal, greedy, lucky, median
from winnow_puzzles.problems.checking import check_problem

_LONGEST = 1 << 20
"""Bytes of a line of the deals, and of each other file."""
_PIECE = 1 << 20
_BYTES_READ = 6
"""What is held for a byte that is read: the bytes, and their text, of which a character may take four."""
_PUZZLE_BYTES = 600
"""What is kept of a puzzle while its pack is checked, as an estimate from above."""
_MOST_MOVES = 1_000_000
"""Of all players without foresight, in one puzzle."""
_BY_RULES = frozenset((*METRICS[: METRICS.index("only_asked") + 1],)) - {"trap_at", "trap_after"}
"""Metrics that the rules alone decide in every game."""

Finding = tuple[str, CheckResult]
"""The place looked at, and what the check came to."""


def is_pack(directory: Path) -> bool:
    """Tell whether a directory holds a pack's description or puzzles, whole or not."""
    return any((directory / name).exists() for name in (PACK, DEALS))


def check_pack(directory: Path, meter: Meter | None = None, search: bool = False) -> Iterator[Finding]:
    """Yield what every check of the pack in `directory` comes to, within what the meter allows.

    With `search` players and engines are asked again for what the rules alone do not show. Raises OSError if the
    directory cannot be read, and ExhaustedError.
    """
    meter = Meter() if meter is None else meter
    texts: dict[str, str] = {}
    digests: dict[str, str] = {}
    for name in (PACK, DEALS, *SCHEMAS.values(), LICENCE_FILE, SUMS):
        place = directory / name
        if name == LICENCE_FILE and not place.exists():
            continue  # packs before it carried none; where SHA256SUMS names it, its absence is found there
        if not place.is_file():
            yield str(place), _failed("the file is missing")
            continue
        digests[name] = _digest(place, meter)
        if name == DEALS:
            continue
        with place.open("rb") as file:
            raw = file.read(_LONGEST + 1)
        meter.hold(_BYTES_READ * len(raw))
        try:
            texts[name] = raw.decode()
        except UnicodeDecodeError:
            yield str(place), _failed("not UTF-8 text")
        if len(raw) > _LONGEST:
            yield str(place), _failed(f"more than {_LONGEST:,} bytes")
            return
    form = _format(texts, meter)
    for name, found in _check_sums(texts, digests, form):
        yield str(directory / name), found
    pack = yield from _check_description(directory, texts, digests, meter)
    facts = None
    bundle = bundle_of(directory)
    if bundle is not None:
        with bundle.open("rb") as file:
            facts, found = read_facts(file, meter)
        yield str(bundle), found
    if DEALS in digests:
        yield from _check_puzzles(directory, pack, meter, search, facts)


def bundle_of(directory: Path) -> Path | None:
    """Return the bundle of a pack, which lies in it or, with its name before, beside it; None if there is none."""
    places = (directory / BUNDLE, directory.with_name(f"{directory.name}.{BUNDLE}"))
    return next((place for place in places if place.is_file()), None)


def _digest(path: Path, meter: Meter) -> str:
    """Return a file's SHA-256, read piece by piece."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            meter.look()
            found.update(piece)
    return found.hexdigest()


def _failed(text: str) -> CheckResult:
    return CheckResult("failed", text)


def _counted(meter: Meter) -> Callable[[], None]:
    """Return what to call at each move of the players: random play of some rules has no end."""
    moves = 0

    def tick() -> None:
        nonlocal moves
        moves += 1
        meter.step()
        if moves > _MOST_MOVES:
            raise ExhaustedError("positions")

    return tick


def _format(texts: Mapping[str, str], meter: Meter) -> str:
    """Return the format by which the pack is checked; that of full deals if its description does not say."""
    try:
        return format_of(object_of(texts.get(PACK, ""), meter))
    except CheckFailedError:
        return PACK_FORMAT


def _check_sums(texts: Mapping[str, str], digests: Mapping[str, str], form: str) -> Iterator[Finding]:
    if SUMS not in texts:
        return
    stated = {}
    for number, line in read_lines(texts[SUMS]):
        digest, gap, name = line.partition("  ")
        if not gap or name not in digests or name == SUMS:
            yield f"{SUMS}:{number}", _failed("not the checksum of one of the pack's files")
            return
        stated[name] = digest
    for name, digest in digests.items():
        if name != SUMS and stated.get(name) != digest:
            yield name, _failed(f"the checksum is not the one in {SUMS}")
    for name in SCHEMAS.values():
        if name in texts and texts[name] != schema(name, form):
            yield name, _failed("this is not the format's schema")
    if LICENCE_FILE in texts and texts[LICENCE_FILE] != licence_text():
        yield LICENCE_FILE, _failed(f"this is not the text of {LICENCE}")


def _check_description(
    directory: Path, texts: Mapping[str, str], digests: Mapping[str, str], meter: Meter
) -> Generator[Finding, None, dict[str, Any]]:
    """Yield the findings about pack.json, and return it; {} if it cannot be used."""
    if PACK not in texts:
        return {}
    place = str(directory / PACK)
    try:
        pack = object_of(texts[PACK], meter)
    except CheckFailedError as error:
        yield place, _failed(str(error))
        return {}
    wrong = breach(pack, PACK, format_of(pack))
    if wrong:
        yield place, _failed(wrong)
        return {}
    if pack["game"] not in GAMES:
        yield place, _failed(f"unknown game {pack['game']!a}")
        return {}
    if pack["deals"]["sha256"] != digests.get(DEALS):
        yield place, _failed(f"deals.sha256 is not the checksum of {DEALS}")
    if pack["id"] != f"{pack['game']}-{pack['deals']['sha256'][:12]}":
        yield place, _failed("the id does not follow from the game and the deals")
    made = pack["generator"]
    if pack["numbering"] != NUMBERING:
        yield place, _failed(f"numbering is not {NUMBERING!a}")
    if format_of(pack) == PACK_FORMAT and made["command"] != command(made["arguments"]):
        yield place, _failed("generator.command does not follow from its arguments")
    return pack


@dataclass
class _Whole:
    """The puzzles of a pack seen so far, and what each must be among the others."""

    pack: Mapping[str, Any]
    ids: dict[str, int] = field(default_factory=dict)
    cores: set[str] = field(default_factory=set)
    levels: Counter[str] = field(default_factory=Counter)
    themes: Counter[str] = field(default_factory=Counter)
    last: tuple[float, str] = (-inf, "")

    def take(self, puzzle: Mapping[str, Any], line: int, place: int) -> str:
        """Take the puzzle of a line, by its place among all; return what is wrong with that, "" if nothing is."""
        again, core = self.ids.get(puzzle["id"]), puzzle.get("core", puzzle["id"])
        if again is not None:
            return f"the puzzle of line {again} again"
        if core in self.cores:
            return "another problem of the pack has the same core"
        self.ids[puzzle["id"]] = line
        self.cores.add(core)
        self.levels[str(puzzle["level"])] += 1
        return self._take_rated(puzzle, place) if format_of(self.pack) == PROBLEMS_FORMAT else ""

    def _take_rated(self, problem: Mapping[str, Any], place: int) -> str:
        self.themes.update(problem["themes"][:1])
        before, self.last = self.last, (problem["rating"]["logits"], problem["id"])
        stated = max(place + 1, self.pack["deals"]["puzzles"])
        if self.last < before or problem["level"] != LEVELS[place * len(LEVELS) // stated]:
            return "problems come by rating and id, and levels are fifths of them"
        return ""

    def fault(self) -> str:
        """Return what the description states otherwise than these puzzles are, "" if nothing."""
        counts = self.pack["counts"]
        wrong = any(self.levels[level] != puzzles for level, puzzles in counts.items())
        if wrong or self.pack["deals"]["puzzles"] != len(self.ids):
            return "the numbers of puzzles are not those of the deals"
        if self.pack.get("themes", self.themes) != self.themes:
            return "the numbers of themes are not those of the problems"
        return ""


def _check_puzzles(
    directory: Path, pack: Mapping[str, Any], meter: Meter, search: bool, facts: Facts | None
) -> Iterator[Finding]:
    whole = _Whole(pack)
    lines = 0
    with (directory / DEALS).open("rb") as file:
        for number in count(1):
            raw = file.readline(_LONGEST + 1)
            if not raw:
                break
            if not raw.strip():
                continue
            lines += 1
            held = meter.held
            meter.hold(_BYTES_READ * len(raw))
            result, puzzle = _check_line(raw, pack, meter, search, facts)
            meter.release(meter.held - held)
            if puzzle is not None and result.status != "failed":
                meter.hold(_PUZZLE_BYTES)
                wrong = whole.take(puzzle, number, lines - 1)
                result = _failed(wrong) if wrong else result
            yield f"{directory / DEALS}:{number}", result
            if len(raw) > _LONGEST:
                return
    if pack and len(whole.ids) == lines and (wrong := whole.fault()):
        yield str(directory / PACK), _failed(wrong)


def _check_line(
    raw: bytes, pack: Mapping[str, Any], meter: Meter, search: bool, facts: Facts | None
) -> tuple[CheckResult, dict[str, Any] | None]:
    """Return what a line of the deals came to, and the puzzle; None if it holds none."""
    if len(raw) > _LONGEST:
        return _failed(f"a line of more than {_LONGEST:,} bytes"), None
    try:
        puzzle = object_of(raw.decode(), meter)
    except UnicodeDecodeError:
        return _failed("not UTF-8 text"), None
    except CheckFailedError as error:
        return _failed(str(error)), None
    problems = format_of(pack) == PROBLEMS_FORMAT
    try:
        result = (
            check_problem(puzzle, pack, meter, facts, search) if problems else check_puzzle(puzzle, pack, meter, facts)
        )
    except ExhaustedError as error:
        # One puzzle's games may have no end; a limit of the whole file ends the file.
        meter.look()
        return exhausted(error), puzzle
    if search and result.status == "unproven" and not problems:
        from winnow_puzzles.packs.rechecking import searched  # noqa: PLC0415  the engines, and only then

        result = searched(puzzle, result)
    return result, puzzle


def check_puzzle(
    puzzle: Any, pack: Mapping[str, Any], meter: Meter | None = None, facts: Facts | None = None
) -> CheckResult:
    """Check one puzzle: schema, id, deal, line, and all figures that the rules alone decide.

    What rests on searches, or on players who search, is `unproven` and named, unless `facts` show it, which come from
    certificates. Raises ExhaustedError.
    """
    meter = Meter() if meter is None else meter
    wrong = breach(puzzle, DEALS)
    if wrong:
        return _failed(wrong)
    if puzzle["id"] != puzzle_id(puzzle["game"], puzzle["rules"], puzzle["deal"]):
        return _failed("the id does not follow from game, rules and deal")
    wrong = misfit(puzzle, pack, lambda: PUZZLES.of(pack["game"]).own_rules(pack["rules"]))
    if wrong:
        return _failed(wrong)
    if puzzle["game"] not in GAMES:
        return _failed(f"unknown game {puzzle['game']!a}")
    puzzles = PUZZLES.of(puzzle["game"])
    wrong = puzzles.deal_rules_fault(puzzle["rules"])
    if wrong:
        return _failed(wrong)
    record: dict[str, Any] = {
        "format": VERDICT_FORMAT,
        **{name: puzzle[name] for name in ("game", "rules", "deal")},
        "number": None if puzzle["rules"]["deck"] == "as-dealt" else puzzle["number"],
        "question": "win",
        "bound": None,
        "optimal": False,
        **puzzle["verdict"],
    }
    result = check(record, meter)
    if result.status == "exhausted":
        return result
    if result.status != "verified":
        return _failed(result.text)
    deal = deal_of(puzzle)
    if deal.text != puzzle["deal"]:
        return _failed(f"these are not the first cards of deal number {puzzle['number']}")
    if puzzle["goal"] != puzzles.goal(deal):
        return _failed("the goal in words is not that of the rules")
    for name, stated, found in _figures(puzzle, deal, meter):
        if stated != found:
            return _failed(f"{name} is {stated}, and {found} by the rules")
    claims: dict[str, Status] = {"deal, line and goal": "verified", "figures by the rules": "verified"}
    result = result_of(result.text, {**claims, **dict.fromkeys(_by_search(puzzle, deal), "unproven")})
    if facts is None:
        return result
    shown, wrong = shown_by(puzzle, deal, facts)
    return _failed(wrong) if wrong else by_facts(result, shown)


def puzzle_subject(kind: str) -> Subject:
    """Return the check of puzzles of a format, for bundles."""
    if kind == PROBLEM_FORMAT:
        return lambda record, meter, facts: check_problem(record, {}, meter, facts)
    return lambda record, meter, facts: check_puzzle(record, {}, meter, facts)


def _by_search(puzzle: Mapping[str, Any], deal: Deal) -> Iterator[str]:
    """Yield the names of what a puzzle states that rests on searches, or on players who search."""
    by_rules = {"random", "first", "greedy"}
    puzzles = PUZZLES.of(deal.game)
    rule_metrics = puzzles.rule_metrics(deal)
    reached = [level for level in PLAYERS if level <= puzzle["level"]]
    if not all(by_rules.issuperset(PLAYERS[level]) for level in reached):
        yield "level"
    yield from (f"ladder.{name}" for name in puzzle["ladder"] if name not in by_rules)
    for name, value in puzzle["metrics"].items():
        known = name in _BY_RULES or name in rule_metrics or (puzzles.seen_by_rules and name in GRAPH_METRICS)
        if value is not None and not known:
            yield f"metrics.{name}"
    if puzzle["tags"]:
        yield "tags"


def _figures(puzzle: Mapping[str, Any], deal: Deal, meter: Meter) -> Iterator[tuple[str, Any, Any]]:
    """Yield the name of each figure that the rules decide, what the puzzle says, and what it is."""
    game, puzzles, metrics = deal.bind(), PUZZLES.of(deal.game), puzzle["metrics"]
    line, ladder = puzzle["verdict"]["line"], puzzle["ladder"]
    tick = _counted(meter)
    random, obvious = lucky(game, tick), greedy(game, tick)
    yield "ladder.random", ladder["random"], median(game, random).score
    yield "ladder.first", ladder["first"], first_legal(game, tick).score
    yield "ladder.greedy", ladder["greedy"], obvious.score
    yield "metrics.random_score", metrics["random_score"], ladder["random"]
    yield "metrics.random_wins", metrics["random_wins"], sum(one.won for one in random)
    yield "metrics.greedy_score", metrics["greedy_score"], obvious.score
    reached = puzzles.reached(game, replay(game, game.start(), line))
    gap = None if obvious.score is None or reached is None else abs(reached - obvious.score)
    yield "metrics.gap", metrics["gap"], gap
    yield "metrics.line_length", metrics["line_length"], len(line)
    yield "metrics.decisions", metrics["decisions"], len(decision_points(game, line))
    yield "metrics.only_asked", metrics["only_asked"], len(asked_points(game, line))
    yield "metrics.trap_after is null", metrics["trap_after"] is None, metrics["trap_at"] is None
    if metrics["trap_at"] is not None:
        moves = metrics["trap_at"] + 1 + metrics["trap_after"]
        yield "metrics.trap_at + 1 + metrics.trap_after", moves, len(obvious.line)
    winners = {name for name, score in ladder.items() if score is not None and puzzles.wins(game, score)}
    rungs = (level for level, names in PLAYERS.items() if winners.intersection(names))
    yield "level", puzzle["level"], next(rungs, SEARCH_LEVEL)
    asked = [name for level, names in PLAYERS.items() if level <= puzzle["level"] for name in names]
    yield "what the ladder lacks", [], [name for name in asked if name not in ladder]
    player = puzzle["verdict"]["engine"]
    yield "verdict.engine as a player who wins", True, puzzle["level"] == SEARCH_LEVEL or player in winners
    by_rules = {name: value for name, value in puzzles.rule_metrics(deal).items() if value is not None}
    for name, value in by_rules.items():
        yield f"metrics.{name}", metrics.get(name), value
    if puzzles.seen_by_rules:
        from winnow_puzzles.packs.graph import shared  # noqa: PLC0415  it takes a while to load

        for name, value in shared(deal, line).items():
            yield f"metrics.{name}", metrics.get(name), value
    known = {*METRICS, *by_rules, *(GRAPH_METRICS if puzzles.seen_whole else ())}
    for name in metrics.keys() - known:
        yield f"metrics.{name}", metrics[name], None
    yield "tags", puzzle["tags"], tags(metrics)
