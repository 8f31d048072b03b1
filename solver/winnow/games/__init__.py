"""The rules of the five games, made executable: no search, no tricks."""

from __future__ import annotations

from typing import Any

from winnow.games.base import Game, IllegalMoveError, RuleError, Rules, read_rules
from winnow.games.blink import Blink
from winnow.games.head import Head
from winnow.games.one_minute import OneMinute
from winnow.games.single_left import SingleLeft
from winnow.games.universal import Universal

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
