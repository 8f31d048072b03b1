"""Head Solitaire as puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, takewhile
from typing import Any, cast

from winnow.core.cards import DECKTET_BASIC, DECKTET_EXTENSION, DECKTET_SUITS, Card
from winnow.core.deals import Deal
from winnow.core.game import Game
from winnow.games.head.rules import Head, HeadRules, Position
from winnow_puzzles.base import Form, Option, Puzzles, deal_panel
from winnow_puzzles.head.thumbs import size


class HeadPuzzles(Puzzles):
    """Puzzles of Head. Obvious move: the largest meld."""

    deal_panel = deal_panel("head")

    def options(self, game: Game[Any, Any], position: Any) -> list[Option]:
        """Return the melds, and a few of a discard's orders."""
        return few_orders(cast(Head, game), position)

    def obvious(self, game: Game[Any, Any], position: Any) -> Option | None:
        """Return the largest meld, or without one the discard in hand order; never the burn."""
        options = [option for option in few_orders(cast(Head, game), position) if option[0] != "burn"]
        return max(options, key=lambda option: size(option[0]), default=None)

    def progress(self, game: Game[Any, Any], position: Position) -> int:
        """Return minus the number of cards not melded, which rises to 0."""
        return -len(position.pile) - len(position.hand) - len(position.discards)

    def plan(self, game: Game[Any, Any], position: Position, lines: int) -> tuple[str, ...] | None:
        """Return the line of the engine's beam."""
        from winnow.core.engine import Task  # noqa: PLC0415  checking imports no engine
        from winnow.games.head import engine  # noqa: PLC0415
        from winnow_kernels.common.budget import Budget  # noqa: PLC0415

        return engine.beam(Task(game, position), Budget(), lines).line

    def goal(self, deal: Deal) -> str:
        """Return a sentence that states how many cards may stay out of melds."""
        left = cast(HeadRules, deal.rules).target
        return "Meld every card." if left == 0 else f"Leave at most {left} of {len(deal.cards)} cards out of melds."

    def form(self, deal: Deal) -> Form:
        """Return the least deal under renamings of suits that leave the deck unchanged."""
        return min(symmetric_deals(deal.cards))


def few_orders(game: Head, position: Any) -> list[Option]:
    """Return the legal moves, but of the 720 orders of a discard in part one only the six rotations of the hand."""
    if position.turn > 1:
        return list(game.successors(position))
    melds = list(takewhile(lambda option: option[0].startswith("meld"), game.successors(position)))
    if len(position.hand) < game.rules.hand or (melds and game.rules.melding == "forced"):
        return melds
    orders = (position.hand[i:] + position.hand[:i] for i in range(len(position.hand)))
    return melds + [(move, game.play(position, move)) for order in orders for move in ["discard " + " ".join(order)]]


def symmetric_deals(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield the cards under every renaming of suits that leaves the whole Decktet unchanged."""
    return (tuple(_with_suits(card, names) for card in cards) for names in _decktet_symmetries())


def _with_suits(card: Card, names: dict[str, str]) -> Card:
    return card[:1] + "".join(sorted((names[suit] for suit in card[1:]), key=DECKTET_SUITS.index))


@cache
def _decktet_symmetries() -> tuple[dict[str, str], ...]:
    """Return the renamings of suits that leave the whole Decktet unchanged."""
    deck = frozenset(DECKTET_BASIC + DECKTET_EXTENSION)
    renamings = (dict(zip(DECKTET_SUITS, names, strict=True)) for names in permutations(DECKTET_SUITS))
    return tuple(names for names in renamings if all(_with_suits(card, names) in deck for card in deck))
