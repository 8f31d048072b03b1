"""Checks a certificate of the number of winning layouts (format `winnow-count-proof/1`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from winnow.checking.claims import deal_of, position_of
from winnow.core.meter import Meter
from winnow.core.referee import known_referee
from winnow.core.results import CheckResult, field_of, require

COUNT_PROOF_FORMAT = "winnow-count-proof/1"
FIELDS = ("format", "game", "rules", "deal", "number", "after", "layouts", "content")
"""The fields of a header."""
_MOST_LAYOUTS = 10**6


def check_count(header: Mapping[str, Any], text: Iterator[str], meter: Meter) -> tuple[CheckResult, Mapping[str, Any]]:
    """Return the result of checking the certificate, and its header with the deal in standard spelling.

    Raises CheckFailedError, the errors of reading a deal and of replaying a line, BeyondError and ExhaustedError.
    """
    require(sorted(header) == sorted(FIELDS), f"the header has not the fields {', '.join(FIELDS)} and no others")
    count, content = field_of(header, "layouts", int), field_of(header, "content", str)
    require(0 <= count <= _MOST_LAYOUTS, "layouts is not a number of them")
    deal = deal_of(header, meter)
    require(not deal.unknown, "layouts are counted of deals whose cards are known")
    contents = known_referee(deal.game, deal.rules).count_contents()
    require(content in contents, f"{deal.game} has no content {content!a} for layouts")
    game = deal.bind()
    position = position_of(header, game, meter)
    require(not game.won(position), "all cards lie already")
    shown = contents[content](game, position, count, text, meter)
    require(next(text, None) is None, "something follows the proof")
    after = "after the moves given, " if header["after"] else ""
    result = CheckResult("verified", f"{deal.game} deal: {after}{shown}", (("layouts", "verified"),))
    return result, {**header, "deal": deal.text}
