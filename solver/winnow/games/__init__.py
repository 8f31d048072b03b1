"""The rules of the games, made executable: no search, no tricks. One file a game; `GAMES` finds them by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from winnow import columns
from winnow.games.base import Game, IllegalMoveError, RuleError, Rules, read_rules

COLUMN: columns.Column[Game[Any, Any]] = columns.Column(columns.RULES, "game", Game)  # type: ignore[type-abstract]


class _Games(Mapping[str, type[Game[Any, Any]]]):
    """All games by name, each loaded when it is asked for. Raises BrokenGameError for one that is installed wrongly."""

    def __getitem__(self, name: str) -> type[Game[Any, Any]]:
        if name not in columns.names():
            raise KeyError(name)
        found = COLUMN.part(name)
        if found is None or found.name != name:
            raise columns.BrokenGameError(f"game {name}: its package has no rules of that name")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(columns.names())

    def __len__(self) -> int:
        return len(columns.names())

    def usable(self) -> Iterator[type[Game[Any, Any]]]:
        """Yield every game that can be loaded; one that is installed wrongly costs only itself."""
        for name in self:
            try:
                yield self[name]
            except columns.BrokenGameError:
                continue


GAMES = _Games()

__all__ = ["GAMES", "Game", "IllegalMoveError", "RuleError", "Rules", "read_rules"]
