"""winnow survey fair: what a player who sees only face-up cards reaches."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console
from rich.text import Text

from winnow.cli import common
from winnow.cli.runners import deals_options, runner
from winnow.core.counted import counted
from winnow.core.deals import game_type
from winnow.core.game import read_rules, unusual
from winnow.core.games import GAMES
from winnow.search.fair.players import POLICIES, Player
from winnow.surveys.fair import Estimate, Record, Sight, play_deals
from winnow.surveys.survey import numbers_of

FAIR_SURVEY_FORMAT = "winnow-fair-survey/1"
_THINKING = ("roll-outs", "tree")


@click.command()
@deals_options
@click.option(
    "--policy",
    type=click.Choice([*POLICIES, "all-seeing"]),
    required=True,
    help="The player, who sees only face-up cards; `all-seeing` decides the same deals to compare.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**7),
    metavar="N",
    help=f"Games that roll-outs or tree plays on to choose a move [default: {Player.games}].",
)
@common.rule_option
@common.json_option
def fair(
    game: str,
    deals: int,
    first: int,
    policy: Sight,
    games: int | None,
    rules: dict[str, str],
    jobs: int,
    dask: str | None,
    as_json: bool,
) -> int:
    """Play numbered deals of GAME with the cards face down: how often are they won, and with which mean score?"""
    if games is not None and policy not in _THINKING:
        raise common.InputError(f"--games is for {' and '.join(_THINKING)} only")
    played_on = Player.games if games is None else games
    kind = game_type(game)
    spelled = read_rules(kind, rules).spelled_out()
    numbers = numbers_of(first, deals)
    with common.interruptible() as interrupt, runner(jobs, dask, interrupt.has_been_asked) as worker:
        found = play_deals(worker, kind.name, spelled, policy, played_on, numbers)
        interrupted = interrupt.asked
    if found is None:
        common.mention("no game was over when the survey ended")
    elif as_json:
        common.write_json(fair_record(found, kind.name, spelled, policy, played_on))
    else:
        changed = " ".join(f"{name}={value}" for name, value in unusual(kind, spelled).items()) or "defaults"
        tell_fair(found, kind.name, changed, policy, common.out())
    if interrupted:
        return common.EXIT_INTERRUPTED
    return common.EXIT_UNDECIDED if found is None else common.EXIT_DECIDED


def tell_fair(record: Record, game: str, rules: str, player: str, console: Console) -> None:
    """Print the games won with their share, the mean score and the time."""
    won = sum(each.won is True for each in record.games)
    console.print(Text(f"{game} ({rules}), {player}", style="bold"))
    console.print(Text(f"  {won:,} of {counted(len(record.games), 'deals')} won: {_span(record.rate, 100, ' %')}"))
    if (mean := record.mean_score) is not None:
        console.print(Text(f"  mean score in {GAMES[game].score_unit}: {_span(mean)}"))
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
        "rate": _rounded(record.rate),
        "mean_score": None if mean is None else _rounded(mean),
    }


def _rounded(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as records state it."""
    return {name: None if value is None else round(value, 6) for name, value in vars(estimate).items()}


def _span(estimate: Estimate, factor: int = 1, unit: str = "") -> str:
    """Return a value and its interval."""
    value = f"{factor * estimate.value:.2f}{unit}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({factor * estimate.low:.2f} to {factor * estimate.high:.2f})"
