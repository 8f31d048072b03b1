"""Blink with the draw deck face down: what lies on the table or may be placed now has been seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from itertools import groupby
from typing import cast

from winnow.core.cards import Card
from winnow.core.errors import EngineError
from winnow.core.fair import Fair, FairTable, check_options, check_sizes, numbered
from winnow.core.game import Game
from winnow.games.blink.rules import Blink, BlinkRules, Position, matching, neighbours, placement

BlinkGame = Game[Position, BlinkRules]


class BlinkFair(Fair):
    """A player draws as many cards as may be held back.

    A natural one begins with the card that most others in hand match; then the card with fewest cells comes first.
    """

    def seen(self, game: BlinkGame, position: Position) -> Collection[int]:
        """Return the places of the cards placed, held back, and drawn next."""
        return range(cast(Blink, game).drawn(position))

    def view(self, game: BlinkGame, position: Position, known: Sequence[Card]) -> Hashable:
        """Return the layout, and the cards that are left, `?` where they are unseen."""
        slides = game.rules.first_cell is None and position.layout
        layout = game.state(position) if slides else position.layout
        return (layout, tuple(known[place] for place in position.left))

    def table(self, game: BlinkGame, position: Position, seen: Collection[int]) -> FairTable:
        """Return the position for roll-outs. Raises EngineError for a table or a hold that the kernel does not take."""
        from winnow_kernels.blink.fair import BlinkTable  # noqa: PLC0415

        check_options(game, ("hold", "columns", "rows", "decks", "bonus"))
        check_sizes(game)
        cards, numbers = len(game.deal), numbered(game.deal)
        left, top = (min((cell[axis] for cell, _ in position.layout), default=0) for axis in (0, 1))
        try:
            return BlinkTable(
                cards,
                min(game.rules.hold, cards),
                min(game.rules.columns, cards),
                min(game.rules.rows, cards),
                [bytes(other in matching(card) for other in numbers) for card in numbers],
                [(x - left, y - top, numbers[card]) for (x, y), card in position.layout],
                [numbers[game.deal[place]] for place in position.left],
            )
        except ValueError as error:
            raise EngineError(f"roll-outs in {game.name} need {error}") from None

    def natural(self, game: BlinkGame, position: Position) -> str | None:
        """Return a placement of the card that has fewest cells, where it touches most cards; else None.

        The first card is that which most of the cards in hand match.
        """
        moves = [(*placement(move), move) for move, _ in game.successors(position)]
        by_card = [list(group) for _, group in groupby(sorted(moves), key=lambda move: move[0])]
        if not by_card:
            return None
        if not position.layout:
            hand = Counter(game.deal[place] for place in position.left[: game.rules.hold + 1])
            return max(by_card, key=lambda group: sum(hand[other] for other in matching(group[0][0])))[0][2]
        laid = {cell for cell, _ in position.layout}
        fewest = min(by_card, key=len)
        return max(fewest, key=lambda move: sum(near in laid for near in neighbours(move[1])))[2]
