"""Positions by the moves that lead to them, and the tables that show them."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any

from winnow.core.deals import Deal
from winnow.core.drawing.table import Gesture, Table
from winnow.core.errors import IllegalMoveError
from winnow.core.face import FACES
from winnow.core.game import Game
from winnow.core.lines import replay
from winnow.play.reading import Played, RefusedError, sentence

_KEPT = 4096
"""The most positions kept, so that a move need not replay the whole line."""


@lru_cache(maxsize=64)
def bound(deal: Deal) -> Game[Any, Any]:
    """Return the game with this deal."""
    return deal.bind()


class Tables:
    """Positions of the games that are being played, the last ones used kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Deal, tuple[str, ...]], Any] = OrderedDict()

    def position(self, played: Played) -> Any:
        """Return the position after the moves; raise RefusedError naming the first that is not allowed."""
        deal, line = played.deal, played.line
        game = bound(deal)
        done = next((n for n in range(len(line), 0, -1) if (deal, line[:n]) in self._kept), 0)
        position = self._kept[deal, line[:done]] if done else game.start()
        for place in range(done, len(line)):
            try:
                position = replay(game, position, [line[place]], first=place + 1)
            except IllegalMoveError as error:
                raise RefusedError(sentence(str(error)), 409) from None
            self._kept[deal, line[: place + 1]] = position
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return position

    def table(self, played: Played) -> Table:
        """Return the table after the moves."""
        return FACES.of(played.deal.game).table(bound(played.deal), self.position(played))


def gesture_of(game: Game[Any, Any], table: Table, position: Any, move: str) -> tuple[int, list[str]] | None:
    """Return which of the table's gestures makes the move, and the keys of its cards in the move's order.

    None if no gesture does, not even one that leads to the same state by another move.
    """
    wanted = game.normal(move)
    for index, gesture in enumerate(table.gestures):
        if game.normal(gesture.move) == wanted:
            return index, list(gesture.cards)
    words = wanted.split()
    for index, gesture in enumerate(table.gestures):
        if gesture.ordered:
            keys = _in_order(game.normal(gesture.move).split(), words, gesture)
            if keys is not None:
                return index, keys
    state = game.state(game.play(position, move))
    for index, gesture in enumerate(table.gestures):
        if game.state(game.play(position, gesture.move)) == state:
            return index, list(gesture.cards)
    return None


def _in_order(own: list[str], words: list[str], gesture: Gesture) -> list[str] | None:
    """Return the gesture's cards in the order of `words`, if these are its words with the cards in another order."""
    count = len(gesture.cards)
    if len(own) != len(words) or own[:-count] != words[:-count] or sorted(own) != sorted(words):
        return None
    left = list(zip(own[-count:], gesture.cards, strict=True))
    keys = []
    for word in words[-count:]:
        found = next(pair for pair in left if pair[0] == word)
        left.remove(found)
        keys.append(found[1])
    return keys
