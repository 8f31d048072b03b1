"""Single Left with the cards face down: the hand and the discards have been seen, the deck has not."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from winnow.core.cards import STANDARD_RANKS, STANDARD_SUITS, Card
from winnow.core.fair import MOST_ROUNDS, Fair, FairTable, check_options, check_sizes, numbered
from winnow.core.game import Game
from winnow.games.single_left.rules import Position, SingleLeftRules

SingleLeftGame = Game[Position, SingleLeftRules]


class SingleLeftFair(Fair):
    """A player sees each card as it is drawn; a natural one makes every discard that applies."""

    def seen(self, game: SingleLeftGame, position: Position) -> Collection[int]:
        """Return the places of the hand and of the discards."""
        return position.hand + position.discards

    def view(self, game: SingleLeftGame, position: Position, known: Sequence[Card]) -> Hashable:
        """Return the cards of hand and deck, and with a redeal to come the places that decide when cards come again."""
        hand, deck, discards, redeals = position
        cards = (tuple(known[place] for place in hand), tuple(known[place] for place in deck))
        if not redeals:
            return cards
        return (*cards, hand, discards, tuple(known[place] for place in discards), redeals)

    def table(self, game: SingleLeftGame, position: Position, seen: Collection[int]) -> FairTable:
        """Return the position for roll-outs. Raises EngineError for cards or redeals that the kernel does not take."""
        from winnow_kernels.single_left.fair import SingleLeftTable  # noqa: PLC0415

        check_options(game, ("discarding", "goal", "redeals"))
        check_sizes(game, redeals=MOST_ROUNDS)
        rules, numbers = game.rules, numbered(game.deal)
        return SingleLeftTable(
            bytes(STANDARD_RANKS.index(card[0]) for card in numbers),
            bytes(STANDARD_SUITS.index(card[1]) for card in numbers),
            bytes(numbers[card] for card in game.deal),
            position.hand,
            position.deck,
            position.discards,
            position.redeals,
            *rules.wanted(len(game.deal)),
            rules.discarding == "forced",
            position.redeals == rules.redeals,
        )

    def natural(self, game: SingleLeftGame, position: Position) -> str | None:
        """Return the first of four, pair, draw and redeal that applies, as if discarding were forced."""
        for move, _ in game.successors(position):
            return None if move == "redeal" and game.won(position) else move
        return None
