"""Universal with the stock face down. Seen are the columns, the bar, and of the waste each top card or all cards."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import cast

from winnow.core.cards import Card
from winnow.core.fair import MOST_ROUNDS, Fair, FairTable, check_options, check_sizes
from winnow.core.game import Game
from winnow.games.universal.rules import NUMBER, Position, Universal, UniversalRules

UniversalGame = Game[Position, UniversalRules]


class UniversalFair(Fair):
    """A player sees the top of the waste, not the cards below it; a natural one plays to the bar, else to a column."""

    def seen(self, game: UniversalGame, position: Position) -> Collection[int]:
        """Return the places of the cards in columns, on the bar and on top of the waste: all but the talon's others.

        Where nothing is left to turn, the whole talon has been seen only as far as it came to lie on top. With
        `watch=all` each turned card has been seen.
        """
        covered = {*position.stock}
        if game.rules.watch == "top":
            covered.update(position.waste[:-1])
        return [place for place, card in enumerate(game.deal) if card not in covered]

    def view(self, game: UniversalGame, position: Position, known: Sequence[Card]) -> Hashable:
        """Return the position: every card of the talon is there once, so the unseen ones are known by their names."""
        return position

    def table(self, game: UniversalGame, position: Position, seen: Collection[int]) -> FairTable:
        """Return the position for roll-outs. Raises EngineError for passes that the kernel does not take."""
        from winnow_kernels.universal.fair import UniversalTable  # noqa: PLC0415

        check_options(game, ("draw", "passes", "columns", "watch"))
        check_sizes(game, passes=MOST_ROUNDS)
        talon = {*position.stock, *position.waste}
        return UniversalTable(
            len(game.deal),
            min(game.rules.draw, len(game.deal)),
            cast(Universal, game).lowest_rank,
            [[NUMBER[card] for card in column] for column in position.columns],
            position.bar,
            [NUMBER[card] for card in position.stock],
            [NUMBER[card] for card in position.waste],
            position.redeals,
            [NUMBER[game.deal[place]] for place in seen if game.deal[place] in talon],
        )

    def natural(self, game: UniversalGame, position: Position) -> str | None:
        """Return the first bar move, else the waste's move to a column, else turn or redeal; merges are left alone."""
        return min((move for move in game.moves(position) if _rank(move) < _MERGE), key=_rank, default=None)


_MERGE = 4


def _rank(move: str) -> int:
    """Return 0 for a move to the bar, 1 and 2 for the waste's moves below and above a column, 3 for turn and redeal."""
    if move.endswith("!"):
        return 0
    if move.startswith("W"):
        return 1 if ">" in move else 2
    return 3 if move in ("T", "R") else _MERGE
