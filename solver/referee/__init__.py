"""The referee: checks what Winnow printed, by the rules alone. It imports no engine."""

from solver.referee.records import CheckResult, Status, check

__all__ = ["CheckResult", "Status", "check"]
