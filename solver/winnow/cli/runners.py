"""The options of a long run for its runner."""

from __future__ import annotations

import click

from winnow.cli import common
from winnow.workers.runners import runner

__all__ = ["dask_option", "deals_options", "jobs_option", "runner"]
jobs_option = click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
dask_option = click.option(
    "--dask", metavar="HOST:PORT", help="Use the cluster of this dask scheduler instead (see docs/scaling.md)."
)


deals_options = common.added(
    common.game_argument(),
    click.option("--deals", type=click.IntRange(min=1), required=True, metavar="N", help="Take N numbered deals."),
    click.option(
        "--from", "first", type=click.IntRange(min=0), default=0, metavar="K", help="Number of the first deal."
    ),
    jobs_option,
    dask_option,
)
"""Adds GAME, the numbers of its deals (--deals and --from), --jobs and --dask."""
