"""Reads what is asked from what a caller gives: a game with its deal in any form, or a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from winnow.core.deals import Deal, DealLike, read_deal
from winnow.core.errors import DealError
from winnow.core.games import GAMES
from winnow.core.lines import split_moves
from winnow.core.position import Position
from winnow.core.question import Question

__all__ = ["DealLike", "pose"]


def pose(
    game: str | Deal | Position,
    deal: DealLike | None = None,
    number: int | None = None,
    rules: Mapping[str, Any] | None = None,
    after: str | Iterable[str] = (),
    best: bool = False,
    engine: str | None = None,
    without: Iterable[str] = (),
) -> Question:
    """Return the question that these arguments pose.

    Raises DealError or RuleError for what cannot be, and TypeError for what is no game, deal, or list of moves.

    >>> pose('universal', number=3, after='T;W>1').after
    ('T', 'W>1')
    """
    asked, played = _asked(game, deal, number, rules)
    if not isinstance(after, str):
        after = tuple(after)
        if not all(isinstance(move, str) for move in after):
            raise TypeError("moves are texts: after takes one text, or a list of them")
    moves = split_moves(GAMES[asked.game], after) if isinstance(after, str) else after
    if isinstance(without, str):
        raise TypeError("without takes a list of techniques, not one text")
    return Question(asked, played + moves, best, engine, frozenset(without))


def _asked(
    game: str | Deal | Position, deal: DealLike | None, number: int | None, rules: Mapping[str, Any] | None
) -> tuple[Deal, tuple[str, ...]]:
    """Return the deal asked about and the moves of the position that was given, if it was one."""
    if isinstance(game, (Deal, Position)):
        if deal is not None or number is not None or rules is not None:
            raise TypeError(f"a {type(game).__name__} brings its deal and its rules: give neither with it")
        return (game.deal, game.line) if isinstance(game, Position) else (game, ())
    if deal is not None and number is not None:
        raise DealError("give either a deal's cards or its number")
    given = number if deal is None else deal
    if given is None:
        raise DealError("give either a deal's cards or its number")
    return read_deal(game, given, rules), ()
