"""Winnow: tells winnable deals from unwinnable ones, and proves it, for five little-known solitaires.

>>> import solver
>>> solver.solve("single-left", number=1, rules={"goal": "one"}).verdict
'unwinnable'
"""

from __future__ import annotations

__version__ = "0.1.0"

from solver.deals import Deal, DealError
from solver.games import IllegalMoveError, RuleError
from solver.referee import CheckResult, check
from solver.solving import hint, solve
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
