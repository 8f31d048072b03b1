"""The referee of Universal Solitaire: clausal proofs of losses and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from winnow.checking.lrat import refuted
from winnow.core.meter import Meter
from winnow.core.referee import Claim, Content, Referee
from winnow.core.results import Proven, field_of, require
from winnow.games.universal.referee.clauses import UniversalClauses
from winnow.games.universal.rules import Universal


def _clauses(claim: Claim, text: Iterator[str], meter: Meter) -> Proven:
    """Return the bound; raise CheckFailedError unless the clauses of a win, or of a better score, are refuted."""
    game, best = claim.bound_to(Universal), claim.question == "best"
    bound = field_of(claim.record, "bound", int)
    require(0 <= bound < len(game.deal), "the bound is not below the size of the deck")
    require(best or bound == len(game.deal) - 1, "a loss bounds the score by one less than the deck")
    refuted(UniversalClauses(game, claim.position, bound + 1 if best else None).write(), text, meter)
    return Proven(True, bound, "a clausal proof")


def _stock_order(claim: Claim, text: Iterator[str], meter: Meter) -> Proven:
    """Return the loss; raise CheckFailedError unless it is proved that the places of the reason's cards alone lose."""
    game, reason = claim.bound_to(Universal), claim.record["reason"]
    require(reason is not None and reason["kind"] == "stock-order", "the reason is not of kind stock-order")
    require(game.rules.draw == 1 and not claim.position.redeals, "this content is for draw 1 and the last pass")
    cards = reason.get("cards", [])
    talon = claim.position.waste + claim.position.stock
    require(len(set(cards)) == len(cards), "the reason names a card twice")
    require(set(cards) <= set(talon), "the reason names a card that is in neither stock nor waste")
    refuted(UniversalClauses(game, claim.position, named=cards).write(), text, meter)
    shown = f"the order of {len(cards)} cards alone, wherever the rest of stock and waste lies, by a clausal proof"
    return Proven(True, len(game.deal) - 1, shown)


class UniversalReferee(Referee):
    """Checks clausal proofs."""

    contents: ClassVar[Mapping[str, Content]] = {"clauses": _clauses, "stock-order": _stock_order}
