"""Finds what Winnow knows of each game by scanning: a column is a folder, with one file or folder for each game.

The file of `one-minute` is `one_minute.py` (or a folder of that name) in every column. A package from outside adds a
game by an entry point of the group `winnow.games`: its name is the game's, its value the package, and the package's
modules stand for the columns (`Column.outside`); a game in a single file has the classes of all columns there. Each
module defines one class that derives from the column's interface; a game that has no module in a column gets what the
interface does by itself.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from functools import cache
from importlib import import_module, util
from types import ModuleType
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from winnow.cards import shown
from winnow.errors import BrokenGameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "winnow.games"
"""The entry-point group by which other packages add games."""
RULES = "winnow.games"
"""The folder that says which games there are: every game has rules."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_INTERFACES = ("base", "shared")
"""Modules of a column that belong to no game."""

T = TypeVar("T")


class Column(Generic[T]):
    """One kind of knowledge about games.

    `package` is the folder with a module for each game, `outside` the module's name in a package from outside, and
    `interface` the class that the modules derive from; its docstrings say what a game may bring.
    """

    def __init__(self, package: str, outside: str, interface: type[T]) -> None:
        self.package, self.outside, self.interface = package, outside, interface
        self._found: dict[str, T] = {}

    def of(self, game: str) -> T:
        """Return the one object that answers for a game: of its own class, else of the interface itself.

        Raises BrokenGameError.
        """
        if game not in self._found:
            self._found[game] = self._made(game, self.part(game) or self.interface)
        return self._found[game]

    def _made(self, game: str, kind: type[T]) -> T:
        try:
            return kind()
        except Exception as error:
            if kind is self.interface or game in own_names():
                raise
            raise BrokenGameError(_line(game, error)) from error

    def part(self, game: str) -> type[T] | None:
        """Return the game's own class; None if it brings none.

        Raises BrokenGameError if the module cannot be imported, has no such class, or leaves methods out.
        """
        name = self._module(game)
        if name is None:
            return None
        module = _imported(game, name)
        found = [kind for kind in vars(module).values() if self._is_own(kind, module)]
        if not found and game not in own_names() and name == _outside()[game].value:
            return None
        if len(found) != 1:
            raise BrokenGameError(f"game {game}: {name} has {len(found)} classes of {self.interface.__name__}, not one")
        if inspect.isabstract(found[0]):
            missing = ", ".join(sorted(found[0].__abstractmethods__))
            raise BrokenGameError(f"game {game}: {name}.{found[0].__name__} lacks {missing}")
        return cast(type[T], found[0])

    def _is_own(self, kind: object, module: ModuleType) -> bool:
        """Tell whether this is a class of the module, or of the folder it stands for, that fills the column."""
        return (
            isinstance(kind, type)
            and issubclass(kind, self.interface)
            and kind is not self.interface
            and kind.__module__.startswith(module.__name__)
        )

    def _module(self, game: str) -> str | None:
        """Return the name of the module that holds the game's part; None if there is none."""
        if game in own_names():
            name = f"{self.package}.{game.replace('-', '_')}"
        else:
            package = _outside()[game].value
            if not hasattr(_imported(game, package), "__path__"):
                # A game in one file has all its classes there.
                return package
            name = f"{package}.{self.outside}"
        return name if util.find_spec(name) else None


def names() -> tuple[str, ...]:
    """Return the names of all games: Winnow's own, then those of packages from outside, each in alphabetical order."""
    return own_names() + tuple(sorted(_outside()))


@cache
def own_names() -> tuple[str, ...]:
    """Return the names of the games that come with Winnow."""
    folder = import_module(RULES).__path__
    stems = (module.name for module in pkgutil.iter_modules(folder))
    return tuple(sorted(stem.replace("_", "-") for stem in stems if stem not in _INTERFACES))


def exists(game: str) -> bool:
    """Tell whether there is a game of this name; packages from outside are asked only if it is none of Winnow's own.

    >>> exists('head'), exists('chess')
    (True, False)
    """
    return game in own_names() or game in _outside()


@cache
def _outside() -> dict[str, EntryPoint]:
    """Return the entry points of games from outside, without names that Winnow has itself or that no game may have."""
    # Slow to import, and not needed for Winnow's own games.
    from importlib import metadata  # noqa: PLC0415

    found = metadata.entry_points(group=GROUP)
    return {point.name: point for point in found if not _name_fault(point.name)}


def _name_fault(name: str) -> str:
    """Return why a package from outside cannot bring a game of this name; "" if it can."""
    if name in own_names():
        return "Winnow has a game of that name"
    return "" if _NAME.fullmatch(name) else "a name is small letters and digits, with - between words"


def refused() -> tuple[str, ...]:
    """Return a line for each entry point that brings no game because of its name."""
    from importlib import metadata  # noqa: PLC0415  slow to import, as above

    points = sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)
    faults = ((point, _name_fault(point.name)) for point in points)
    return tuple(f"game {shown(point.name)} (from {point.value}): {fault}" for point, fault in faults if fault)


def outside_package(game: str) -> str | None:
    """Return the import name of the package that brings a game; None for Winnow's own games and for unknown ones."""
    return None if game in own_names() or game not in _outside() else _outside()[game].value


def origin(game: str) -> str:
    """Return the distribution from which a game comes, with its version; "" for Winnow's own.

    >>> origin('head')
    ''
    """
    point = None if game in own_names() else _outside().get(game)
    return "" if point is None or point.dist is None else f"{point.dist.name} {point.dist.version}"


def _imported(game: str, name: str) -> ModuleType:
    try:
        return import_module(name)
    except Exception as error:
        if game in own_names():
            raise
        # A package from outside may fail in any way; it costs only its own game.
        raise BrokenGameError(_line(game, error)) from error


def _line(game: str, error: Exception) -> str:
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return f"game {game} (from {origin(game) or 'a package'}) cannot be used: {text}"
