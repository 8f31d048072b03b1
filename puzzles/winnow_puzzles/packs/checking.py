"""Checking a pack by the rules alone: files, checksums, schemas, ids, every line of
play, and every figure that the rules decide. No engine is asked.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

from winnow.deals import Deal
from winnow.games import GAMES
from winnow.lines import replay
from winnow.referee import CheckResult, check
from winnow.verdicts import VERDICT_FORMAT
from winnow_puzzles.games.base import GRAPH_METRICS, METRICS, PUZZLES
from winnow_puzzles.packs.files import (
    DEALS,
    PACK,
    PACK_FORMAT,
    PROBLEMS_FORMAT,
    SCHEMAS,
    SUMS,
    breach,
    format_of,
    puzzle_id,
    read_lines,
    schema,
)
from winnow_puzzles.packs.reading import deal_of
from winnow_puzzles.players.levels import PLAYERS, SEARCH_LEVEL
from winnow_puzzles.players.simple import decision_points, first_legal, greedy, lucky, median
from winnow_puzzles.problems.checking import check_problem

Finding = tuple[str, CheckResult]
"""The place looked at, and what the check came to."""


def is_pack(directory: Path) -> bool:
    """Tell whether a directory holds a pack's description or puzzles, whole or not."""
    return any((directory / name).exists() for name in (PACK, DEALS))


def check_pack(directory: Path) -> Iterator[Finding]:
    """Yield what every check of the pack in `directory` comes to.

    Raises OSError if the directory cannot be read.
    """
    texts: dict[str, str] = {}
    for name in (PACK, DEALS, *SCHEMAS.values(), SUMS):
        place = directory / name
        if not place.is_file():
            yield str(place), _failed("the file is missing")
            continue
        try:
            texts[name] = place.read_bytes().decode()
        except UnicodeDecodeError:
            yield str(place), _failed("not UTF-8 text")
    form = _format(texts)
    for name, found in _check_sums(texts, form):
        yield str(directory / name), found
    pack = yield from _check_description(directory, texts)
    if DEALS in texts:
        yield from _check_puzzles(directory, texts[DEALS], pack)


def _failed(text: str) -> CheckResult:
    return CheckResult("failed", text)


def _format(texts: Mapping[str, str]) -> str:
    """Return the format by which the pack is checked; that of full deals if its description does not say."""
    try:
        return format_of(json.loads(texts.get(PACK, "")))
    except (ValueError, RecursionError):
        return PACK_FORMAT


def _check_sums(texts: Mapping[str, str], form: str) -> Iterator[Finding]:
    if SUMS not in texts:
        return
    stated = {}
    for number, line in read_lines(texts[SUMS]):
        digest, gap, name = line.partition("  ")
        if not gap or name not in texts or name == SUMS:
            yield f"{SUMS}:{number}", _failed("not the checksum of one of the pack's files")
        stated[name] = digest
    for name, text in texts.items():
        if name != SUMS and stated.get(name) != hashlib.sha256(text.encode()).hexdigest():
            yield name, _failed(f"the checksum is not the one in {SUMS}")
    for name in SCHEMAS.values():
        if name in texts and texts[name] != schema(name, form):
            yield name, _failed("this is not the format's schema")


def _check_description(directory: Path, texts: Mapping[str, str]) -> Generator[Finding, None, dict[str, Any]]:
    """Yield the findings about pack.json, and return it; {} if it cannot be used."""
    if PACK not in texts:
        return {}
    place = str(directory / PACK)
    try:
        pack: dict[str, Any] = json.loads(texts[PACK])
    except (ValueError, RecursionError):
        yield place, _failed("not JSON")
        return {}
    wrong = breach(pack, PACK, format_of(pack))
    if wrong:
        yield place, _failed(wrong)
        return {}
    if pack["game"] not in GAMES:
        yield place, _failed(f"unknown game {pack['game']!a}")
        return {}
    text = texts.get(DEALS, "")
    if pack["deals"]["sha256"] != hashlib.sha256(text.encode()).hexdigest():
        yield place, _failed(f"deals.sha256 is not the checksum of {DEALS}")
    if pack["id"] != f"{pack['game']}-{pack['deals']['sha256'][:12]}":
        yield place, _failed("the id does not follow from the game and the deals")
    return pack


