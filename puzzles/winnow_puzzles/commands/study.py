"""winnow study: what the levels of difficulty mean, over many deals."""

from __future__ import annotations

import time

import click
from rich.console import Console

from winnow.cli import common
from winnow.cli.runners import jobs_option, runner
from winnow.counted import counted
from winnow.deals import MAX_NUMBER, game_type
from winnow.workers.local import WorkerLostError
from winnow_puzzles.players.rating import pack_rules
from winnow_puzzles.players.study import markdown
from winnow_puzzles.players.study import study as study_deals


@click.command()
@click.argument("game")
@click.option("--deals", type=click.IntRange(1, 10**9), default=1000, show_default=True, help="Numbered deals to rate.")
@click.option("--seed", type=click.IntRange(0, MAX_NUMBER - 10**9), default=0, show_default=True, help="The first.")
@click.option(
    "--deep", type=click.IntRange(0), default=20, show_default=True, help="Puzzles of each level given all figures."
)
@common.rule_option
@jobs_option
def study(game: str, deals: int, seed: int, deep: int, rules: dict[str, str], jobs: int) -> int:
    """Rate numbered deals of GAME and print, as Markdown, how levels, players and figures go together.

    stderr tells how many deals a minute were rated, all players and full search included.
    """
    kind = game_type(game)
    own = pack_rules(kind.name, rules)
    console = Console(stderr=True)
    began, ended = time.monotonic(), 0.0
    with common.interruptible() as interrupt, console.status("rating ...") as status:

        def report(rated: int) -> None:
            nonlocal ended
            ended = time.monotonic() - began
            status.update(f"{rated} of {deals} deals, {60 * rated / max(ended, 1e-3):,.0f} a minute")

        stop = interrupt.has_been_asked
        try:
            with runner(jobs, None, stop, in_order=True) as worker:
                found = study_deals(kind.name, own, seed, deals, deep, worker, report)
        except WorkerLostError as error:
            raise common.UnansweredError(str(error)) from None
    if interrupt.asked:
        click.echo(f"interrupted after {counted(found.deals, 'deals')}", err=True)
        return common.EXIT_INTERRUPTED
    for line in markdown(found):
        click.echo(line)
    rate, core = (60 * found.deals / max(seconds, 1e-3) for seconds in (ended, found.processor_seconds))
    click.echo(
        f"{counted(found.deals, 'deals')} rated in {ended:.0f} s, {rate:.0f} a minute with jobs {jobs};", err=True
    )
    click.echo(f"{found.processor_seconds:.0f} s of processor time, {core:.0f} a minute and core", err=True)
    return common.EXIT_DECIDED
