"""winnow study: statistics of the ratings of full deals, for deals of your choice."""

from __future__ import annotations

import click
from rich.console import Console

from winnow.cli import common
from winnow.cli.runners import jobs_option, runner
from winnow.core.deals import MAX_NUMBER, game_type
from winnow.workers.local import WorkerLostError
from winnow_puzzles.packs.generating import NoneWonError, Progress, Wanted, figured, rate_deals
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.players.levels import LEVELS
from winnow_puzzles.players.rating import pack_rules
from winnow_puzzles.players.study import markdown

_SCREENED = 100_000
"""The most deals that are screened for winnable ones."""


@click.command()
@click.argument("game")
@click.option("--count", type=click.IntRange(2, 10**5), default=50, show_default=True, help="Number of deals to play.")
@click.option("--seed", type=click.IntRange(0, MAX_NUMBER - 1), default=0, show_default=True, help="The first.")
@click.option("--figures", is_flag=True, help="Compute the figures of each deal, too; this takes searches.")
@common.rule_option
@jobs_option
def study(game: str, count: int, seed: int, figures: bool, rules: dict[str, str], jobs: int) -> int:
    """Let the panel play winnable numbered deals of GAME, and print statistics of their ratings as Markdown.

    The tables give the spread of the ratings, the agreement of players of different kinds, the figures that correlate
    with the rating, and each player's ability.
    """
    kind = game_type(game)
    wanted = Wanted(kind.name, pack_rules(kind.name, rules), count, LEVELS, seed, _SCREENED)
    with common.interruptible() as interrupt, Console(stderr=True).status("screening ...") as status:

        def report(progress: Progress) -> None:
            status.update(f"{progress.screened} deals screened, {progress.rated} of {progress.wanted} played")

        try:
            with runner(jobs, None, interrupt.has_been_asked, in_order=True) as worker:
                rated = [one for kind_rated in rate_deals(wanted, worker, report=report) for one in kind_rated]
                told = figured(rated, worker) if figures else rated
        except (NoneWonError, WorkerLostError) as error:
            raise common.UnansweredError(str(error)) from None
        except StoppedError:
            common.mention("interrupted")
            return common.EXIT_INTERRUPTED
    for line in markdown(kind.name, told):
        click.echo(line)
    return common.EXIT_DECIDED