def _check_puzzles(directory: Path, text: str, pack: Mapping[str, Any]) -> Iterator[Finding]:
    levels: Counter[str] = Counter()
    ids: dict[str, int] = {}
    cores: Counter[str] = Counter()
    problems = format_of(pack) == PROBLEMS_FORMAT
    for number, line in read_lines(text):
        place = f"{directory / DEALS}:{number}"
        try:
            puzzle = json.loads(line)
        except (ValueError, RecursionError):
            yield place, _failed("not JSON")
            continue
        result = check_problem(puzzle, pack) if problems else check_puzzle(puzzle, pack)
        if result.status == "verified":
            if puzzle["id"] in ids:
                result = _failed(f"the puzzle of line {ids[puzzle['id']]} again")
            ids[puzzle["id"]] = number
            levels[str(puzzle["level"])] += 1
            cores[puzzle.get("core", puzzle["id"])] += 1
            if cores[puzzle.get("core", puzzle["id"])] > 1:
                result = _failed("another problem of the pack has the same core")
        yield place, result
    if pack and sum(levels.values()) == len(list(read_lines(text))):
        wrong = [level for level, count in pack["counts"].items() if levels[level] != count]
        if wrong or pack["deals"]["puzzles"] != sum(levels.values()):
            yield str(directory / PACK), _failed("the numbers of puzzles are not those of the deals")


def check_puzzle(puzzle: Any, pack: Mapping[str, Any]) -> CheckResult:
    """Check one puzzle: schema, id, deal, line, level, and all figures that the rules alone decide."""
    wrong = breach(puzzle, DEALS)
    if wrong:
        return _failed(wrong)
    if puzzle["id"] != puzzle_id(puzzle["game"], puzzle["rules"], puzzle["deal"]):
        return _failed("the id does not follow from game, rules and deal")
    wrong = _against_pack(puzzle, pack)
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
    result = check(record)
    if result.status != "verified":
        return _failed(result.text)
    deal = deal_of(puzzle)
    if deal.text != puzzle["deal"]:
        return _failed(f"these are not the first cards of deal number {puzzle['number']}")
    if puzzle["goal"] != puzzles.goal(deal):
        return _failed("the goal in words is not that of the rules")
    for name, stated, found in _figures(puzzle, deal):
        if stated != found:
            return _failed(f"{name} is {stated}, and {found} by the rules")
    return result


def _against_pack(puzzle: Mapping[str, Any], pack: Mapping[str, Any]) -> str:
    """Return in what a puzzle does not belong to its pack; "" if it does, or if there is no telling."""
    if not pack:
        return ""
    if puzzle["game"] != pack["game"]:
        return f"the game is not {pack['game']}, the pack's"
    own = PUZZLES.of(pack["game"]).own_rules(pack["rules"])
    for name, value in pack["rules"].items():
        if name not in own and puzzle["rules"].get(name) != value:
            return f"rule {name} is not {value}, the pack's"
    made = pack["generator"]
    first = made["arguments"]["seed"]
    if not first <= puzzle["number"] < first + made["screened"]:
        return f"deal number {puzzle['number']} is not among the {made['screened']} deals from {first} on"
    return ""


def _figures(puzzle: Mapping[str, Any], deal: Deal) -> Iterator[tuple[str, Any, Any]]:
    """Yield the name of each figure that the rules decide, what the puzzle says, and what it is."""
    game, puzzles, metrics = deal.bind(), PUZZLES.of(deal.game), puzzle["metrics"]
    line, ladder = puzzle["verdict"]["line"], puzzle["ladder"]
    random, obvious = lucky(game), greedy(game)
    yield "ladder.random", ladder["random"], median(game, random).score
    yield "ladder.first", ladder["first"], first_legal(game).score
    yield "ladder.greedy", ladder["greedy"], obvious.score
    yield "metrics.random_score", metrics["random_score"], ladder["random"]
    yield "metrics.random_wins", metrics["random_wins"], sum(one.won for one in random)
    yield "metrics.greedy_score", metrics["greedy_score"], obvious.score
    reached = puzzles.reached(game, replay(game, game.start(), line))
    gap = None if obvious.score is None or reached is None else abs(reached - obvious.score)
    yield "metrics.gap", metrics["gap"], gap
    yield "metrics.line_length", metrics["line_length"], len(line)
    yield "metrics.decisions", metrics["decisions"], len(decision_points(game, line))
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
    known = {*METRICS, *by_rules, *(GRAPH_METRICS if puzzles.seen_whole else ())}
    for name in metrics.keys() - known:
        yield f"metrics.{name}", metrics[name], None
