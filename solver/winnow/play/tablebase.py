"""The positions of a puzzle as tables, with their verdicts: all of them if they are few, else those around a line."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from winnow.deals import Deal
from winnow.faces import FACES
from winnow.faces.table import Gesture
from winnow.games import Game
from winnow.play.tables import bound

Json = dict[str, Any]
Judge = Callable[[tuple[str, ...]], Json | None]
"""Gives an engine's verdict of the position after these moves of the deal; None where it stays undecided."""


@dataclass
class Graph:
    """Positions by number, the start first: the moves that lead there, and each move's number of the next position.

    `whole` says that every position is there that can be reached.
    """

    game: Game[Any, Any]
    positions: list[Any] = field(default_factory=list)
    lines: list[tuple[str, ...]] = field(default_factory=list)
    moves: list[dict[str, int]] = field(default_factory=list)
    whole: bool = False

    def number(self, position: Any, line: tuple[str, ...], known: dict[Any, int]) -> int:
        """Return a position's number; a new one gets the next."""
        if position not in known:
            known[position] = len(self.positions)
            self.positions.append(position)
            self.lines.append(line)
            self.moves.append({})
        return known[position]


def graph(deal: Deal, after: Sequence[str], line: Sequence[str], whole: int, around: int) -> Graph:
    """Return the positions that can be reached after `after`.

    All of them if they are at most `whole`, else `around` of those nearest to `line`.
    """
    return _whole(deal, after, whole) or _around(deal, after, line, around)


def _start(deal: Deal, after: Sequence[str]) -> tuple[Graph, dict[Any, int]]:
    found, known = Graph(bound(deal)), dict[Any, int]()
    position = found.game.start()
    for move in after:
        position = found.game.play(position, move)
    found.number(position, tuple(after), known)
    return found, known


def _whole(deal: Deal, after: Sequence[str], most: int) -> Graph | None:
    """Return all positions; None if they are more than `most`."""
    found, known = _start(deal, after)
    found.whole = True
    for place in count():
        if place == len(found.positions):
            return found
        for move, position in found.game.successors(found.positions[place]):
            found.moves[place][move] = found.number(position, (*found.lines[place], move), known)
            if len(found.positions) > most:
                return None
    raise AssertionError("counting has no end")


def _around(deal: Deal, after: Sequence[str], line: Sequence[str], most: int) -> Graph:
    """Return the positions of the line, then those nearest to it; of a move in any order one order is followed."""
    found, known = _start(deal, after)
    game, face = found.game, FACES.of(deal.game)
    place = 0
    for move in line:
        number = found.number(game.play(found.positions[place], move), (*found.lines[place], move), known)
        found.moves[place][move] = number
        place = number
    # Positions are numbered from the line outwards, so they are looked at in that order, too.
    for place in count():
        if place == len(found.positions):
            break
        for gesture in face.gestures(game, found.positions[place]):
            position = game.play(found.positions[place], gesture.move)
            if position in known or len(found.positions) < most:
                found.moves[place][gesture.move] = found.number(position, (*found.lines[place], gesture.move), known)
    return found


def verdicts(found: Graph, judge: Judge) -> list[Json]:
    """Return each position's verdict, with the first move to a win, the moves until then, and the best score.

    A position is won if it is an end that is won or one of its moves leads to one that is; in a whole graph all others
    are lost. Else an engine is asked, and what stays open is said to be unknown.
    """
    away: list[int | None] = [None] * len(found.positions)
    before: list[list[int]] = [[] for _ in found.positions]
    for number, moves in enumerate(found.moves):
        for after in moves.values():
            before[after].append(number)
    for number, position in enumerate(found.positions):
        if found.game.won(position):
            _spread(away, before, number, 0)
    lost: dict[int, Json] = {}
    for number, steps in enumerate(away):
        answer = judge(found.lines[number]) if steps is None and not found.whole else None
        if answer is not None and answer["verdict"] == "winnable":
            _spread(away, before, number, len(answer["line"]))
        elif answer is not None and answer["verdict"] == "unwinnable":
            lost[number] = answer
    best = _best_scores(found) if found.whole else None
    reach = _reach(found) if found.whole else []
    told: list[Json] = []
    for number, steps in enumerate(away):
        record: Json = {"verdict": "undecided"}
        if steps is not None:
            record = {"verdict": "winnable", "away": steps, "move": _way(found, away, number)}
        elif found.whole:
            record = {"verdict": "unwinnable", "positions": reach[number], "proof": "exhausted"}
        elif number in lost:
            record = {name: lost[number][name] for name in ("verdict", "proof", "reason", "positions")}
        if best is not None:
            record["best"] = best[number]
        told.append(record)
    return told


