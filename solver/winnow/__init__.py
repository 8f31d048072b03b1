"""Winnow: tells winnable deals from unwinnable ones, and proves it, for five little-known solitaires.

>>> import winnow
>>> winnow.solve("single-left", number=1, rules={"goal": "one"}).verdict
'unwinnable'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from winnow.api.solve import hint, solve

__version__ = "0.1.0"

from winnow.deals import Deal, DealError
from winnow.games import IllegalMoveError, RuleError
from winnow.referee import CheckResult, check
from winnow.verdicts import Answer, Hint, Limits, MoveVerdict, Reason, Verdict

__all__ = [
    "Answer",
    "CheckResult",
    "Deal",
    "DealError",
    "Hint",
    "IllegalMoveError",
    "Limits",
    "MoveVerdict",
    "Reason",
    "RuleError",
    "Verdict",
    "__version__",
    "check",
    "hint",
    "solve",
]

_LATE = {"hint": "winnow.api.solve", "solve": "winnow.api.solve"}
"""Names that need the engines; the referee does without them, so they are loaded when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATE[name]), name)
