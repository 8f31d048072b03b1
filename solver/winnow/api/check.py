"""Checks Winnow's results by the rules alone: no engine is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from winnow.checking.certificates import check_certificate
from winnow.checking.records import check as check_record
from winnow.core.errors import UnreadableError
from winnow.core.meter import Meter
from winnow.core.results import CheckResult

if TYPE_CHECKING:
    from winnow.api.construct import Count
    from winnow.api.prove import Proof  # it loads engines
    from winnow.core.verdicts import Hint, Verdict


def check(
    claim: Mapping[str, Any] | Verdict | Hint | Count | Proof | str | PathLike[str], meter: Meter | None = None
) -> CheckResult:
    """Return the result of checking a result, its JSON object, or a certificate's file, by the rules alone.

    `claim` is the result, the object, or the path of the file. A Proof is checked as its file is, and one without
    evidence as its verdict. `meter` limits the check.

    Raises UnreadableError for a file that cannot be read, and TypeError for any other value.

    >>> import winnow
    >>> check(winnow.prove('single-left', 1, rules={'goal': 'one'})).status
    'verified'
    """
    if isinstance(claim, Mapping):
        return check_record(claim, meter)
    if isinstance(claim, (str, PathLike)):
        try:
            with Path(claim).open("rb") as stream:
                return check_certificate(stream, meter)
        except OSError as error:
            raise UnreadableError(f"cannot read {fspath(claim)}: {error.strerror}") from None
    if hasattr(claim, "record"):
        return check_record(claim.record(), meter)
    if not hasattr(claim, "pack"):
        raise TypeError(f"a result, its record, or a certificate's path can be checked, not a {type(claim).__name__}")
    if claim.content is None:
        return check_record(claim.verdict.record(), meter)
    file = BytesIO()
    claim.pack(file)
    file.seek(0)
    return check_certificate(file, meter)
