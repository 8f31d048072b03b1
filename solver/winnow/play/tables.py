"""Positions by the moves that lead to them, and the tables that show them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from winnow.core.deals import Deal
from winnow.core.drawing.table import Table
from winnow.core.errors import IllegalMoveError
from winnow.core.face import FACES
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.play.reading import Played, RefusedError, sentence


@lru_cache(maxsize=64)
def bound(deal: Deal) -> Game[Any, Any]:
    """Return the game with this deal."""
    return deal.bind()


def position_of(played: Played) -> Any:
    """Return the position after the moves; raise RefusedError naming the first that is not allowed."""
    game = bound(played.deal)
    try:
        return replay(game, game.start(), played.line)
    except IllegalMoveError as error:
        raise RefusedError(sentence(str(error)), 409) from None


def table_of(played: Played) -> Table:
    """Return the table after the moves; raise RefusedError as `position_of` does."""
    return FACES.of(played.deal.game).table(bound(played.deal), position_of(played))
