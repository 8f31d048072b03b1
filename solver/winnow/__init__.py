"""Winnow: tells winnable deals from unwinnable ones, and proves it, for little-known solitaires.

>>> import winnow
>>> winnow.solve('single-left', 1, rules={'goal': 'one'}).verdict
'unwinnable'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from winnow.api.construct import construct
    from winnow.api.count import Count, count
    from winnow.api.hint import hint
    from winnow.api.review import Review, review
    from winnow.api.solve import solve
    from winnow.engines.questions import Question

__version__ = "0.1.0"

from winnow.columns import BrokenGameError
from winnow.deals import Deal, DealError
from winnow.games import GAMES, IllegalMoveError, RuleError
from winnow.position import Position
from winnow.referee import CheckResult, check
from winnow.verdicts import Answer, EngineError, Hint, Limits, MoveVerdict, Reason, Verdict

__all__ = [
    "GAMES",
    "Answer",
    "BrokenGameError",
    "CheckResult",
    "Count",
    "Deal",
    "DealError",
    "EngineError",
    "Hint",
    "IllegalMoveError",
    "Limits",
    "MoveVerdict",
    "Position",
    "Question",
    "Reason",
    "Review",
    "RuleError",
    "Verdict",
    "__version__",
    "check",
    "construct",
    "count",
    "hint",
    "review",
    "solve",
]

_LATE = {
    "Count": "winnow.api.count",
    "Question": "winnow.engines.questions",
    "Review": "winnow.api.review",
    "construct": "winnow.api.construct",
    "count": "winnow.api.count",
    "hint": "winnow.api.hint",
    "review": "winnow.api.review",
    "solve": "winnow.api.solve",
}
"""Names that need the engines; the referee does without them, so they are loaded when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATE[name]), name)
