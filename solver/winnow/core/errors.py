"""The errors raised for bad input. Each message is one line that names the token and its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class BadInputError(ValueError):
    """Bad input: the base of the errors below.

    >>> import winnow
    >>> try:
    ...     winnow.solve('universal', 'XX')
    ... except BadInputError as error:
    ...     print(error)
    card 1: 'XX' is not a card of the Universal deck (rank 1-7 M S G, then suit E J M N S V)
    """


class DealError(BadInputError):
    """An impossible deal; the message names the offending token and its place.

    >>> import winnow
    >>> winnow.Deal.parse('single-left', 'AS 1S')
    Traceback (most recent call last):
    ...
    winnow.core.errors.DealError: card 2: '1S' is not a card of the standard deck (...)
    """


class RuleError(BadInputError):
    """An unknown rule, or a value that the rule does not take.

    >>> import winnow
    >>> winnow.solve('head', 1, rules={'hand': 'x'})
    Traceback (most recent call last):
    ...
    winnow.core.errors.RuleError: rule hand=x: hand takes a whole number, 3 to 6
    """


class IllegalMoveError(BadInputError):
    """A move that the rules do not allow in its position.

    >>> import winnow
    >>> winnow.Position('single-left', 1).push('pair')
    Traceback (most recent call last):
    ...
    winnow.core.errors.IllegalMoveError: move 1: 'pair' is not legal; legal there: draw
    """


class EngineError(BadInputError):
    """An engine or technique that does not exist, or does not take the question.

    >>> import winnow
    >>> winnow.solve('head', 1, engine='fast')
    Traceback (most recent call last):
    ...
    winnow.core.errors.EngineError: head has no engine 'fast'; it has head, plain
    """


class AbsentPackageError(EngineError):
    """A third-party package that the question needs is not installed; `stopped` says so in a verdict."""

    def __init__(self, package: str) -> None:
        super().__init__(f"this question needs the package {package}, which is not installed here")
        self.stopped = f"package {package}"


class UnansweredError(RuntimeError):
    """Raised when work ends early, for example with the loss of a worker: some questions stay unanswered."""


_OWN = {"winnow", "winnow_kernels", "winnow_puzzles"}
_DISTRIBUTIONS = {"pysat": "python-sat"}
"""Names under which packages are installed, where that is not the name of their import."""


@contextmanager
def absent_packages_named() -> Iterator[None]:
    """Turn a failed import of a third-party package into an AbsentPackageError that names it; as a decorator, too."""
    try:
        yield
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        if not top or top in _OWN:
            raise
        raise AbsentPackageError(_DISTRIBUTIONS.get(top, top)) from None


class BrokenGameError(BadInputError):
    """A game that is installed wrongly; the message names the game and the fault, on one line.

    >>> from winnow.core.games import GAMES
    >>> list(GAMES.usable(complain=print)) != []
    True
    """


class UnreadableError(BadInputError):
    """A file that cannot be read or is of the wrong kind; the message names it and says why, on one line.

    >>> import winnow
    >>> winnow.check('/nonexistent/proof')
    Traceback (most recent call last):
    ...
    winnow.core.errors.UnreadableError: cannot read /nonexistent/proof: No such file or directory
    """


class OutputError(BadInputError):
    """An output that cannot be written; the message names it and says why, on one line.

    >>> from winnow.core.output import Output
    >>> Output('/nonexistent/proof')
    Traceback (most recent call last):
    ...
    winnow.core.errors.OutputError: cannot write /nonexistent/proof: there is no directory /nonexistent
    """
