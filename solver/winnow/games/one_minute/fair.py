"""One-Minute with the packet in hand: its top card is seen, and the others as they are handled."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, cast

from winnow.core.cards import STANDARD_RANKS, STANDARD_SUITS, Card
from winnow.core.deals import Deal
from winnow.core.errors import IllegalMoveError
from winnow.core.fair import Fair, FairTable, check_options, check_sizes, numbered
from winnow.core.game import Game
from winnow.games.one_minute.rules import OneMinute, OneMinuteRules, Position, at_impasse, matches

DEAL = "deal"
_MOST_PICKUP = 10**6
"""The largest `pickup` that the kernel takes: then no game has as many handlings as the next constant."""
_ENDLESS = 10**9


class InHand(NamedTuple):
    """A position of the rules between two handlings.

    `fresh`: the waste has not been picked up yet, so of the hand only the next card has been seen. `refusals`: cards
    that may still be dealt on before one that matches must be played; there are enough for every card to come up.
    """

    top: Card | None
    hand: tuple[Card, ...]
    waste: tuple[Card, ...]
    handlings: int
    fresh: bool
    refusals: int


class OneMinuteInHand(OneMinute):
    """The game card by card, from InHand to InHand: the next card is played, by its name, or dealt on (`deal`).

    At an impasse, which shows by the cards that are left, any card that has been seen may be taken. A line of the
    rules, which names a card together with all handlings before it, can be played too.
    """

    def start(self) -> Any:
        """Return the position before the base is laid."""
        return InHand(*super().start(), True, 0)

    def successors(self, position: Any) -> Iterator[tuple[str, Any]]:
        """Yield the play of the next card if it matches, then dealing it on; at an impasse the cards seen."""
        if position.top is None or at_impasse(position.top, position.hand + position.waste):
            unseen = range(1, len(position.hand)) if position.fresh else ()
            yield from (move for place, move in enumerate(self._ruled(position)) if place not in unseen)
            return
        coming = position.hand or position.waste[::-1]
        matched = bool(coming) and matches(coming[0], position.top)
        if matched:
            yield next(self._ruled(position))
        if coming and not (matched and (self.rules.passing == "forced" or not position.refusals)):
            yield DEAL, self._dealt(position)

    def play(self, position: Any, move: str) -> Any:
        """Return the position after a handling, or after the handlings that a move of the rules stands for."""
        wanted = self.normal(move)
        for name, after in chain(self.successors(position), self._ruled(position)):
            if self.normal(name) == wanted:
                return after
        raise IllegalMoveError(f"{move!r} is not a legal move here")

    def state(self, position: Any) -> Hashable:
        """Return the position without its cost."""
        return position._replace(handlings=0)  # type: ignore[no-any-return]

    def _ruled(self, position: InHand) -> Iterator[tuple[str, InHand]]:
        """Yield the moves of the rules from here."""
        impasse = at_impasse(position.top, position.hand + position.waste)
        for move, after in super().successors(ruled(position)):
            handled = after.handlings - position.handlings
            picked_up = position.top is not None and not impasse and handled > len(position.hand)
            refusals = 2 * len(after.hand) + len(after.waste)
            yield move, InHand(*after, position.fresh and not picked_up, refusals)

    def _dealt(self, position: InHand) -> InHand:
        """Return the position after the next card is dealt on; an empty hand is first filled with the waste."""
        top, hand, waste, handlings, fresh, refusals = position
        if not hand:
            hand, waste, handlings, fresh = waste[::-1], (), handlings + self.rules.pickup, False
        return InHand(top, hand[1:], (*waste, hand[0]), handlings + 1, fresh, max(0, refusals - 1))


def ruled(position: InHand) -> Position:
    """Return the position of the rules with the same hand and waste."""
    return Position(*position[:4])


InHandGame = Game[InHand, OneMinuteRules]


class OneMinuteFair(Fair):
    """A player sees the next card of the packet; a natural one plays it if it matches, else deals it on."""

    def seen(self, game: InHandGame, position: InHand) -> Collection[int]:
        """Return the places of the base, of the packet's cards handled, and of its next card."""
        if position.top is None:
            return (0,)
        coming = iter(range(1, len(game.deal)))
        unseen = position.hand[:0:-1] if position.fresh else ()
        # The hand is the packet from its last card, so its unseen cards are the deal's first ones.
        covered = {next(place for place in coming if game.deal[place] == card) for card in unseen}
        return [place for place in range(len(game.deal)) if place not in covered]

    def view(self, game: InHandGame, position: InHand, known: Sequence[Card]) -> Hashable:
        """Return the position with the seen cards of the hand; the handlings are counted apart."""
        hand = position.hand[:1] if position.fresh else position.hand
        return position._replace(hand=hand, handlings=0)

    def table(self, game: InHandGame, position: InHand, seen: Collection[int]) -> FairTable:
        """Return the position for roll-outs. Raises EngineError for cards or a pickup that the kernel does not take."""
        from winnow_kernels.one_minute.fair import OneMinuteTable  # noqa: PLC0415

        check_options(game, ("passing", "handlings", "pace", "pickup"))
        check_sizes(game, pickup=_MOST_PICKUP)
        numbers = numbered(game.deal)
        return OneMinuteTable(
            bytes(STANDARD_RANKS.index(card[0]) for card in numbers),
            bytes(STANDARD_SUITS.index(card[1]) for card in numbers),
            numbers[game.deal[0]],
            None if position.top is None else numbers[position.top],
            [numbers[card] for card in position.hand],
            [numbers[card] for card in position.waste],
            position.handlings,
            position.fresh,
            position.refusals,
            min(game.rules.handlings, _ENDLESS),
            game.rules.pickup,
            game.rules.passing == "forced",
        )

    def natural(self, game: InHandGame, position: InHand) -> str | None:
        """Return the play of the next card if it matches, else `deal`; at an impasse the card that most match."""
        moves, left = game.moves(position), position.hand + position.waste
        if not at_impasse(position.top, left):
            return next(iter(moves), None)
        return max(moves, key=lambda move: sum(matches(move, card) for card in left), default=None)


def fair_game(deal: Deal) -> OneMinuteInHand:
    """Return the game card by card: a move of the rules would name cards that have not come up."""
    return OneMinuteInHand(cast(OneMinuteRules, deal.rules), deal.cards)


def ruled_line(line: Sequence[str]) -> tuple[str, ...]:
    """Return the cards played, each of which stands for the handlings before it, too."""
    return tuple(move for move in line if move.lower() != DEAL)
