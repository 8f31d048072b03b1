"""winnow complete: every puzzle of one small size, up to symmetry."""

from __future__ import annotations

import re

import click

from winnow.cli import common
from winnow.core.counted import counted
from winnow.core.deals import game_type
from winnow.core.output import Output
from winnow_puzzles.base import PUZZLES

_MOST = 12
"""The most cells; the puzzles of larger sizes have not been counted."""


@click.command()
@click.argument("game")
@click.option("--size", required=True, metavar="CxR", help="Columns and rows, such as 3x3.")
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="Write the deals to FILE, one a line; - prints them."
)
def complete(game: str, size: str, output: str) -> int:
    """Write all minimal puzzles of GAME of one size with exactly one solution, up to symmetry, the hardest first.

    The file states what was enumerated and the rules of its deals; other commands take it as --file.
    """
    name = game_type(game).name
    parts = re.fullmatch(r"([2-9])x([2-9])", size, re.ASCII)
    if parts is None or int(parts[1]) * int(parts[2]) > _MOST:
        raise common.InputError(f"--size {size!a} is not a size of 2x2 to {_MOST} cells, such as 3x3")
    target = Output(output)
    lines = PUZZLES.of(name).complete(int(parts[1]), int(parts[2]))
    with target.opened() as stream:
        stream.write("".join(f"{line}\n" for line in lines).encode())
    if not target.to_stdout:
        deals = sum(not line.startswith("#") for line in lines)
        click.echo(f"{counted(deals, 'puzzles')} of {name} of size {size}, in {output}")
    return common.EXIT_DECIDED
