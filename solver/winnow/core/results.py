"""The result of a check, and the exceptions that end one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from winnow.core.game import Game
from winnow.core.meter import ExhaustedError
from winnow.core.text_files import printable

Status = Literal["verified", "verified by search", "unproven", "exhausted", "failed"]
STATUSES: tuple[Status, ...] = ("verified", "verified by search", "unproven", "exhausted", "failed")
"""From the best to the worst."""


@dataclass(frozen=True)
class CheckResult:
    """The result of a check.

    `verified`: shown by the rules, or by a certificate; `verified by search`: an engine found the same; `unproven`:
    stated without evidence; `exhausted`: a limit ended the check; `failed`: shown false, or not well formed. With
    several claims the status is the worst, and `claims` lists each by name.

    >>> import winnow
    >>> winnow.check(winnow.solve('single-left', 1).record()).status
    'verified'
    """

    status: Status
    text: str
    claims: tuple[tuple[str, Status], ...] = ()

    def named(self, status: Status) -> tuple[str, ...]:
        """Return the names of the claims that have a status."""
        return tuple(name for name, each in self.claims if each == status)


def worst(statuses: Iterable[Status]) -> Status:
    """Return the worst status; `verified` if there is none.

    >>> worst(["verified", "unproven"])
    'unproven'
    """
    return max(statuses, key=STATUSES.index, default="verified")


def result_of(text: str, claims: Mapping[str, Status]) -> CheckResult:
    """Return the result of several claims; its text names those that are not verified, and no others."""
    status = worst(claims.values())
    words = [
        f"{each}: {', '.join(names)}"
        for each in ("unproven", "verified by search")
        if (names := [name for name, found in claims.items() if found == each])
    ]
    return CheckResult(status, "; ".join([text.split("; unproven: ", maxsplit=1)[0], *words]), tuple(claims.items()))


def by_facts(result: CheckResult, shown: Mapping[str, bool]) -> CheckResult:
    """Return the result in which the unproven claims named in `shown` are verified."""
    claims = dict(result.claims)
    for name in result.named("unproven"):
        if shown.get(name, False):
            claims[name] = "verified"
    return result_of(result.text, claims)


_LONGEST_TEXT = 300


def failed(error: Exception) -> CheckResult:
    """Return the result for an error, its message shortened to one printable line."""
    return CheckResult("failed", shown(error))


def exhausted(error: Exception) -> CheckResult:
    """Return the result of a check that a limit ended."""
    # Memory that the system refuses comes without a text.
    return CheckResult("exhausted", shown(ExhaustedError("memory") if isinstance(error, MemoryError) else error))


def shown(error: Exception) -> str:
    """Return an error's message, shortened to one printable line."""
    text = printable(str(error))
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]} ..."


class CheckFailedError(Exception):
    """Raised for the first fault found."""


class BeyondError(CheckFailedError):
    """Raised for evidence larger than its kind's limit: the claim is neither shown nor refuted."""


@dataclass(frozen=True)
class Proven:
    """What evidence proves: that no line wins, or that no line's score beats `bound` (None: no bound), or both.

    With `exact` every line ends with the score `bound`.
    """

    loses: bool
    bound: int | None
    text: str
    exact: bool = False

    def shows(self, game: Game[Any, Any], bound: int | None) -> bool:
        """Return whether this proves that no line's score beats `bound`."""
        if bound is None:
            return True
        return self.bound is not None and (self.bound <= bound if game.higher_is_better else self.bound >= bound)


def field_of(record: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    """Return the field `name` of a record; raise CheckFailedError unless it is there and of type `kind`."""
    value = record.get(name)
    wanted = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    require(wanted, f"{name} is missing or of another type")
    return value


def require(condition: bool, text: str, error: type[CheckFailedError] = CheckFailedError) -> None:
    """Raise an error with the text unless the condition holds; BeyondError where it is a limit of the content."""
    if not condition:
        raise error(text)
