"""Universal Solitaire: clausal proofs, and cards that can never leave the waste."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from winnow.games.universal import Position, Universal
from winnow.referee.base import Content, Referee, Witness
from winnow.referee.claims import Claim
from winnow.referee.lrat import LratProof
from winnow.referee.meter import Meter
from winnow.referee.results import Proven, field_of, require
from winnow.referee.universal.clauses import UniversalClauses
from winnow.theorems.universal import stuck_cards


class UniversalReferee(Referee):
    """Checks clausal proofs and buried cards."""

    def contents(self) -> Mapping[str, Content]:
        """Return the clausal proof."""
        return {"clauses": _clauses}

    def witnesses(self) -> Mapping[str, Witness]:
        """Return the buried card."""
        return {"buried": Witness("witness", _buried)}


def _clauses(claim: Claim, text: Iterator[str], meter: Meter) -> Proven:
    """Check that the clauses "a win", or "a score above the bound", contradict each other."""
    game, best = claim.bound_to(Universal), claim.question == "best"
    bound = field_of(claim.record, "bound", int)
    require(0 <= bound < len(game.deal), "the bound is not below the size of the deck")
    require(best or bound == len(game.deal) - 1, "a loss bounds the score by one less than the deck")
    proof = LratProof(meter)
    for part in UniversalClauses(game, claim.position, bound + 1 if best else None).write():
        proof.give(part)
    proof.check(text)
    return Proven(True, bound, "a clausal proof")


def _buried(game: Universal, position: Position, _bound: int | None, meter: Meter) -> Proven:
    """Check that the relaxed game, in which hosts are never used up, leaves a card in the waste."""
    meter.step(len(game.deal))
    stuck = stuck_cards(game, position)
    # A card that never leaves the waste never comes to the bar.
    bound = len(game.deal) - len(stuck)
    text = f"{len(stuck)} cards can never leave the waste, {stuck[-1]} among them" if stuck else "no card is stuck"
    return Proven(bool(stuck), bound, text)
