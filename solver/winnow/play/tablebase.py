"""The positions of a puzzle as tables, with their verdicts: all of them if they are few, else those around a line."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from winnow.core.deals import Deal
from winnow.core.drawing.table import PARTS, Gesture, Table, part_record
from winnow.core.face import FACES
from winnow.core.game import Game
from winnow.play.tables import bound

Json = dict[str, Any]
Ways = Callable[[Any], Iterable[tuple[str, Any]]]
"""Returns the moves of a position to follow, each with the position after it. A move left out must not be better than
the best one returned; if none is returned, the position is lost or the game is over."""
Judge = Callable[[tuple[str, ...]], Json | None]
"""Returns an engine's verdict of the position after these moves of the deal; None if it is undecided."""


@dataclass
class Graph:
    """Positions by number, the start first: the moves that lead there, and each move's number of the next position.

    `whole` says that every position is there that can be reached by the moves that are followed; `cut` that positions
    which are lost stand there without what follows them.
    """

    game: Game[Any, Any]
    positions: list[Any] = field(default_factory=list)
    lines: list[tuple[str, ...]] = field(default_factory=list)
    moves: list[dict[str, int]] = field(default_factory=list)
    whole: bool = False
    cut: bool = False
    _tables: dict[int, Table] = field(default_factory=dict)

    def table(self, number: int) -> Table:
        """Return a position's table."""
        if number not in self._tables:
            self._tables[number] = FACES.of(self.game.name).table(self.game, self.positions[number])
        return self._tables[number]

    def number(self, position: Any, line: tuple[str, ...], known: dict[Any, int]) -> int:
        """Return a position's number; a new one gets the next."""
        if position not in known:
            known[position] = len(self.positions)
            self.positions.append(position)
            self.lines.append(line)
            self.moves.append({})
        return known[position]


def graph(
    deal: Deal,
    after: Sequence[str],
    line: Sequence[str],
    whole: int,
    around: int,
    ways: Ways | None = None,
) -> Graph:
    """Return the positions that can be reached after `after`.

    These are all positions that `ways` reach (None: every move), if they are at most `whole`; otherwise the `around`
    positions nearest to `line`.
    """
    return _whole(deal, after, whole, ways) or _around(deal, after, line, around)


def _start(deal: Deal, after: Sequence[str]) -> tuple[Graph, dict[Any, int]]:
    found, known = Graph(bound(deal)), dict[Any, int]()
    position = found.game.start()
    for move in after:
        position = found.game.play(position, move)
    found.number(position, tuple(after), known)
    return found, known


def _whole(deal: Deal, after: Sequence[str], most: int, ways: Ways | None) -> Graph | None:
    """Return all positions that `ways` reach; None if they are more than `most`."""
    found, known = _start(deal, after)
    found.whole = True
    follow = ways or found.game.successors
    for place in count():
        if place == len(found.positions):
            return found
        here = found.positions[place]
        for move, position in follow(here):
            found.moves[place][move] = found.number(position, (*found.lines[place], move), known)
            if len(found.positions) > most:
                return None
        found.cut = found.cut or not (found.moves[place] or found.game.over(here))
    raise AssertionError("counting has no end")


def _around(deal: Deal, after: Sequence[str], line: Sequence[str], most: int) -> Graph:
    """Return the positions of the line, then those nearest to it; of a move in any order one order is followed."""
    found, known = _start(deal, after)
    game = found.game
    place = 0
    for move in line:
        number = found.number(game.play(found.positions[place], move), (*found.lines[place], move), known)
        found.moves[place][move] = number
        place = number
    # Positions are numbered from the line outwards, so they are looked at in that order, too.
    for place in count():
        if place == len(found.positions):
            break
        for gesture in found.table(place).gestures:
            position = game.play(found.positions[place], gesture.move)
            if position in known or len(found.positions) < most:
                found.moves[place][gesture.move] = found.number(position, (*found.lines[place], gesture.move), known)
    return found


def verdicts(found: Graph, judge: Judge) -> list[Json]:
    """Return each position's verdict, with the first move to a win, the moves until then, and the best score.

    A position is won if it is an end that is won or one of its moves leads to one that is; in a whole graph all others
    are lost. Otherwise an engine is asked, and an undecided position is unknown.
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
    best = _best_scores(found) if found.whole and not found.cut else None
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
    """Set the distance to the win, in moves, of a won position and of all that lead to it."""
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


def packed(found: Graph, told: Sequence[Json]) -> Json:
    """Return the graph as JSON values in which equal parts of tables occur once (format `winnow-tables/1`).

    `parts` are the piles, counters and gestures; a table names them by number, and for each of its gestures the number
    of the next position: -1 if that is not known, an object by move where the order of cards decides.
    """
    places: dict[Any, int] = {}
    pool: list[Json] = []

    def part(value: Any) -> int:
        if value not in places:
            places[value] = len(pool)
            pool.append(part_record(value))
        return places[value]

    tables = []
    for number, verdict in enumerate(told):
        table = found.table(number)
        record: Json = {name: [part(value) for value in getattr(table, name)] for name in PARTS}
        record |= {name: value for name, value in vars(table).items() if name not in PARTS}
        tables.append([record, _ways(found, number, table), verdict])
    return {"format": "winnow-tables/1", "whole": found.whole, "parts": pool, "tables": tables}


def _ways(found: Graph, number: int, table: Table) -> list[int | dict[str, int]]:
    """Return for each of a table's gestures the number of the next position."""
    normal = found.game.normal
    after = {normal(move): then for move, then in found.moves[number].items()}
    return [
        _orders(gesture, after, normal) if gesture.ordered else after.get(normal(gesture.move), -1)
        for gesture in table.gestures
    ]


def _orders(gesture: Gesture, after: dict[str, int], normal: Callable[[str], str]) -> dict[str, int]:
    """Return the moves known that put the gesture's cards in some order, each with the next position."""
    cards = sorted(normal(gesture.move).split())
    return {move: then for move, then in after.items() if sorted(move.split()) == cards}
