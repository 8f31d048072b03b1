"""The referee of One-Minute Solitaire: priced layers, and the capacity of passes."""

from __future__ import annotations

from collections.abc import Mapping

from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.meter import Meter
from winnow.core.referee import Content, PileResult, Referee, Witness
from winnow.core.results import Proven
from winnow.games.one_minute.referee import priced_layers
from winnow.games.one_minute.rules import OneMinute, Position, first_wrong
from winnow.games.one_minute.theorems import capacity


class OneMinuteReferee(Referee):
    """Checks priced layers, the capacity of passes, and finished foundations."""

    def contents(self) -> Mapping[str, Content]:
        """Return the priced layers."""
        return {"priced-layers": priced_layers.check}

    def witnesses(self) -> Mapping[str, Witness]:
        """Return the capacity of passes."""
        return {"pass-capacity": Witness("witness", _pass_capacity)}

    def pile(self, deal: Deal) -> PileResult:
        """Return the result of judging a foundation by step 12 of the source."""
        found = first_wrong(deal.cards)
        if found is None:
            return PileResult(None, "won: every card matches, or lies at an impasse")
        place, above = found
        card, below, other = (deal.cards[at] for at in (place, place - 1, above))
        text = f"lost: card {place + 1}, {card}, does not match {below}, and {other} (card {above + 1}) above it does"
        return PileResult(place, text)


def _pass_capacity(game: OneMinute, position: Position, _bound: int | None, meter: Meter) -> Proven:
    laid = game.play(position, game.deal[0]) if position.top is None else position
    meter.step(len(game.deal))
    least = capacity(game, laid).handlings
    return Proven(game.bound_loses(least), least, f"what passes can play takes at least {counted(least, 'handlings')}")
