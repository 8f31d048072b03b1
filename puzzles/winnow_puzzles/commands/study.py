"""winnow study: what the ratings of full deals mean, on deals of one's own choice."""

from __future__ import annotations

import click
from rich.console import Console

from winnow.cli import common
from winnow.cli.runners import jobs_option, runner
from winnow.core.deals import MAX_NUMBER, game_type
from winnow.workers.local import WorkerLostError
from winnow_puzzles.packs.generating import Progress, Wanted, figured, rate_deals
from winnow_puzzles.packs.journal import StoppedError
from winnow_puzzles.players.levels import LEVELS
from winnow_puzzles.players.rating import pack_rules
from winnow_puzzles.players.study import markdown

_SCREENED = 100_000
"""So many deals are looked at, at most, for those that can be won."""


@click.command()
@click.argument("game")
@click.option("--count", type=click.IntRange(2, 10**5), default=50, show_default=True, help="Deals to play.")
@click.option("--seed", type=click.IntRange(0, MAX_NUMBER - 1), default=0, show_default=True, help="The first.")
@click.option("--figures", is_flag=True, help="Work out the figures of each, too, which asks searches.")
@common.rule_option
@jobs_option
def study(game: str, count: int, seed: int, figures: bool, rules: dict[str, str], jobs: int) -> int:
    """Have the panel play numbered deals of GAME that can be won, and print what their ratings mean, as Markdown.

    The tables tell the spread of the ratings, how players of different kinds agree, what goes with a rating, and how
    able each player is.
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
        except WorkerLostError as error:
            raise common.UnansweredError(str(error)) from None
        except StoppedError:
            common.mention("interrupted")
            return common.EXIT_INTERRUPTED
    for line in markdown(kind.name, told):
        click.echo(line)
    return common.EXIT_DECIDED
