"""The players who plan: they keep a number of lines of play in mind, the most promising ones.

Where the game's engine has such a beam it plays; in Single Left the rules are enough. All count in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from winnow.engines.base import Question
from winnow.engines.blink import beam as blink_beam
from winnow.engines.blink.table import in_numbers
from winnow.engines.head import engine as head
from winnow.engines.one_minute import engine as one_minute
from winnow.engines.universal import beams as universal
from winnow.games import Game
from winnow.games.blink import Blink
from winnow.games.head import Head
from winnow.games.one_minute import OneMinute
from winnow.games.single_left import SingleLeft
from winnow.games.universal import Universal
from winnow.lines import replay
from winnow_kernels.common.budget import Budget
from winnow_puzzles.players.heuristics import MANNERS
from winnow_puzzles.players.levels import LINES_IN_MIND
from winnow_puzzles.players.simple import Played, better


def plans(game: Game[Any, Any], obvious: Played) -> Iterator[tuple[str, Played]]:
    """Yield what each player who plans comes to, weakest first: the obvious play and narrower plans come first."""
    best = obvious
    for name, lines in LINES_IN_MIND.items():
        line = _PLANNERS[game.name](game, lines)
        if line is not None:
            end = replay(game, game.start(), line)
            found = Played(MANNERS[game.name].reached(game, end), game.won(end), line)
            if better(game, found.score, best.score):
                best = found
        yield name, best


def _universal(game: Universal, lines: int) -> tuple[str, ...] | None:
    return universal.search(Question(game, game.start(), best=True), Budget(), lines).line


def _head(game: Head, lines: int) -> tuple[str, ...] | None:
    return head.beams(Question(game, game.start()), Budget(), [lines]).line


def _one_minute(game: OneMinute, lines: int) -> tuple[str, ...] | None:
    base = game.deal[0]
    line = one_minute.beams(Question(game, game.play(game.start(), base)), Budget(), [lines]).line
    return None if line is None else (base, *line)


def _blink(game: Blink, lines: int) -> tuple[str, ...] | None:
    table = in_numbers(game, game.start())
    found = blink_beam.beam(table, [lines], False, blink_beam.FOR_A_WIN, frozenset(), Budget())
    placements = found.partial if found.layout is None else found.layout.placements
    return table.written(placements) or None


def _single_left(game: SingleLeft, lines: int) -> tuple[str, ...] | None:
    """Draw by draw keep the shortest rows; the best end on the way counts."""
    start = game.start()
    best: tuple[int | None, Any] = game.score(start), ()
    layer: list[tuple[Any, Any]] = [(start, ())]
    while layer and best[0] != game.best_possible():
        following: dict[Any, Any] = {}
        for position, behind in layer:
            for moves, after in _up_to_a_draw(game, position):
                path = (behind, moves)
                score = game.score(after)
                if better(game, score, best[0]):
                    best = score, path
                following.setdefault(after, path)
        layer = sorted(following.items(), key=lambda item: len(item[0].hand))[:lines]
    return _unrolled(best[1])


def _up_to_a_draw(game: SingleLeft, position: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every way to discard and then draw, or to discard at the end; positions once each."""
    seen = {position}
    ways: list[tuple[tuple[str, ...], Any]] = [((), position)]
    for moves, at in ways:
        for move, after in game.successors(at):
            if move in ("draw", "redeal"):
                yield (*moves, move), after
            elif after not in seen:
                seen.add(after)
                ways.append(((*moves, move), after))
    if not position.deck:
        yield from ways[1:]


def _unrolled(path: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the moves of a path that is kept as (path before, last moves)."""
    parts = []
    while path:
        path, moves = path
        parts.append(moves)
    return tuple(move for moves in reversed(parts) for move in moves)


_PLANNERS: Mapping[str, Callable[[Any, int], tuple[str, ...] | None]] = {
    OneMinute.name: _one_minute,
    SingleLeft.name: _single_left,
    Head.name: _head,
    Universal.name: _universal,
    Blink.name: _blink,
}
