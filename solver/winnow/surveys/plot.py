"""Surveys as a picture: win rates with their intervals, and the proven best scores (matplotlib, the extra `report`)."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from winnow.games import GAMES
from winnow.statistics import win_rate
from winnow.surveys.report import Scores, Summary, limits_text, rules_text

_INCHES_WIDE, _INCHES_A_RATE, _INCHES_A_SCORE = 9.0, 0.5, 2.4


def draw(found: Sequence[Summary], file: str) -> None:
    """Write the picture; the same summaries give the same bytes. Raises OSError if the file cannot be written."""
    scored = [(each, each.scores) for each in found if each.scores is not None]
    heights = [1.2 + _INCHES_A_RATE * len(found), *(_INCHES_A_SCORE for _ in scored)]
    with rc_context({"svg.hashsalt": "winnow", "svg.fonttype": "none"}):
        figure = Figure(figsize=(_INCHES_WIDE, sum(heights)), layout="constrained")
        axes = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
        _rates(axes[0], found)
        for place, (each, scores) in zip(axes[1:], scored, strict=True):
            _scores(place, each, scores)
        FigureCanvasSVG(figure).print_svg(file, metadata={"Date": None})


def _rates(axes: Axes, found: Sequence[Summary]) -> None:
    for place, each in enumerate(found):
        low, high = win_rate(each.winnable, each.undecided, each.deals)
        axes.barh(place, 100 * each.winnable / each.deals, color="tab:green", height=0.5)
        axes.barh(
            place, 100 * each.undecided / each.deals, left=100 * each.winnable / each.deals, color="0.75", height=0.5
        )
        axes.plot([100 * low, 100 * high], [place, place], color="black", marker="|")
    axes.set_yticks(range(len(found)), [_label(each) for each in found])
    axes.set_xlim(0, 100)
    axes.invert_yaxis()
    axes.set_xlabel("winnable (green) and undecided (grey) deals, %; line: 95% interval of the win rate")


def _scores(axes: Axes, each: Summary, scores: Scores) -> None:
    axes.bar(list(scores.proven), list(scores.proven.values()), color="tab:blue")
    unproven = f"; {scores.unproven:,} not proven" if scores.unproven else ""
    axes.set_title(f"{_label(each)}: best scores{unproven}", fontsize="medium")
    axes.set_xlabel(GAMES[each.survey.game].score_unit)
    axes.set_ylabel("deals")


def _label(each: Summary) -> str:
    return " ".join(
        (each.survey.game, rules_text(each.survey), f"({each.survey.question}; {limits_text(each.survey)})")
    )
