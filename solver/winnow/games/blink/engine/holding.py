"""Whether a Blink deal can still be won if a card is held back, from the verdicts of the placements."""

from __future__ import annotations

from collections.abc import Sequence

from winnow.core.cards import Card
from winnow.core.verdicts import MoveVerdict, VerdictName
from winnow.games.blink.rules import Blink, Position


def held_back(game: Blink, position: Position, moves: Sequence[MoveVerdict]) -> dict[Card, VerdictName]:
    """Return for each card at hand whether the deal can still be won if another card is placed next.

    `moves` are all legal moves with their verdicts. A card may be held back as long as another can be placed; a card
    of the same kind counts as the same.
    """
    answers: dict[Card, VerdictName] = {}
    for card in (game.deal[place] for place in game.at_hand(position)):
        verdicts = {move.verdict for move in moves if move.move.partition("@")[0] != card}
        known: tuple[VerdictName, ...] = ("winnable", "undecided")
        answers[card] = next((verdict for verdict in known if verdict in verdicts), "unwinnable")
    return answers
