"""What a check comes to, and how it ends where something is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from winnow.core.game import Game
from winnow.core.text_files import printable

Status = Literal["verified", "verified by search", "unproven", "exhausted", "failed"]
STATUSES: tuple[Status, ...] = ("verified", "verified by search", "unproven", "exhausted", "failed")
"""From the best to the worst."""


@dataclass(frozen=True)
class CheckResult:
    """What a check came to.

    `verified`: shown by the rules, or by a certificate; `verified by search`: an engine came to the same; `unproven`:
    stated, and nothing is there to show it; `exhausted`: a limit ended the check; `failed`: shown false, or not well
    formed. Of several claims the status is the worst, and `claims` lists each by name.

    >>> import winnow
    >>> winnow.check(winnow.solve('single-left', 1).record()).status
    'verified'
    """

    status: Status
    text: str
    claims: tuple[tuple[str, Status], ...] = ()

    def named(self, status: Status) -> tuple[str, ...]:
        """Return the names of the claims of a status."""
        return tuple(name for name, each in self.claims if each == status)


def worst(statuses: Iterable[Status]) -> Status:
    """Return the worst status; `verified` if there is none.

    >>> worst(["verified", "unproven"])
    'unproven'
    """
    return max(statuses, key=STATUSES.index, default="verified")


def result_of(text: str, claims: Mapping[str, Status]) -> CheckResult:
    """Return the result of several claims; the text names those that are not verified."""
    status = worst(claims.values())
    words = [
        f"{each}: {', '.join(names)}"
        for each in ("unproven", "verified by search")
        if (names := [name for name, found in claims.items() if found == each])
    ]
    return CheckResult(status, "; ".join([text, *words]), tuple(claims.items()))


def by_facts(result: CheckResult, shown: Mapping[str, bool]) -> CheckResult:
    """Return the result with its unproven claims verified that the facts show, by name."""
    claims = dict(result.claims)
    for name in result.named("unproven"):
        if shown.get(name, False):
            claims[name] = "verified"
    return result_of(result.text.split("; unproven: ")[0], claims)


_LONGEST_TEXT = 300


def failed(error: Exception) -> CheckResult:
    """Return the failure that an error tells of, on one short line that a terminal can show."""
    return CheckResult("failed", shown(error))


def exhausted(error: Exception) -> CheckResult:
    """Return the result of a check that a limit ended."""
    return CheckResult("exhausted", shown(error))


def shown(error: Exception) -> str:
    """Return an error's text, on one short line that a terminal can show."""
    text = printable(str(error))
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]} ..."


class CheckFailedError(Exception):
    """The first thing found that is wrong."""


class BeyondError(CheckFailedError):
    """Evidence that is larger than its kind is checked for: nothing is shown, and nothing is shown false."""


@dataclass(frozen=True)
class Proven:
    """What evidence shows, as far as it goes: no line wins; no line's score betters the bound (None: it shows none).

    With `exact` every line ends with the score `bound`.
    """

    loses: bool
    bound: int | None
    text: str
    exact: bool = False

    def shows(self, game: Game[Any, Any], bound: int | None) -> bool:
        """Tell whether no line's score betters `bound`, by this."""
        if bound is None:
            return True
        return self.bound is not None and (self.bound <= bound if game.higher_is_better else self.bound >= bound)


def field_of(record: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    """Return a field of the given type; raise CheckFailedError if it is missing or of another."""
    value = record.get(name)
    wanted = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    require(wanted, f"{name} is missing or of another type")
    return value


def require(condition: bool, text: str) -> None:
    """Raise CheckFailedError with the text unless the condition holds."""
    if not condition:
        raise CheckFailedError(text)
