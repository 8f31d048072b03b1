"""How `winnow survey --fair` shows what a player who sees shown cards alone reaches."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from winnow.core.counted import counted
from winnow.core.games import GAMES
from winnow.surveys.fair import Estimate, Record

FAIR_SURVEY_FORMAT = "winnow-fair-survey/1"


def tell_fair(record: Record, game: str, rules: str, player: str, console: Console) -> None:
    """Print the games won with their share, the mean score and the time."""
    won = sum(each.won is True for each in record.games)
    console.print(Text(f"{game} ({rules}), {player}", style="bold"))
    console.print(Text(f"  {won:,} of {counted(len(record.games), 'deals')} won: {percent(record.rate)}"))
    if (mean := record.mean_score) is not None:
        console.print(Text(f"  mean score in {GAMES[game].score_unit}: {span(mean)}"))
    console.print(Text(f"  {record.seconds:.3f} CPU seconds a deal", style="dim"))


def fair_record(record: Record, game: str, rules: dict[str, Any], player: str, games: int) -> dict[str, Any]:
    """Return the survey as the object that `--json` prints (format `winnow-fair-survey/1`)."""
    mean = record.mean_score
    return {
        "format": FAIR_SURVEY_FORMAT,
        "game": game,
        "rules": rules,
        "policy": player,
        "games": games,
        "from": record.games[0].number,
        "deals": len(record.games),
        "won": sum(each.won is True for each in record.games),
        "undecided": sum(each.won is None for each in record.games),
        "rate": rounded(record.rate),
        "mean_score": None if mean is None else rounded(mean),
    }


def rounded(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as records state it."""
    return {name: None if value is None else round(value, 6) for name, value in vars(estimate).items()}


def percent(estimate: Estimate) -> str:
    """Return a share and its interval in percent."""
    return _span(estimate, 100, " %")


def span(estimate: Estimate) -> str:
    """Return a value and its interval."""
    return _span(estimate, 1, "")


def _span(estimate: Estimate, factor: int, unit: str) -> str:
    value = f"{factor * estimate.value:.2f}{unit}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({factor * estimate.low:.2f} to {factor * estimate.high:.2f})"
