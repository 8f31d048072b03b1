"""Blink's command-line output: the score with the time factor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import click

from winnow.cli.exits import InputError
from winnow.core.verdicts import Verdict


def _seconds(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Fraction | None:
    """Return the positive number of seconds in a text, exactly."""
    if text is None:
        return None
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if not 0 < value <= 10**9:
        raise click.BadParameter(f"{text!r} is not a positive number of seconds.")
    return value


def options() -> Sequence[click.Option]:
    """Return the options."""
    return (
        click.Option(["--set-time"], callback=_seconds, metavar="T", help="Blink: score against this set time."),
        click.Option(["--time", "used"], callback=_seconds, metavar="t", help="Blink: the time that was used."),
    )


def check_options(given: Mapping[str, Any]) -> None:
    """Raise InputError if one time is given without the other."""
    if (given["set_time"] is None) != (given["used"] is None):
        raise InputError("--set-time and --time go together")


def additions(given: Mapping[str, Any], verdict: Verdict) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the timed score, as a field and in a sentence."""
    set_time: Fraction | None = given["set_time"]
    used: Fraction | None = given["used"]
    score = verdict.answer.score
    if set_time is None or used is None or score is None:
        return {}, ()
    timed = _shown(score * time_factor(used / set_time, Fraction(str(verdict.rules["bonus"]))))
    return {"timed_score": timed}, (f"With the time factor the score is {timed}.",)


def time_factor(share: Fraction, bonus: Fraction) -> Fraction:
    """Return the factor of a score for a share of the set time: max(0, 2 - share), or a bonus above 1 for beating it.

    >>> [str(time_factor(Fraction(1, 2), Fraction(bonus))) for bonus in (1, 3)]
    ['3/2', '3']
    """
    return bonus if bonus > 1 and share <= 1 else max(Fraction(0), 2 - share)


def _shown(value: Fraction) -> str:
    """Return a number in decimals, rounded down to hundredths; a whole number without decimals."""
    hundredths = value.numerator * 100 // value.denominator
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)
