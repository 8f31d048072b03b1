"""What each game shows: a table for the page, the terminal, print and notebooks, and moves in words."""

from __future__ import annotations

from typing import Any

from winnow.columns import Column
from winnow.faces.base import Face
from winnow.faces.looks import Looks
from winnow.faces.table import Counter, Gesture, Pile, ShownCard, Table

FACES: Column[Face[Any, Any]] = Column("winnow.faces", "face", Face)
"""The face of each game; `FACES.of(name)` is what the game brings, else the general one."""

__all__ = ["FACES", "Counter", "Face", "Gesture", "Looks", "Pile", "ShownCard", "Table"]
