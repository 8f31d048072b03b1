"""The error for a third-party package that is not installed: packages are imported where a question needs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from winnow.core.errors import AbsentPackageError

_OWN = {"winnow", "winnow_kernels", "winnow_puzzles"}
_DISTRIBUTIONS = {"pysat": "python-sat"}
"""Names under which packages are installed, where that is not the name of their import."""


@contextmanager
def absent_packages_named() -> Iterator[None]:
    """Turn a failed import of a third-party package into an AbsentPackageError that names it; as a decorator, too."""
    try:
        yield
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        if not top or top in _OWN:
            raise
        raise AbsentPackageError(_DISTRIBUTIONS.get(top, top)) from None
