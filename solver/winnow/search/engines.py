"""How a question is decided: the engines of each game, the preferred one first, the plain one last."""

from __future__ import annotations

from functools import cache

from winnow.core.engine import Engine, engines
from winnow.core.errors import EngineError
from winnow.core.game import Rules
from winnow.search.plain import solve as search_plainly


class _Everything:
    def __contains__(self, _name: object) -> bool:
        return True


PLAIN = Engine("plain", search_plainly, knows=_Everything())
"""The engine that every game has: exhaustive search by its rules, under every reading of them."""


@cache
def engines_of(game: str) -> tuple[Engine, ...]:
    """Return the engines of a game, the preferred one first. Raises BrokenGameError.

    >>> [engine.name for engine in engines_of('single-left')]
    ['single-left', 'cp-sat', 'plain']
    """
    return (*engines.of(game)(), PLAIN)


def choose(game: str, engine: str | None, without: frozenset[str], rules: Rules | None = None) -> Engine:
    """Return the named engine of a game, or the preferred one of those that know these rules (None: the default ones).

    Raises EngineError for an unknown engine or technique, naming the known ones, and for rules that it does not know.
    """
    known = {engine.name: engine for engine in engines_of(game)}
    readings = () if rules is None else rules.readings()
    name = engine or next(name for name, one in known.items() if all(reading in one.knows for reading in readings))
    if name not in known:
        raise EngineError(f"{game} has no engine {name!r}; it has {', '.join(known)}")
    unknown = sorted(without - known[name].techniques)
    if unknown:
        techniques = ", ".join(sorted(known[name].techniques)) or "none"
        raise EngineError(f"engine {name} has no technique {unknown[0]!r} to switch off; it has: {techniques}")
    if rules is not None:
        known[name].require_known(rules)
    return known[name]


def repeatable(game: str) -> str:
    """Return the name of the first engine of a game whose answers are the same on every machine.

    >>> repeatable('universal')
    'universal-beam'
    """
    return next(engine.name for engine in engines_of(game) if engine.repeatable)
