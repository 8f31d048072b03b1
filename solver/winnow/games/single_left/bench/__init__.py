"""The bench of Single Left: whole deals, games by the million, and partly known deals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from winnow.bench.base import Deals, Measured, Special, Workload, first_cards, numbered, unknown
from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.statistics import wilson
from winnow.core.verdicts import Limits
from winnow.games.single_left.engine.solving import encode
from winnow.games.single_left.rules import SingleLeft
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.search import best_line, numbered_games

_OPTIONAL: dict[str, Any] = {"discarding": "optional"}
PARTIAL_LIMITS = Limits(positions=1_000_000)
"""The limit for one partly known deal: a count, so that the sum is the same on every machine."""
LINES = 100_000


def workloads(game: str) -> Sequence[Workload]:
    """Return full deals, games by the million, and partly known deals."""
    forced = numbered(game)
    return (
        Deals("full deck, forced", 1000, forced),
        Deals("full deck, optional, best", 1000, numbered(game, best=True, **_OPTIONAL)),
        *(
            Deals(
                f"full deck, optional, {counted(redeals, 'redeals')}",
                20,
                numbered(game, **_OPTIONAL, redeals=redeals),
            )
            for redeals in (1, 2)
        ),
        Deals(
            "full deck, optional, 2 redeals, 16 MiB",
            3,
            numbered(game, **_OPTIONAL, redeals=2),
            limits=Limits(positions=3_000_000, memory=16),
        ),
        Deals("51 cards, optional, 1 redeal", 20, first_cards(game, 51, **_OPTIONAL, redeals=1)),
        Special("many games, forced", lambda sizes: _in_numbers(sizes.games, forced=True)),
        Special("many deals, optional", lambda sizes: _in_numbers(sizes.games, forced=False)),
        Special("numbered deals, optional, least left with line", lambda _sizes: _lines()),
        *(
            Deals(f"partly known, {count} cards unknown", 20, unknown(forced, count), limits=PARTIAL_LIMITS)
            for count in (8, 12, 16, 20)
        ),
    )


def _in_numbers(count: int, forced: bool) -> Measured:
    """Play or decide the first `count` numbered deals."""
    began = time.process_time()
    left = numbered_games(0, count, Budget(), not forced)
    seconds = time.process_time() - began
    low, high = wilson(left[0], count)
    share = f"{left[0] / max(1, count):.7f}, 95% interval {low:.7f} to {high:.7f}"
    if forced:
        note = f"cleared {share}; {_nanoseconds(seconds, count)} a game"
    else:
        shares = ", ".join(f"{n}: {left[n] / count:.4f}" for n in range(0, 10, 2))
        note = f"can be cleared {share}; {_nanoseconds(seconds, count)} a deal; least left {shares}"
    return Measured(count, count, left[0], count, seconds, note)


def _lines() -> Measured:
    decks = [encode(Deal.numbered(SingleLeft.name, number).cards) for number in range(LINES)]
    began = time.process_time()
    cleared = sum(best_line(*deck)[0] == 0 for deck in decks)
    seconds = time.process_time() - began
    return Measured(
        LINES, LINES, cleared, LINES, seconds, f"{_nanoseconds(seconds, LINES)} a deal, one after the other"
    )


def _nanoseconds(seconds: float, count: int) -> str:
    return f"{seconds / max(1, count) * 1e9:,.0f} ns"
