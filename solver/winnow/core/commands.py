"""The interface through which a game extends the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from winnow.core.registry import Part
from winnow.core.verdicts import Hint, MoveVerdict, Verdict


@dataclass(frozen=True)
class MoveRow:
    """One row of the table that `winnow hint` prints: one move, or several similar moves."""

    move: str
    verdict: str
    score: str
    bound: str

    @classmethod
    def of(cls, move: MoveVerdict) -> MoveRow:
        """Return the row of one move."""
        return cls(move.move, move.verdict, *("" if n is None else str(n) for n in (move.score, move.bound)))


class Extras:
    """The command line's extensions for one game: options, output fields and sentences. By default there are none.

    The module `commands` of a game's package defines one class derived from this one. It is imported
    with the command line that names the game, so it imports nothing slow outside its methods.
    """

    def options(self) -> Sequence[click.Option]:
        """Return the game's own options of `winnow solve`; the default of each must be None."""
        return ()

    def check(self, given: Mapping[str, Any]) -> None:
        """Raise InputError if the values of the game's own options contradict each other."""

    def fields(self, given: Mapping[str, Any], verdict: Verdict) -> Mapping[str, Any]:
        """Return the fields that these options add to the verdict's JSON object."""
        return {}

    def sentences(self, given: Mapping[str, Any], verdict: Verdict) -> Sequence[str]:
        """Return the sentences that these options add at the end of the printed verdict."""
        return ()

    def hint_rows(self, moves: Sequence[MoveVerdict]) -> Sequence[MoveRow]:
        """Return the rows of the hint's table: one for each move, unless the game merges similar moves."""
        return [MoveRow.of(move) for move in moves]

    def moves_told(self, moves: Sequence[str], legal: Sequence[str]) -> str:
        """Return a phrase that lists `moves`, some of the `legal` ones; similar moves are summed up."""
        return ", ".join(moves)

    def hint_sentences(self, hint: Hint) -> Sequence[str]:
        """Return the sentences below the hint's table that explain the game's own fields (`Engines.hint_fields`)."""
        return ()


EXTRAS = Part("commands", Extras)
"""The command-line extensions of each game."""
