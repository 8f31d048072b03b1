"""winnow rate: ratings fitted to attempts of people."""

from __future__ import annotations

import json

import click

from winnow.cli import common
from winnow_puzzles.problems.attempts import AttemptError, read_attempts, refit


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--least", type=click.IntRange(1), default=5, show_default=True, help="The fewest attempts of a rated problem."
)
def rate(files: tuple[str, ...], least: int) -> int:
    """Fit ratings to files of attempts, one JSON object a line with person, problem and solved (true or false).

    Prints one JSON object a problem: its difficulty in logits (Rasch), the standard error, the number of attempts, and
    how many people liked, disliked and skipped it (opinion in an attempt).
    """
    try:
        attempts = [attempt for file in files for attempt in read_attempts(file)]
    except AttemptError as error:
        raise common.InputError(str(error)) from None
    for record in refit(attempts, least):
        click.echo(json.dumps(record))
    return common.EXIT_DECIDED