def _spread(away: list[int | None], before: Sequence[Sequence[int]], number: int, steps: int) -> None:
    """Tell a won position, and all that lead to it, how many moves the win is away."""
    nearest = deque([(number, steps)])
    while nearest:
        number, steps = nearest.popleft()
        own = away[number]
        if own is None or steps < own:
            away[number] = steps
            nearest.extend((other, steps + 1) for other in before[number])


def _way(found: Graph, away: list[int | None], number: int) -> str | None:
    """Return the move from a won position to the nearest end; None where it is the end, or lies outside."""
    steps = [(step, move) for move, after in found.moves[number].items() if (step := away[after]) is not None]
    nearest = min(steps, default=None)
    return nearest[1] if nearest is not None and nearest[0] < (away[number] or 0) else None


def _best_scores(found: Graph) -> list[int | None]:
    """Return the best score in reach of each position of a whole graph."""
    game = found.game
    better = max if game.higher_is_better else min
    best = [game.score(position) for position in found.positions]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(best))):
            scores = [best[number], *(best[after] for after in found.moves[number].values())]
            known = [score for score in scores if score is not None]
            if known and better(known) != best[number]:
                best[number] = better(known)
                changed = True
    return best


def _reach(found: Graph) -> list[int]:
    """Return how many positions can be reached from each, itself among them."""
    reach = [1 << number for number in range(len(found.positions))]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(reach))):
            union = reach[number]
            for after in found.moves[number].values():
                union |= reach[after]
            changed, reach[number] = changed or union != reach[number], union
    return [bin(numbers).count("1") for numbers in reach]


def packed(deal: Deal, found: Graph, told: Sequence[Json]) -> Json:
    """Return the graph as JSON values in which equal parts of tables stand once (format `winnow-tables/1`).

    `parts` are the piles, counters and gestures; a table names them by number, and for each of its gestures the number
    of the next position: -1 if that is not known, an object by move where the order of cards decides.
    """
    face, parts = FACES.of(deal.game), dict[str, int]()
    pool: list[Any] = []

    def part(value: Any) -> int:
        key = repr(value)
        if key not in parts:
            parts[key] = len(pool)
            pool.append(value)
        return parts[key]

    tables = []
    for number, position in enumerate(found.positions):
        record = face.table(found.game, position).record()
        gestures = face.gestures(found.game, position)
        ways = [_next(found, number, gesture) for gesture in gestures]
        for name in ("piles", "counters", "gestures"):
            record[name] = [part(value) for value in record[name]]
        del record["format"]
        tables.append([record, ways, told[number]])
    return {"format": "winnow-tables/1", "whole": found.whole, "parts": pool, "tables": tables}


def _next(found: Graph, number: int, gesture: Gesture) -> int | dict[str, int]:
    normal = found.game.normal
    if not gesture.ordered:
        wanted = normal(gesture.move)
        return next((after for move, after in found.moves[number].items() if normal(move) == wanted), -1)
    cards = sorted(normal(gesture.move).split())
    return {normal(move): n for move, n in found.moves[number].items() if sorted(normal(move).split()) == cards}
