"""Play with the cards face down: what has been seen of a deal, entered card by card and move by move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from winnow.core.cards import CardError, shown
from winnow.core.deals import UNKNOWN, Deal, game_type
from winnow.core.drawing.seen import forced, next_place
from winnow.core.errors import DealError
from winnow.core.game import read_rules
from winnow.core.knowledge import Knowledge
from winnow.core.lines import replay


def begun(game: str, rules: Mapping[str, Any]) -> Knowledge:
    """Return the knowledge of a deal of which nothing has been seen.

    Raises RuleError for an impossible rule, and DealError for a deck as dealt, which says nothing of unseen cards.

    >>> begun('head', {}).known[:2]
    ('?', '?')
    """
    kind = game_type(game)
    size = 1 if (chosen := read_rules(kind, rules)).deck == "as-dealt" else len(kind.full_deck(chosen))
    deal = Deal.parse(game, " ".join([UNKNOWN] * size), rules)
    return Knowledge(deal, deal.cards, tuple(sorted(deal.missing)), ())


def with_card(knowledge: Knowledge, place: int, token: str) -> Knowledge:
    """Return the knowledge after the card at `place` was seen; raise DealError for a card that it cannot be."""
    number = len(knowledge.known) - len(knowledge.unseen) + 1
    try:
        card = game_type(knowledge.deal.game).cards.read(token)
    except CardError as error:
        raise DealError(f"card {number}: {shown(token)} {error}") from None
    if card not in knowledge.unseen:
        why = "has been seen already" if card in knowledge.known else "is not in this deck"
        raise DealError(f"card {number}: {card} {why}")
    return knowledge.with_card(place, card)


def with_move(knowledge: Knowledge, move: str) -> Knowledge:
    """Return the knowledge after a move; raise IllegalMoveError, naming the legal ones, for another."""
    game, position = knowledge.shown()
    replay(game, position, [move], first=len(knowledge.line) + 1)
    return replace(knowledge, line=(*knowledge.line, game.normal(move)))


def settled(knowledge: Knowledge) -> Knowledge:
    """Return the knowledge after the moves that leave no choice."""
    while next_place(knowledge) is None and (move := forced(knowledge)) is not None:
        knowledge = with_move(knowledge, move)
    return knowledge


def entered(knowledge: Knowledge, entry: str) -> Knowledge:
    """Return the knowledge after a card, where one is next, or a move, and after the moves that then leave no choice.

    Raises DealError or IllegalMoveError for what it cannot be.
    """
    place = next_place(knowledge)
    return settled(with_move(knowledge, entry) if place is None else with_card(knowledge, place, entry))
