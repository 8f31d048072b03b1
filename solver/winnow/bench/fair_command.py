"""How `winnow bench --fair` prints its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from winnow.bench.fair import SmallDecks, Thinking, rows, small_decks
from winnow.cli import common
from winnow.cli.survey import rounded, span
from winnow.core.counted import counted
from winnow.surveys.fair import Estimate
from winnow.workers.local import Runner

DEALS, DECKS = 1000, 200
FEW_GAMES = 1000
"""The games played on for a move of a small deck, where a thinking time was asked."""
_COLUMNS = ("rules", "player", "won", "more than natural", "mean score", "higher than natural", "s a deal", "s a move")


@dataclass(frozen=True)
class Wanted:
    """Which rows are wanted: how long players think, deals from a first number on, and rules by name."""

    thinking: Sequence[Thinking]
    deals: int
    first: int
    only: str


def run(games: Sequence[str], wanted: Wanted, runner: Runner, stop: Callable[[], bool], as_json: bool) -> int:
    """Print a row for each player as it is finished, then the small decks; return the exit status.

    Asked to stop, it prints no row that is not whole.
    """
    console = common.out()
    for game in games:
        if not as_json:
            console.print(
                f"{game}: {wanted.deals:,} deals from {wanted.first}; players with the games they play on a move"
            )
            console.print(" | ".join(_COLUMNS))
        for row in rows(game, wanted.thinking, wanted.deals, wanted.first, runner, wanted.only):
            if stop():
                return common.EXIT_INTERRUPTED
            if as_json:
                common.write_json({name: _plain(value) for name, value in row.fields().items()})
            else:
                console.print(" | ".join(_cells(row.fields())), soft_wrap=True)
        if not wanted.only:
            found = small_decks(game, DECKS, max(one.games or FEW_GAMES for one in wanted.thinking), stop)
            if found is None:
                return common.EXIT_INTERRUPTED
            if as_json:
                common.write_json(_deck_fields(found))
            else:
                _tell_decks(found, console)
    return common.EXIT_DECIDED


def _plain(value: Any) -> Any:
    return rounded(value) if isinstance(value, Estimate) else value


def _cells(fields: dict[str, Any]) -> list[str]:
    """Return a row's cells."""
    mean, higher = (fields[name] for name in ("mean_score", "score_gain"))
    return [
        fields["rules"],
        fields["player"],
        span(fields["rate"], 100, " %"),
        span(fields["gain"], 100, " %"),
        "-" if mean is None else span(mean),
        "-" if higher is None else span(higher),
        f"{fields['seconds']:.3f}",
        "-" if fields["seconds_a_move"] is None else f"{fields['seconds_a_move']:.2g}",
    ]


def _deck_fields(found: SmallDecks) -> dict[str, Any]:
    shares = {player: rounded(share) for player, share in found.won.items()}
    return {
        "game": found.game,
        "small_decks": found.decks,
        "games": found.games,
        "best": round(found.best, 6),
        "share_of_best": shares,
    }


def _tell_decks(found: SmallDecks, console: Console) -> None:
    table = Table("player", "share of the best player's wins", box=None, pad_edge=False)
    for player, share in found.won.items():
        table.add_row(player, span(share, 100, " %"))
    games = f"with {counted(found.games, 'games')} on a move"
    best = f"the best fair play wins {100 * found.best:.2f} % of them"
    console.print(f"{found.game}: {found.decks} small decks; {best}; {games}", soft_wrap=True)
    console.print(table)
