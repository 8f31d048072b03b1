"""The referee of One-Minute Solitaire: priced layers, and finished foundations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from winnow.core.deals import Deal
from winnow.core.referee import Content, PileResult, Referee
from winnow.games.one_minute.referee import priced_layers
from winnow.games.one_minute.rules import first_wrong


def _judged(deal: Deal) -> PileResult:
    """Return the result of judging a foundation by step 12 of the source."""
    found = first_wrong(deal.cards)
    if found is None:
        return PileResult(None, "won: every card matches, or lies at an impasse")
    place, above = found
    card, below, other = (deal.cards[at] for at in (place, place - 1, above))
    text = f"lost: card {place + 1}, {card}, does not match {below}, and {other} (card {above + 1}) above it does"
    return PileResult(place, text)


class OneMinuteReferee(Referee):
    """Checks priced layers and finished foundations."""

    contents: ClassVar[Mapping[str, Content]] = {"priced-layers": priced_layers.check}
    pile = staticmethod(_judged)
