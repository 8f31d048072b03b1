"""Winnow: tells winnable deals from unwinnable ones, and proves it, for little-known solitaires.

>>> import winnow
>>> winnow.solve('single-left', 1, rules={'goal': 'one'}).verdict
'unwinnable'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from winnow.api.check import check
    from winnow.api.construct import Constructed, construct
    from winnow.api.count import Count, count
    from winnow.api.hint import hint
    from winnow.api.prove import Proof, prove
    from winnow.api.review import Review, review
    from winnow.api.solve import solve
    from winnow.api.survey import survey
    from winnow.engines.questions import Question
    from winnow.referee import CheckResult
    from winnow_puzzles.generate import generate

__version__ = "0.1.0"

from winnow.columns import BrokenGameError
from winnow.deals import Deal, DealError
from winnow.games import GAMES, IllegalMoveError, RuleError
from winnow.position import Position
from winnow.verdicts import Answer, EngineError, Hint, Limits, MoveVerdict, Reason, Verdict

__all__ = [
    "GAMES",
    "Answer",
    "BrokenGameError",
    "CheckResult",
    "Constructed",
    "Count",
    "Deal",
    "DealError",
    "EngineError",
    "Hint",
    "IllegalMoveError",
    "Limits",
    "MoveVerdict",
    "Position",
    "Proof",
    "Question",
    "Reason",
    "Review",
    "RuleError",
    "Verdict",
    "__version__",
    "check",
    "construct",
    "count",
    "generate",
    "hint",
    "prove",
    "review",
    "solve",
    "survey",
]

_LATE = {
    "CheckResult": "winnow.referee",
    "Constructed": "winnow.api.construct",
    "Count": "winnow.api.count",
    "Proof": "winnow.api.prove",
    "Question": "winnow.engines.questions",
    "Review": "winnow.api.review",
    "check": "winnow.api.check",
    "construct": "winnow.api.construct",
    "count": "winnow.api.count",
    "generate": "winnow_puzzles.generate",
    "hint": "winnow.api.hint",
    "prove": "winnow.api.prove",
    "review": "winnow.api.review",
    "solve": "winnow.api.solve",
    "survey": "winnow.api.survey",
}
"""Names that need the engines or the puzzles: each is loaded when it is asked for, as the referee does without."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATE[name]), name)
