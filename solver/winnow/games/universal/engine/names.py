"""The clause engine's name, apart from its code: most deals are decided before that is loaded."""

from __future__ import annotations

CLAUSES_NAME = "universal-sat"
