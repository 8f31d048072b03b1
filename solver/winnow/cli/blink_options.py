"""What solve says of Blink beyond the verdict: the layout as a picture, and the score with the time factor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

from winnow.api.solve import Ask
from winnow.cli import common
from winnow.faces.blink_svg import svg
from winnow.games.blink import Blink
from winnow.lines import replay
from winnow.verdicts import Verdict

F = TypeVar("F", bound=Callable[..., Any])


def _seconds(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Fraction | None:
    """Read a positive number of seconds exactly."""
    if text is None:
        return None
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if not 0 < value <= 10**9:
        raise click.BadParameter(f"{text!r} is not a positive number of seconds.")
    return value


svg_option = click.option("--svg", "picture", metavar="FILE", help="Blink: draw the layout into an SVG file.")
set_time_option = click.option("--set-time", callback=_seconds, metavar="T", help="Blink: score against this set time.")
time_option = click.option("--time", "used", callback=_seconds, metavar="t", help="Blink: the time that was used.")


@dataclass(frozen=True)
class Extras:
    """The options of solve that are Blink's own, as given."""

    picture: str | None
    set_time: Fraction | None
    used: Fraction | None

    def check(self, ask: Ask) -> None:
        """Raise InputError if the options do not go together or with the game."""
        given = [value for value in (self.picture, self.set_time, self.used) if value is not None]
        if given and ask.deal.game != Blink.name:
            raise common.InputError("--svg, --set-time and --time are for blink only")
        if (self.set_time is None) != (self.used is None):
            raise common.InputError("--set-time and --time go together")

    def timed(self, verdict: Verdict) -> Fraction | None:
        """Return the score times max(0, 2 - t / T), exactly; None if there is no score or no time."""
        if self.set_time is None or self.used is None or verdict.answer.score is None:
            return None
        return verdict.answer.score * max(Fraction(0), 2 - self.used / self.set_time)

    def sentence(self, verdict: Verdict) -> str:
        """Return the timed score in words; "" if there is none."""
        timed = self.timed(verdict)
        return "" if timed is None else f"With the time factor the score is {_shown(timed)}."

    def record(self, verdict: Verdict) -> dict[str, Any]:
        """Return what the options add to the verdict's JSON object."""
        timed = self.timed(verdict)
        return {} if timed is None else {"timed_score": _shown(timed)}

    def draw(self, ask: Ask, verdict: Verdict) -> None:
        """Write the layout that the line ends with, or that of the position if there is no line."""
        if self.picture is None:
            return
        game = ask.deal.bind()
        position = replay(game, game.start(), (*ask.after, *(verdict.answer.line or ())))
        try:
            Path(self.picture).write_text(svg(position), encoding="utf-8")
        except OSError as error:
            raise common.InputError(f"cannot write {self.picture}: {error.strerror}") from None


def _shown(value: Fraction) -> str:
    """Return a number in decimals, rounded down to hundredths; whole ones without."""
    hundredths = value.numerator * 100 // value.denominator
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)
