"""Blink with the draw deck face down: what lies on the table or may be placed now has been seen."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from itertools import groupby

from winnow.core.cards import Card
from winnow.core.fair import Fair
from winnow.core.game import Game
from winnow.games.blink.rules import BlinkRules, Cell, Position, neighbours

BlinkGame = Game[Position, BlinkRules]


class BlinkFair(Fair):
    """A player draws as many cards as may be held back; a natural one places first the card with fewest cells."""

    def seen(self, game: BlinkGame, position: Position) -> Collection[int]:
        """Return the places of the cards placed, held back, and drawn next."""
        return range(min(len(game.deal), len(position.layout) + game.rules.hold + 1))

    def view(self, game: BlinkGame, position: Position, known: Sequence[Card]) -> Hashable:
        """Return the layout moved to the origin, and the cards that are left, `?` where they are unseen."""
        moved = game.state(position)
        layout = moved if position.layout else ()
        return (layout, tuple(known[place] for place in position.left))

    def natural(self, game: BlinkGame, position: Position) -> str | None:
        """Return a placement of the card that has fewest cells, where it touches most cards; else None."""
        moves = [(*_parted(move), move) for move, _ in game.successors(position)]
        by_card = [list(group) for _, group in groupby(sorted(moves), key=lambda move: move[0])]
        if not by_card:
            return None
        laid = {cell for cell, _ in position.layout}
        fewest = min(by_card, key=len)
        return max(fewest, key=lambda move: sum(near in laid for near in neighbours(move[1])))[2]


def _parted(move: str) -> tuple[Card, Cell]:
    card, _, place = move.partition("@")
    x, _, y = place.partition(",")
    return card, (int(x), int(y))
