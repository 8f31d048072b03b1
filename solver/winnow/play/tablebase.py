"""All positions of a puzzle as tables, with their verdicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from winnow.core.deals import Deal
from winnow.core.drawing.table import PARTS, Table, part_record
from winnow.core.face import FACES
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.play.opening import bound

Json = dict[str, Any]
Ways = Callable[[Any], Iterable[tuple[str, Any]]]
"""Returns the moves of a position to follow, each with the position after it. A move left out must not be better than
the best one returned; if none is returned, the position is lost or the game is over."""


@dataclass(frozen=True)
class Graph:
    """Positions by number, the start first, and for each the number of the next position by move."""

    game: Game[Any, Any]
    positions: list[Any]
    moves: list[dict[str, int]]


def graph(deal: Deal, after: Sequence[str], most: int, ways: Ways) -> Graph | None:
    """Return all positions that `ways` reach after the moves `after`; None if they are more than `most`."""
    game = bound(deal)
    positions, moves = [replay(game, game.start(), after)], list[dict[str, int]]()
    numbers = {positions[0]: 0}
    for position in positions:
        found = dict(ways(position))
        for then in found.values():
            if then not in numbers:
                numbers[then] = len(positions)
                positions.append(then)
        if len(positions) > most:
            return None
        moves.append({move: numbers[then] for move, then in found.items()})
    return Graph(game, positions, moves)


def verdicts(found: Graph) -> list[Json]:
    """Return each position's verdict, with the first move to a win and the moves until then.

    A position is won if it is an end that is won or one of its moves leads to one that is; all others are lost.
    """
    away, reach = _distances(found), _reach(found)
    told: list[Json] = []
    for number, moves in enumerate(found.moves):
        record: Json = {"verdict": "unwinnable", "positions": reach[number], "proof": "exhausted"}
        if number in away:
            steps = min(((away[after], move) for move, after in moves.items() if after in away), default=(0, None))
            record = {"verdict": "winnable", "away": away[number], "move": steps[1] if away[number] else None}
        told.append(record)
    return told


def _distances(found: Graph) -> dict[int, int]:
    """Return the number of moves to the nearest win for each position that is won."""
    before = defaultdict(list)
    for number, moves in enumerate(found.moves):
        for after in moves.values():
            before[after].append(number)
    away = {number: 0 for number, position in enumerate(found.positions) if found.game.won(position)}
    for number in (nearest := list(away)):
        for other in before[number]:
            if other not in away:
                away[other] = away[number] + 1
                nearest.append(other)
    return away


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


def near(found: Graph, told: Sequence[Json], line: Sequence[str], judged: int) -> tuple[Graph, list[Json]]:
    """Return the positions on a line and those one move off its first `judged` moves, with their verdicts.

    From each that is won, a way to a win is there, too.
    """
    path = _followed(found, line)
    kept = {*path, *(after for number in path[: judged + 1] for after in found.moves[number].values())}
    for number in list(kept):
        while (move := told[number].get("move")) is not None and (number := found.moves[number][move]) not in kept:
            kept.add(number)
    places = {number: place for place, number in enumerate(sorted(kept))}
    moves = [{move: places[then] for move, then in found.moves[n].items() if then in kept} for n in places]
    some = Graph(found.game, [found.positions[number] for number in places], moves)
    return some, [told[number] for number in places]


def _followed(found: Graph, line: Sequence[str]) -> list[int]:
    """Return the numbers of the positions on a line, as far as they are known."""
    normal = found.game.normal
    path = [0]
    for move in line:
        after = {normal(known): then for known, then in found.moves[path[-1]].items()}.get(normal(move))
        if after is None:
            return path
        path.append(after)
    return path


def packed(found: Graph, told: Sequence[Json]) -> Json:
    """Return the graph as JSON values in which equal parts of tables occur once (format `winnow-tables/2`).

    `parts` are the piles, counters and gestures; a table names them by number, and for each of its gestures the number
    of the next position: -1 if that is left out, an object by move where the order of cards decides.
    """
    parts: dict[Any, int] = {}
    tables = []
    for number, verdict in enumerate(told):
        table = FACES.of(found.game.name).table(found.game, found.positions[number])
        record: Json = {name: [parts.setdefault(value, len(parts)) for value in getattr(table, name)] for name in PARTS}
        record |= {name: value for name, value in vars(table).items() if name not in PARTS}
        tables.append([record, _ways(found, number, table), verdict])
    return {"format": "winnow-tables/2", "parts": [part_record(value) for value in parts], "tables": tables}


def _ways(found: Graph, number: int, table: Table) -> list[int | dict[str, int]]:
    """Return for each of a table's gestures the number of the next position."""
    normal = found.game.normal
    after = {normal(move): then for move, then in found.moves[number].items()}
    ways: list[int | dict[str, int]] = []
    for gesture in table.gestures:
        cards = sorted(normal(gesture.move).split())
        orders = {move: then for move, then in after.items() if sorted(move.split()) == cards}
        ways.append(orders if gesture.ordered else after.get(normal(gesture.move), -1))
    return ways
