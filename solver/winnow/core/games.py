"""All games by name: `GAMES` loads the rules of each on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from winnow.core import registry
from winnow.core.errors import BrokenGameError
from winnow.core.game import Game

RULES: registry.Part[Game[Any, Any]] = registry.Part("rules", Game)  # type: ignore[type-abstract]


@cache
def _loaded(name: str) -> type[Game[Any, Any]]:
    found = RULES.kind(name)
    if found is None or getattr(found, "name", None) != name:
        raise BrokenGameError(f"game {name}: its package has no rules of that name")
    missing = [field for field in ("title", "cards", "score_unit") if not hasattr(found, field)]
    if missing:
        raise BrokenGameError(f"game {name}: {found.__module__}.{found.__name__} lacks {', '.join(missing)}")
    return found


class _Games(Mapping[str, type[Game[Any, Any]]]):
    """All games by name, each loaded on first use. Raises BrokenGameError for one that is installed wrongly.

    >>> 'one-minute' in GAMES, 'chess' in GAMES
    (True, False)
    """

    def __getitem__(self, name: str) -> type[Game[Any, Any]]:
        if not registry.exists(name):
            raise KeyError(name)
        return _loaded(name)

    def __iter__(self) -> Iterator[str]:
        return iter(registry.names())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and registry.exists(name)

    def __len__(self) -> int:
        return len(registry.names())

    def usable(self, complain: Callable[[str], None] | None = None) -> Iterator[type[Game[Any, Any]]]:
        """Yield every game that can be loaded, without those that are installed wrongly.

        `complain` is called with one line about each game that cannot be loaded.
        """
        if complain is not None:
            for line in registry.refused():
                complain(line)
        for name in self:
            try:
                found = self[name]
            except BrokenGameError as error:
                if complain is not None:
                    complain(str(error))
            else:
                yield found


GAMES = _Games()
