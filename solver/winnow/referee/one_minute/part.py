"""One-Minute Solitaire: priced layers, and what passes can play at most."""

from __future__ import annotations

from collections.abc import Mapping

from winnow.games.one_minute import OneMinute, Position
from winnow.referee.base import Content, Referee, Witness
from winnow.referee.meter import Meter
from winnow.referee.one_minute import priced_layers
from winnow.referee.results import Proven
from winnow.theorems.one_minute import capacity


class OneMinuteReferee(Referee):
    """Checks priced layers and the capacity of passes."""

    def contents(self) -> Mapping[str, Content]:
        """Return the priced layers."""
        return {"priced-layers": priced_layers.check}

    def witnesses(self) -> Mapping[str, Witness]:
        """Return the capacity of passes."""
        return {"pass-capacity": Witness("witness", _pass_capacity)}


def _pass_capacity(game: OneMinute, position: Position, _bound: int | None, meter: Meter) -> Proven:
    laid = game.play(position, game.deal[0]) if position.top is None else position
    meter.step(len(game.deal))
    least = capacity(game, laid).handlings
    return Proven(game.bound_loses(least), least, f"what passes can play takes at least {least} handlings")
