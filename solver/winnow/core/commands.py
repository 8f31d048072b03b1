"""The interface of a game's part of the command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from winnow.core.registry import Part
from winnow.core.verdicts import Hint, MoveVerdict, Verdict


@dataclass(frozen=True)
class MoveRow:
    """One row of the table that `winnow hint` prints: a move, or several told together."""

    move: str
    verdict: str
    score: str
    bound: str

    @classmethod
    def of(cls, move: MoveVerdict) -> MoveRow:
        """Return the row of one move."""
        return cls(move.move, move.verdict, *("" if n is None else str(n) for n in (move.score, move.bound)))


class Extras:
    """What the command does for one game besides what it does for all. By default that is nothing.

    The module `commands` of a game's package defines one class derived from this one. It is imported
    with the command line that names the game, so it imports nothing slow outside its methods.
    """

    def options(self) -> Sequence[click.Option]:
        """Return the options of `winnow solve` that are the game's own. A value not given must be None."""
        return ()

    def check(self, given: Mapping[str, Any]) -> None:
        """Raise InputError if the values of the game's own options do not go together."""

    def fields(self, given: Mapping[str, Any], verdict: Verdict) -> Mapping[str, Any]:
        """Return what these options add to the verdict's JSON object."""
        return {}

    def sentences(self, given: Mapping[str, Any], verdict: Verdict) -> Sequence[str]:
        """Return what these options add to the printed verdict, after all else."""
        return ()

    def hint_rows(self, moves: Sequence[MoveVerdict]) -> Sequence[MoveRow]:
        """Return the rows of the hint's table: a move each, unless the game has many that differ in little."""
        return [MoveRow.of(move) for move in moves]

    def moves_told(self, moves: Sequence[str], legal: Sequence[str]) -> str:
        """Return some of a position's legal moves as a list in words, short where they are alike."""
        return ", ".join(moves)

    def hint_sentences(self, hint: Hint) -> Sequence[str]:
        """Return what is said below the hint's table of the hint's own fields (`Engines.hint_fields`)."""
        return ()


EXTRAS = Part("commands", Extras)
"""The game's part of the command."""
