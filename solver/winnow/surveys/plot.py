"""Surveys as a picture: win rates with their intervals, and the proven best scores (matplotlib, the extra `report`)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from textwrap import shorten

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from winnow.games import GAMES
from winnow.statistics import win_rate
from winnow.surveys.report import Scores, Summary, limits_text, rules_text

_INCHES_WIDE, _INCHES_A_RATE, _INCHES_A_SCORE = 9.0, 0.6, 2.4
_LETTERS = 95
"""So many letters of a label fit into one line of the picture."""


def draw(found: Sequence[Summary]) -> bytes:
    """Return the picture as SVG; the same summaries give the same bytes."""
    scored = [(each, each.scores) for each in found if each.scores is not None]
    heights = [1.2 + _INCHES_A_RATE * len(found), *(_INCHES_A_SCORE for _ in scored)]
    with rc_context({"svg.hashsalt": "winnow", "svg.fonttype": "none"}):
        figure = Figure(figsize=(_INCHES_WIDE, sum(heights)), layout="constrained")
        axes = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
        _rates(axes[0], found)
        for place, (each, scores) in zip(axes[1:], scored, strict=True):
            _scores(place, each, scores)
        picture = BytesIO()
        FigureCanvasSVG(figure).print_svg(picture, metadata={"Date": None})
    return picture.getvalue()


def _rates(axes: Axes, found: Sequence[Summary]) -> None:
    for place, each in enumerate(found):
        low, high = win_rate(each.winnable, each.undecided, each.deals)
        won = 100 * each.winnable / each.deals
        axes.barh(place, won, color="tab:green", height=0.4)
        axes.barh(place, 100 * each.undecided / each.deals, left=won, color="0.75", height=0.4)
        # Above its bar a label has the whole width; beside the axis it would take half of it.
        axes.text(0, place - 0.3, _label(each), fontsize="small", va="bottom")
        axes.plot([100 * low, 100 * high], [place, place], color="black", marker="|")
    axes.set_yticks([])
    axes.set_ylim(-0.9, len(found) - 0.6)
    axes.set_xlim(0, 100)
    axes.invert_yaxis()
    axes.set_xlabel("winnable (green) and undecided (grey) deals, %; line: 95% interval of the win rate")


def _scores(axes: Axes, each: Summary, scores: Scores) -> None:
    axes.bar(list(scores.proven), list(scores.proven.values()), color="tab:blue")
    unproven = f"; {scores.unproven:,} not proven" if scores.unproven else ""
    axes.set_title(f"{_label(each)}: best scores{unproven}", fontsize="small", loc="left")
    axes.set_xlabel(GAMES[each.survey.game].score_unit)
    axes.set_ylabel("deals")


def _label(each: Summary) -> str:
    asked = f"{each.survey.question}; {limits_text(each.survey) or 'no limits'}"
    return shorten(f"{each.survey.game} {rules_text(each.survey)} ({asked})", _LETTERS, placeholder=" ...")
