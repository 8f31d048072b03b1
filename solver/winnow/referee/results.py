"""What a check comes to, and how it ends where something is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from winnow.games import Game

Status = Literal["verified", "unproven", "failed"]


@dataclass(frozen=True)
class CheckResult:
    """What a check came to: `verified`, `failed`, or `unproven` where the record carries nothing to check by."""

    status: Status
    text: str


_LONGEST_TEXT = 300


def failed(error: Exception) -> CheckResult:
    """Return the failure that an error tells of, on one short line that a terminal can show."""
    text = "".join(c if c.isprintable() else " " for c in str(error))
    return CheckResult("failed", text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]} ...")


class CheckFailedError(Exception):
    """The first thing found that is wrong."""


@dataclass(frozen=True)
class Proven:
    """What evidence shows, as far as it goes: no line wins; no line's score betters the bound (None: it shows none)."""

    loses: bool
    bound: int | None
    text: str

    def shows(self, game: Game[Any, Any], bound: int | None) -> bool:
        """Tell whether no line's score betters `bound`, by this."""
        if bound is None:
            return True
        return self.bound is not None and (self.bound <= bound if game.higher_is_better else self.bound >= bound)


def field_of(record: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    """Return a field of the given type; raise CheckFailedError if it is missing or of another."""
    value = record.get(name)
    require(isinstance(value, kind), f"{name} is missing or of another type")
    return value


def require(condition: bool, text: str) -> None:
    """Raise CheckFailedError with the text unless the condition holds."""
    if not condition:
        raise CheckFailedError(text)
