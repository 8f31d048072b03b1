"""The hooks by which a game extends the command line: options, output fields and sentences.

The module `commands` of a game's package defines those functions that it needs. It is imported with the command line
that names the game, so it imports nothing slow outside its functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from winnow.core.registry import hook
from winnow.core.verdicts import MoveVerdict, Verdict

MoveRow = tuple[str, str, str, str]
"""A row of the hint's table, one move or several similar ones: move, verdict, best score found, proved bound."""


def move_row(move: MoveVerdict) -> MoveRow:
    """Return the row of one move."""
    score, bound = ("" if n is None else str(n) for n in (move.score, move.bound))
    return move.move, move.verdict, score, bound


@hook("commands")
def options() -> Sequence[click.Option]:
    """Return the game's own options of `winnow solve`; the default of each must be None."""
    return ()


@hook("commands")
def check_options(given: Mapping[str, Any]) -> None:
    """Raise InputError if the values of the game's own options contradict each other."""


@hook("commands")
def additions(given: Mapping[str, Any], verdict: Verdict) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return what the game's own options add: fields of the verdict's JSON object, or sentences where it is printed."""
    return {}, ()


@hook("commands")
def hint_rows(moves: Sequence[MoveVerdict]) -> Sequence[MoveRow]:
    """Return the rows of the hint's table: one for each move, unless the game merges similar moves."""
    return [move_row(move) for move in moves]


@hook("commands")
def list_moves(moves: Sequence[str], legal: Sequence[str]) -> str:
    """Return a phrase that lists `moves`, some of the `legal` ones; similar moves are summed up."""
    return ", ".join(moves)
