"""Turns a caller's arguments into a question: a game with its deal in any form, or a position, and keywords."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import fields
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeVar, cast

from winnow.core.counted import did_you_mean
from winnow.core.deals import Deal, DealLike, read_deal
from winnow.core.errors import DealError
from winnow.core.games import GAMES
from winnow.core.lines import read_moves
from winnow.core.position import Position
from winnow.core.question import DEFAULTS, Asked, Question, Searched
from winnow.core.verdicts import Limits, Verdict
from winnow.search.questions import make_budget
from winnow.workers.interrupts import interruptible
from winnow_kernels.common.budget import Budget, can_search

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["DealLike", "asked", "pose", "spelled_out", "well_named"]

_LIMITS = {limit.name for limit in fields(Limits)}
F = TypeVar("F", bound=Callable[..., Any])


def well_named(function: F) -> F:
    """Decorate a public function: another keyword than its own raises TypeError, which says what to write."""
    known = frozenset(signature(function).parameters)

    @wraps(function)
    def checked(*args: Any, **given: Any) -> Any:
        for name in given.keys() - known:
            if name in _LIMITS:
                raise TypeError(f"{name} is a limit: write limits=winnow.Limits({name}={given[name]!r})")
            raise TypeError(f"{function.__name__} takes no {name}{did_you_mean(name, known)}")
        return function(*args, **given)

    return cast(F, checked)


def spelled_out(keywords: type[Searched]) -> Callable[[F], F]:
    """Return a decorator that lists `keywords` one by one in the signature of a function that takes `**keywords`.

    A call with any other keyword raises TypeError, as with a function that declares them itself.
    """
    names = [name for name in DEFAULTS if name in keywords.__annotations__]

    def decorate(function: F) -> F:
        *own, _ = signature(function).parameters.values()
        listed = [
            Parameter(
                name,
                Parameter.KEYWORD_ONLY,
                default=cast(dict[str, object], DEFAULTS)[name],
                annotation=keywords.__annotations__[name].__forward_arg__,
            )
            for name in names
        ]

        @wraps(function)
        def called(*args: Any, **given: Any) -> Any:
            if can_search():
                return function(*args, **given)
            with ThreadPoolExecutor(1) as started_here:
                return started_here.submit(function, *args, **given).result()

        called.__signature__ = signature(function).replace(parameters=[*own, *listed])  # type: ignore[attr-defined]
        return well_named(cast(F, called))

    return decorate


@contextmanager
def searching(limits: Limits | None, progress: Callable[[int], None] | None) -> Iterator[Budget]:
    """Yield a running budget that Ctrl-C ends; `progress` is called with the positions visited, ten times a second.

    Raises TypeError for a value that is not Limits.
    """
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"limits takes winnow.Limits(...), not {type(limits).__name__}")
    with interruptible() as interrupt:
        yield interrupt.watch(make_budget(limits or Limits(), progress))


@contextmanager
def asked(game: str | Deal | Position, deal: DealLike | None, keywords: Searched) -> Iterator[tuple[Question, Budget]]:
    """Yield the question for these arguments, and a running budget that Ctrl-C ends; raise as `pose`."""
    question = pose(game, deal, **keywords)
    with searching(keywords.get("limits"), keywords.get("progress")) as budget:
        yield question, budget


def pose(game: str | Deal | Position, deal: DealLike | None = None, **keywords: Unpack[Asked]) -> Question:
    """Return the question for these arguments; `limits` and `progress` are no part of it.

    Raises DealError or RuleError for impossible deals and rules, and TypeError for values that are no game, deal, or
    list of moves.

    >>> pose('universal', number=3, after='T;W>1').after
    ('T', 'W>1')
    """
    given: Asked = {**DEFAULTS, **keywords}
    about, played = _about(game, deal, given["number"], given["rules"])
    moves = read_moves(GAMES[about.game], given["after"])
    if isinstance(given["without"], str) or not isinstance(given["without"], Iterable):
        raise TypeError(f"without takes a list of techniques, not {given['without']!r}")
    return Question(about, played + moves, given["best"], given["engine"], frozenset(given["without"]))


def _about(
    game: str | Deal | Position, deal: DealLike | None, number: int | None, rules: Mapping[str, Any] | None
) -> tuple[Deal, tuple[str, ...]]:
    """Return the deal, and the moves played if a position was given."""
    if isinstance(game, (Deal, Position)):
        if deal is not None or number is not None or rules is not None:
            raise TypeError(f"a {type(game).__name__} brings its deal and its rules: give neither with it")
        return (game.deal, game.line) if isinstance(game, Position) else (game, ())
    if isinstance(game, Verdict):
        raise TypeError("a Verdict is no deal: write winnow.Position(verdict), which is what it answers")
    if deal is not None and number is not None:
        raise DealError("give either a deal's cards or its number")
    given = number if deal is None else deal
    if given is None:
        raise DealError("give either a deal's cards or its number")
    return read_deal(game, given, rules), ()
