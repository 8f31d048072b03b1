"""winnow rate: ratings fitted to attempts of people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from winnow.cli import common
from winnow_puzzles.packs.files import PackError
from winnow_puzzles.packs.reading import read_pack
from winnow_puzzles.problems.attempts import AttemptError, follow, read_attempts, refit


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--least", type=click.IntRange(1), default=5, show_default=True, help="The fewest attempts of a rated problem."
)
@click.option("--by-try", is_flag=True, help="Change the ratings try by try (Glicko), and print those of people, too.")
@click.option("--pack", "packs", multiple=True, metavar="DIR", help="With --by-try, begin with this pack's ratings.")
def rate(files: tuple[str, ...], least: int, by_try: bool, packs: tuple[str, ...]) -> int:
    """Fit ratings to files of attempts, one JSON object a line with person, problem and solved (true or false).

    Prints one JSON object a problem: its difficulty in logits (Rasch), the standard error, the number of attempts, and
    how many people liked, disliked and skipped it (opinion in an attempt). With --by-try a rating changes with each try
    in order of time, and one object for each person and game follows.
    """
    if packs and not by_try:
        raise common.InputError("--pack needs --by-try: a fit to all attempts begins with no rating")
    try:
        attempts = [attempt for file in files for attempt in read_attempts(file)]
        rated = dict(pair for pack in packs for pair in _ratings(pack))
    except (AttemptError, PackError) as error:
        raise common.InputError(str(error)) from None
    for record in follow(attempts, rated) if by_try else refit(attempts, least):
        click.echo(json.dumps(record))
    return common.EXIT_DECIDED


def _ratings(directory: str) -> Iterator[tuple[str, float]]:
    """Yield (id, rating in logits) of each problem of a pack. Raises PackError."""
    pack = read_pack(Path(directory))
    if not pack.of_problems:
        raise PackError(f"{directory} holds full deals; attempts are at problems")
    return ((problem["id"], problem["rating"]["logits"]) for problem in pack.puzzles)
