"""The clause engine's name and techniques, apart from its code: most deals are decided before that is loaded."""

from __future__ import annotations

CLAUSES_NAME = "universal-sat"
CLAUSES = frozenset(["lowest-to-bar"])
"""What can be switched off in the clauses by name (docs/soundness)."""
