"""What the command says and takes for a game beyond what it does for every game: one file for a game that needs it."""

from __future__ import annotations

from winnow.cli.extras.base import Extras, MoveRow
from winnow.columns import Column

EXTRAS = Column("winnow.cli.extras", "extras", Extras)
"""The game's part of the command."""

__all__ = ["EXTRAS", "Extras", "MoveRow"]
