"""The rules of the five games, made executable: no search, no tricks."""

from __future__ import annotations

from typing import Any

from solver.games.base import Game, IllegalMoveError, RuleError, Rules, read_rules
from solver.games.blink import Blink
from solver.games.head import Head
from solver.games.one_minute import OneMinute
from solver.games.single_left import SingleLeft
from solver.games.universal import Universal

GAMES: dict[str, type[Game[Any, Any]]] = {game.name: game for game in (OneMinute, SingleLeft, Head, Universal, Blink)}

__all__ = [
    "GAMES",
    "Blink",
    "Game",
    "Head",
    "IllegalMoveError",
    "OneMinute",
    "RuleError",
    "Rules",
    "SingleLeft",
    "Universal",
    "read_rules",
]
