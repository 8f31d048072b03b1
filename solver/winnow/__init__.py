"""Winnow: tells winnable deals from unwinnable ones, and proves it, for little-known solitaires.

>>> import winnow
>>> winnow.solve('single-left', 1, rules={'goal': 'one'}).verdict
'unwinnable'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from winnow.core.version import __version__

if TYPE_CHECKING:
    from winnow.api.check import check
    from winnow.api.construct import Constructed, construct
    from winnow.api.count import Count, count
    from winnow.api.fair import FairHint, fair_hint
    from winnow.api.hint import hint
    from winnow.api.many import solve_many
    from winnow.api.prove import Proof, prove
    from winnow.api.review import Review, review
    from winnow.api.solve import solve
    from winnow.api.survey import SurveyResult, survey
    from winnow.core.deals import Deal
    from winnow.core.errors import (
        BadInputError,
        BrokenGameError,
        DealError,
        EngineError,
        IllegalMoveError,
        OutputError,
        RuleError,
        UnreadableError,
    )
    from winnow.core.games import GAMES
    from winnow.core.position import Position
    from winnow.core.question import Question
    from winnow.core.results import CheckResult
    from winnow.core.verdicts import Answer, Hint, Limits, MoveVerdict, Reason, Verdict
    from winnow.surveys.store import StoreError
    from winnow.workers.children import UnguardedError
    from winnow.workers.local import ClusterLostError, UnreachableError, WorkerLostError
    from winnow_puzzles.generate import Made, generate, problems
    from winnow_puzzles.packs.files import PackError
    from winnow_puzzles.packs.generating import NoneWonError
    from winnow_puzzles.packs.reading import Pack, Puzzle, read_pack

__all__ = [
    "GAMES",
    "Answer",
    "BadInputError",
    "BrokenGameError",
    "CheckResult",
    "ClusterLostError",
    "Constructed",
    "Count",
    "Deal",
    "DealError",
    "EngineError",
    "FairHint",
    "Hint",
    "IllegalMoveError",
    "Limits",
    "Made",
    "MoveVerdict",
    "NoneWonError",
    "OutputError",
    "Pack",
    "PackError",
    "Position",
    "Proof",
    "Puzzle",
    "Question",
    "Reason",
    "Review",
    "RuleError",
    "StoreError",
    "SurveyResult",
    "UnguardedError",
    "UnreachableError",
    "UnreadableError",
    "Verdict",
    "WorkerLostError",
    "__version__",
    "check",
    "construct",
    "count",
    "fair_hint",
    "generate",
    "hint",
    "problems",
    "prove",
    "read_pack",
    "review",
    "solve",
    "solve_many",
    "survey",
]

_LATE = {
    "winnow.api.check": ("check",),
    "winnow.api.construct": ("Constructed", "construct"),
    "winnow.api.count": ("Count", "count"),
    "winnow.api.fair": ("FairHint", "fair_hint"),
    "winnow.api.hint": ("hint",),
    "winnow.api.many": ("solve_many",),
    "winnow.api.prove": ("Proof", "prove"),
    "winnow.api.review": ("Review", "review"),
    "winnow.api.solve": ("solve",),
    "winnow.core.deals": ("Deal",),
    "winnow.core.question": ("Question",),
    "winnow.core.errors": (
        "BadInputError",
        "BrokenGameError",
        "DealError",
        "EngineError",
        "IllegalMoveError",
        "OutputError",
        "RuleError",
        "UnreadableError",
    ),
    "winnow.core.games": ("GAMES",),
    "winnow.core.position": ("Position",),
    "winnow.core.results": ("CheckResult",),
    "winnow.core.verdicts": ("Answer", "Hint", "Limits", "MoveVerdict", "Reason", "Verdict"),
    "winnow.api.survey": ("SurveyResult", "survey"),
    "winnow.surveys.store": ("StoreError",),
    "winnow.workers.children": ("UnguardedError",),
    "winnow.workers.local": ("ClusterLostError", "UnreachableError", "WorkerLostError"),
    "winnow_puzzles.generate": ("Made", "generate", "problems"),
    "winnow_puzzles.packs.files": ("PackError",),
    "winnow_puzzles.packs.generating": ("NoneWonError",),
    "winnow_puzzles.packs.reading": ("Pack", "Puzzle", "read_pack"),
}
"""The public names of each module, which is loaded on first use."""
_HOME = {name: module for module, names in _LATE.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
