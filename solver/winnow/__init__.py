"""Winnow: tells winnable deals from unwinnable ones, and proves it, for little-known solitaires.

>>> import winnow
>>> winnow.solve('single-left', 1, rules={'goal': 'one'}).verdict
'unwinnable'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from winnow.api.check import check as check
    from winnow.api.construct import Constructed as Constructed
    from winnow.api.construct import Count as Count
    from winnow.api.construct import construct as construct
    from winnow.api.construct import count as count
    from winnow.api.fair import FairHint as FairHint
    from winnow.api.fair import fair_hint as fair_hint
    from winnow.api.hint import hint as hint
    from winnow.api.prove import Proof as Proof
    from winnow.api.prove import prove as prove
    from winnow.api.review import Review as Review
    from winnow.api.review import review as review
    from winnow.api.solve import solve as solve
    from winnow.api.solve import solve_many as solve_many
    from winnow.api.survey import SurveyResult as SurveyResult
    from winnow.api.survey import survey as survey
    from winnow.core.deals import Deal as Deal
    from winnow.core.errors import BadInputError as BadInputError
    from winnow.core.errors import BrokenGameError as BrokenGameError
    from winnow.core.errors import DealError as DealError
    from winnow.core.errors import EngineError as EngineError
    from winnow.core.errors import IllegalMoveError as IllegalMoveError
    from winnow.core.errors import OutputError as OutputError
    from winnow.core.errors import RuleError as RuleError
    from winnow.core.errors import UnreadableError as UnreadableError
    from winnow.core.games import GAMES as GAMES
    from winnow.core.position import Position as Position
    from winnow.core.question import Question as Question
    from winnow.core.results import CheckResult as CheckResult
    from winnow.core.verdicts import Answer as Answer
    from winnow.core.verdicts import Hint as Hint
    from winnow.core.verdicts import Limits as Limits
    from winnow.core.verdicts import MoveVerdict as MoveVerdict
    from winnow.core.verdicts import Reason as Reason
    from winnow.core.verdicts import Verdict as Verdict
    from winnow.core.version import __version__ as __version__
    from winnow.surveys.store import StoreError as StoreError
    from winnow.workers.children import UnguardedError as UnguardedError
    from winnow.workers.local import ClusterLostError as ClusterLostError
    from winnow.workers.local import UnreachableError as UnreachableError
    from winnow.workers.local import WorkerLostError as WorkerLostError
    from winnow_puzzles.generate import Made as Made
    from winnow_puzzles.generate import generate as generate
    from winnow_puzzles.generate import problems as problems
    from winnow_puzzles.packs.files import PackError as PackError
    from winnow_puzzles.packs.journal import NoneWonError as NoneWonError
    from winnow_puzzles.packs.reading import Pack as Pack
    from winnow_puzzles.packs.reading import Puzzle as Puzzle
    from winnow_puzzles.packs.reading import read_pack as read_pack

_LATE = {
    "winnow.api.check": ("check",),
    "winnow.api.construct": ("Constructed", "Count", "construct", "count"),
    "winnow.api.fair": ("FairHint", "fair_hint"),
    "winnow.api.hint": ("hint",),
    "winnow.api.prove": ("Proof", "prove"),
    "winnow.api.review": ("Review", "review"),
    "winnow.api.solve": ("solve", "solve_many"),
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
    "winnow.core.version": ("__version__",),
    "winnow.api.survey": ("SurveyResult", "survey"),
    "winnow.surveys.store": ("StoreError",),
    "winnow.workers.children": ("UnguardedError",),
    "winnow.workers.local": ("ClusterLostError", "UnreachableError", "WorkerLostError"),
    "winnow_puzzles.generate": ("Made", "generate", "problems"),
    "winnow_puzzles.packs.files": ("PackError",),
    "winnow_puzzles.packs.journal": ("NoneWonError",),
    "winnow_puzzles.packs.reading": ("Pack", "Puzzle", "read_pack"),
}
"""The public names of each module, which is loaded on first use."""
_HOME = {name: module for module, names in _LATE.items() for name in names}
__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
