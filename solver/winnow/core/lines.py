"""Lines of play as text: split into moves, replayed by the rules, with errors that name the move and its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from winnow.core.errors import IllegalMoveError
from winnow.core.game import Game

if TYPE_CHECKING:
    from winnow_kernels.common.budget import Budget  # checkers replay lines, and load no kernel

_SHOWN_MOVES = 8
_MOVES_AT_ONCE = 1024
"""Moves replayed between two looks at a budget: shorter lines are replayed even as it ends."""


def split_moves(game: type[Game[Any, Any]], text: str) -> tuple[str, ...]:
    """Split a line on ";", and on spaces too where the game's moves have none inside.

    >>> from winnow.core.games import GAMES
    >>> split_moves(GAMES['universal'], "T T;W>3"), split_moves(GAMES['head'], "meld AM 2SY; burn")
    (('T', 'T', 'W>3'), ('meld AM 2SY', 'burn'))
    """
    parts = text.split(";")
    if game.move_separator == " ":
        parts = [word for part in parts for word in part.split()]
    return tuple(" ".join(part.split()) for part in parts if part.strip())


def read_moves(game: type[Game[Any, Any]], line: str | Iterable[str]) -> tuple[str, ...]:
    """Return the moves of a line, given as one text or one by one; raise TypeError, which says what to write."""
    if isinstance(line, str):
        return split_moves(game, line)
    moves = tuple(line) if isinstance(line, Iterable) else (line,)
    for move in moves:
        if not isinstance(move, str):
            wanted = "one text, such as 'draw draw', or a list of texts"
            raise TypeError(f"moves are texts: write a line as {wanted}, not {move!r}")
    return moves


def replay(
    game: Game[Any, Any],
    position: Any,
    moves: Sequence[str],
    tick: Callable[[], None] | None = None,
    first: int = 1,
) -> Any:
    """Return the position after the moves; raise IllegalMoveError naming the first that is not allowed.

    Moves are numbered from `first`. `tick` is called before each move; an exception from it ends the replay.
    """
    if tick is None:
        with suppress(IllegalMoveError):
            return game.play_all(position, moves)
    for place, move in enumerate(moves, first):
        if tick is not None:
            tick()
        try:
            position = game.play(position, move)
        except IllegalMoveError:
            legal = game.moves(position)
            shown = ", ".join(legal[:_SHOWN_MOVES]) + (", ..." if len(legal) > _SHOWN_MOVES else "")
            there = f"legal there: {shown}" if legal else "the game is over there"
            raise IllegalMoveError(f"move {place}: {move!r} is not legal; {there}") from None
    return position


def replay_within(game: Game[Any, Any], position: Any, moves: Sequence[str], budget: Budget) -> Any:
    """Return the position after the moves, or None if the budget, not stopped before, ends on the way.

    Raises IllegalMoveError as `replay` does.
    """
    running = budget.stopped is None
    for done in range(0, len(moves), _MOVES_AT_ONCE):
        if done and running and budget.poll():
            return None
        position = replay(game, position, moves[done : done + _MOVES_AT_ONCE], first=done + 1)
    return position
