"""Head with the pile face down: every card is seen when it is drawn, and all are known after part one."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, cast

from winnow.core.cards import DECKTET_SUITS, EXCUSE, Card
from winnow.core.fair import MOST_ROUNDS, Fair, FairTable, check_options, check_sizes, numbered
from winnow.core.game import Game
from winnow.games.head.rules import Head, HeadRules, Position, rank_of, suits_of

HeadGame = Game[Position, HeadRules]
_NO_RANK, _EXCUSE = 255, 254


def _rank(card: Card) -> int:
    """Return a card's rank as the kernel has it."""
    rank = rank_of(card)
    return _EXCUSE if card == EXCUSE else _NO_RANK if rank is None else rank


def _discard(order: Sequence[Card]) -> str:
    return "discard " + " ".join(order)


def arranged(hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return orders of a discard that a player has a reason for, each once.

    They are the order drawn, each suit's cards first, each suit's cards last, and by rising and falling rank.
    """
    drawn, rising = tuple(hand), tuple(sorted(hand, key=_rank))
    first = [tuple(sorted(hand, key=lambda card: suit not in suits_of(card))) for suit in DECKTET_SUITS]
    last = [tuple(sorted(hand, key=lambda card: suit in suits_of(card))) for suit in DECKTET_SUITS]
    return list(dict.fromkeys((drawn, *first, *last, rising, rising[::-1])))


class HeadFair(Fair):
    """A player remembers what was drawn; a natural one melds as many cards as possible, and discards as drawn."""

    def seen(self, game: HeadGame, position: Position) -> Collection[int]:
        """Return the places of the cards drawn: in part one all before the pile, later every card."""
        return range(len(game.deal) - len(position.pile) if position.turn == 1 else len(game.deal))

    def view(self, game: HeadGame, position: Position, known: Sequence[Card]) -> Hashable:
        """Return the position: in part one the pile is unseen as a whole, later nothing is."""
        return position

    def table(self, game: HeadGame, position: Position, seen: Collection[int]) -> FairTable:
        """Return the position for roll-outs. Raises EngineError for cards or passes that the kernel does not take."""
        from winnow_kernels.head.fair import HeadTable  # noqa: PLC0415

        check_options(game, ("passes", "extended", "melding", "target", "hand"))
        check_sizes(game, passes=MOST_ROUNDS)
        rules, numbers = game.rules, numbered(game.deal)
        return HeadTable(
            len(game.deal),
            bytes(_rank(card) for card in numbers),
            bytes(sum(1 << DECKTET_SUITS.index(suit) for suit in suits_of(card)) for card in numbers),
            [numbers[card] for card in position.pile],
            [numbers[card] for card in position.hand],
            [numbers[card] for card in position.discards],
            position.turn,
            position.may_burn,
            rules.passes,
            rules.hand,
            rules.target,
            rules.melding == "forced",
        )

    def natural(self, game: HeadGame, position: Position) -> str | None:
        """Return the meld of most cards, else the discard in the order drawn; a burn only where nothing else is."""
        best, most = None, 0
        for move, _ in game.successors(position):
            words = move.split()
            if words[0] != "meld":
                return best or move
            if len(words) > most:
                best, most = move, len(words)
        return best


def beyond(position: Position, table: FairTable) -> str:
    """Return the discard that a search chose in an order of its own."""
    return _discard([position.hand[place] for place in cast(Any, table).order()])


def choices(game: HeadGame, position: Position) -> Sequence[str]:
    """Return the melds, the burn, and of the orders of a discard those that `arranged` lists."""
    moves: list[str] = []
    for move, _ in game.successors(position):
        if not move.startswith("discard"):
            moves.append(move)
            continue
        orders = arranged(position.hand) if cast(Head, game).sorts(position) else [position.hand]
        # The other orders are many, and only the burn comes after them.
        return [*moves, *map(_discard, orders), *(["burn"] if position.may_burn else [])]
    return moves
