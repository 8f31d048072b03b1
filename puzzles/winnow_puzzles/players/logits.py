"""The rating of a full deal, in logits, from the number of plays that each player of the panel won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from winnow_puzzles.base import Panel
from winnow_puzzles.problems.rasch import placed, standard_error

Record = dict[str, Any]

AVERAGE_PLAY = (0.0, 0.5, 1.0)
"""One extra play, half won, by a player of ability 0: it keeps the rating of a deal that none or all win finite."""


def rating_of(won: Mapping[str, int], panel: Panel) -> Record:
    """Return a deal's rating: its difficulty by Rasch's model for the players' known abilities.

    `standard_error` is that of the sampled plays; `low` and `high` are the extreme ratings with one kind of player left
    out.
    """
    results = {name: (ability, float(won[name]), float(plays)) for name, (ability, plays) in panel.items()}
    place, low, high = placed(results, [AVERAGE_PLAY])
    return {
        "logits": round(place, 2),
        "standard_error": round(standard_error([*results.values(), AVERAGE_PLAY], place), 2),
        "low": round(low, 2),
        "high": round(high, 2),
        "solved": sum(won.values()),
        "plays": sum(plays for _, plays in panel.values()),
    }
