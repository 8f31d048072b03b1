"""The referee: checks what Winnow printed, by the rules alone. It imports no engine."""

from solver.referee.records import check
from solver.referee.results import CheckResult, Status

__all__ = ["CheckResult", "Status", "check"]
