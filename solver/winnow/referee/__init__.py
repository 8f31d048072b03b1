"""The referee: checks what Winnow printed, by the rules alone. It imports no engine."""

from winnow.referee.records import check
from winnow.referee.results import CheckResult, Status

__all__ = ["CheckResult", "Status", "check"]
