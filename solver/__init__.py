"""Winnow: tells winnable deals from unwinnable ones, and proves it, for five little-known solitaires.

>>> import solver
>>> solver.solve("single-left", number=1, rules={"goal": "one"}).verdict
'unwinnable'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.solving import hint, solve

__version__ = "0.1.0"

from solver.deals import Deal, DealError
from solver.games import IllegalMoveError, RuleError
from solver.referee import CheckResult, check
from solver.verdicts import Answer, Hint, Limits, MoveVerdict, Reason, Verdict

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

_LATE = {"hint": "solver.solving", "solve": "solver.solving"}
"""Names that need the engines; the referee does without them, so they are loaded when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATE[name]), name)
