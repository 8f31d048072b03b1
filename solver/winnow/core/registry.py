"""Finds the games: their names, the package of each, and the parts that a package defines.

A game is a package. Those that come with Winnow are the folders of `winnow.games`; other distributions name theirs by
an entry point of the group `winnow.games`, whose name is the game's and whose value is the package. Every package has
the same modules (`rules`, `face`, `engine`, ...), each with one class that derives from the interface of its part; a
game that leaves a module out gets the interface's defaults.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module, util
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, get_origin

from winnow.core.cards import shown
from winnow.core.errors import BrokenGameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from importlib.metadata import EntryPoint

GROUP = "winnow.games"
"""The entry-point group by which other packages add games."""
OWN = "winnow.games"
"""The package whose folders are the games that come with Winnow."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

T = TypeVar("T")
F = TypeVar("F", bound="Callable[..., Any]")


class Part(Generic[T]):
    """One part of a game, such as its face or its engines.

    `module` is the name of the module in a game's package, and `interface` the class that it derives from; its
    docstrings say what a game may define, and it serves a game without the module. `own` is the package that holds the
    part of Winnow's own games where it is not the game's package.
    """

    def __init__(self, module: str, interface: type[T], own: str = OWN) -> None:
        self.module, self.interface, self.own = module, interface, own
        self.of = cache(self._of)

    def _of(self, game: str) -> T:
        """Return the game's part: an object of its own class, else of the interface. Raises BrokenGameError."""
        kind = self.kind(game) or self.interface
        with _blamed(game):
            return kind()

    def kind(self, game: str) -> type[T] | None:
        """Return the game's own class; None if it has none.

        Raises BrokenGameError if the module cannot be imported, has no such class, or leaves abstract methods out.
        """
        module = _module(game, self.module, self.own)
        if module is None:
            return None
        name = module.__name__
        found = [kind for kind in vars(module).values() if self._is_own(kind, module)]
        if not found and name == package_of(game):
            return None
        if len(found) != 1:
            raise BrokenGameError(f"game {game}: {name} has {len(found)} classes of {self.interface.__name__}, not one")
        if inspect.isabstract(found[0]):
            missing = ", ".join(sorted(found[0].__abstractmethods__))
            raise BrokenGameError(f"game {game}: {name}.{found[0].__name__} lacks {missing}")
        return cast(type[T], found[0])

    def _is_own(self, kind: object, module: ModuleType) -> bool:
        """Return whether `kind` implements the part and is defined in the module (or, if it is a package, below it)."""
        return (
            isinstance(kind, type)
            and get_origin(kind) is None  # Python 3.10 takes an alias such as tuple[int, int] for a class
            and issubclass(kind, self.interface)
            and kind is not self.interface
            and kind.__module__.startswith(module.__name__)
        )


class Hook(Generic[F]):
    """A function that few games need: a game may define one of this name in its module, next to the part's class.

    `default`, whose name and signature it has, serves the other games.
    """

    def __init__(self, module: str, default: F, own: str = OWN) -> None:
        self.module, self.default, self.own = module, default, own
        self.__doc__ = default.__doc__
        self.of = cache(self._of)

    def _of(self, game: str) -> F:
        """Return the game's function, else the default. Raises BrokenGameError if its module cannot be imported."""
        module = _module(game, self.module, self.own)
        found = None if module is None else vars(module).get(self.default.__name__)
        # A function that the module imports under this name is not the game's.
        own = isinstance(found, FunctionType) and module and found.__module__.startswith(module.__name__)
        return cast(F, found) if own else self.default


def hook(module: str, own: str = OWN) -> Callable[[F], Hook[F]]:
    """Return a decorator that makes a function the default of a hook in the games' module of this name."""
    return lambda default: Hook(module, default, own)


def _module(game: str, part: str, own: str) -> ModuleType | None:
    """Return the module that holds a part of the game; None if there is none. Raises BrokenGameError."""
    package, found = package_of(game), None
    with _blamed(game):
        if game in own_names():
            package = package.replace(OWN, own, 1)
        elif not hasattr(module := import_module(package), "__path__"):
            # A game in one file has all its parts there.
            return module
        with suppress(ModuleNotFoundError):
            found = util.find_spec(f"{package}.{part}")
        return import_module(found.name) if found else None


def names() -> tuple[str, ...]:
    """Return the names of all games: Winnow's own, then those of other packages, each in alphabetical order."""
    return own_names() + tuple(sorted(_outside()))


@cache
def own_names() -> tuple[str, ...]:
    """Return the names of the games that come with Winnow."""
    folder = import_module(OWN).__path__
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(folder) if module.ispkg))


def package_of(game: str) -> str:
    """Return the import name of a game's package. Raises KeyError for an unknown game.

    >>> package_of('one-minute')
    'winnow.games.one_minute'
    """
    return f"{OWN}.{game.replace('-', '_')}" if game in own_names() else _outside()[game].value


def exists(game: str) -> bool:
    """Return whether there is a game of this name; entry points are read only if it is none of Winnow's own.

    >>> exists('head'), exists('chess')
    (True, False)
    """
    return game in own_names() or game in _outside()


@cache
def _outside() -> dict[str, EntryPoint]:
    """Return the entry points of games from outside by name, without invalid names and those of Winnow's own games."""
    # Slow to import, and not needed for Winnow's own games.
    from importlib import metadata  # noqa: PLC0415

    found = metadata.entry_points(group=GROUP)
    return {point.name: point for point in found if not _name_fault(point.name)}


def _name_fault(name: str) -> str:
    """Return why a package from outside cannot add a game of this name; "" if it can."""
    if name in own_names():
        return "Winnow has a game of that name"
    return "" if _NAME.fullmatch(name) else "a name is small letters and digits, with - between words"


def refused() -> tuple[str, ...]:
    """Return a line for each entry point that is refused because of its name."""
    from importlib import metadata  # noqa: PLC0415  slow to import, as above

    points = sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)
    faults = ((point, _name_fault(point.name)) for point in points)
    return tuple(f"game {shown(point.name)} (from {point.value}): {fault}" for point, fault in faults if fault)


@contextmanager
def _blamed(game: str) -> Iterator[None]:
    """Let a package from outside fail in any way: only its own game is lost, with a BrokenGameError."""
    try:
        yield
    except Exception as error:
        if game in own_names():
            raise
        dist, text = _outside()[game].dist, " ".join(f"{type(error).__name__}: {error}".split())
        package = "a package" if dist is None else f"{dist.name} {dist.version}"
        raise BrokenGameError(f"game {game} (from {package}) cannot be used: {text}") from error
