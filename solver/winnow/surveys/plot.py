"""Surveys as a picture: win rates, and the distribution of proven best scores (matplotlib, the extra `report`)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate, groupby
from math import ceil
from textwrap import shorten

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure, SubFigure
from matplotlib.ticker import MaxNLocator

from winnow.core.games import GAMES
from winnow.core.statistics import wilson, win_rate
from winnow.surveys.report import Scores, Summary, limits_text, rules_text

_INCHES_WIDE, _INCHES_A_RATE, _INCHES_A_ROW, _INCHES_OF_SHARES = 9.0, 0.6, 2.4, 4.0
_LETTERS, _LETTERS_OF_HALF = 95, 48
"""The letters of a label that fit into one line of the picture, and into half its width."""

Scored = list[tuple[Summary, Scores]]


def draw(found: Sequence[Summary]) -> bytes:
    """Return the picture as SVG; the same summaries give the same bytes.

    First the win rates. Then, for each game with scores, the number of deals by best score, and the share of deals with
    at least as good a score.
    """
    scored: Scored = [(each, each.scores) for each in found if each.scores is not None and each.scores.proven]
    games = [list(part) for _, part in groupby(scored, lambda pair: pair[0].survey.game)]
    heights = [1.0 + _INCHES_A_RATE * len(found)]
    heights += [_INCHES_OF_SHARES + _INCHES_A_ROW * ceil(len(part) / 2) for part in games]
    with rc_context({"svg.hashsalt": "winnow", "svg.fonttype": "none"}):
        figure = Figure(figsize=(_INCHES_WIDE, sum(heights)), layout="constrained")
        panels = figure.subfigures(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
        _rates(panels[0].subplots(), found)
        for panel, part in zip(panels[1:], games, strict=True):
            _spread(panel, part)
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
        asked = f"{each.survey.question}; {limits_text(each.survey) or 'no limits'}"
        label = shorten(f"{each.survey.game} {rules_text(each.survey)} ({asked})", _LETTERS, placeholder=" ...")
        axes.text(0, place - 0.3, label, fontsize="small", va="bottom")
        axes.plot([100 * low, 100 * high], [place, place], color="black", marker="|")
    axes.set_yticks([])
    axes.set_ylim(-0.9, len(found) - 0.6)
    axes.set_xlim(0, 100)
    axes.invert_yaxis()
    axes.set_xlabel("winnable (green) and undecided (grey) deals, %; line: 95% interval of the win rate")


def _spread(panel: SubFigure, part: Scored) -> None:
    """Draw one game's scores: each survey's deals by best score, two side by side, and the shares below."""
    rows = ceil(len(part) / 2)
    grid = panel.add_gridspec(rows + 1, 2, height_ratios=[*[_INCHES_A_ROW] * rows, _INCHES_OF_SHARES])
    for place, (each, scores) in enumerate(part):
        _scores(panel.add_subplot(grid[place // 2, place % 2]), each, scores)
    _shares(panel.add_subplot(grid[rows, :]), part)


def _scores(axes: Axes, each: Summary, scores: Scores) -> None:
    axes.bar(list(scores.proven), [100 * deals / each.deals for deals in scores.proven.values()], color="tab:blue")
    unproven = f"; {scores.unproven:,} not proven" if scores.unproven else ""
    title = shorten(f"{rules_text(each.survey)}: {each.deals:,} deals{unproven}", _LETTERS_OF_HALF, placeholder=" ...")
    axes.set_title(title, fontsize="small", loc="left")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(GAMES[each.survey.game].score_unit, fontsize="small")
    axes.set_ylabel("deals, %", fontsize="small")


def _shares(axes: Axes, part: Scored) -> None:
    """Draw for each survey, by score, the share of deals proven to have a best score at least that good."""
    game = GAMES[part[0][0].survey.game]
    for each, scores in part:
        values = sorted(scores.proven, reverse=game.higher_is_better)
        counts = list(accumulate(scores.proven[value] for value in values))
        ends = [wilson(count, each.deals) for count in counts]
        (line,) = axes.step(
            values, [100 * count / each.deals for count in counts], where="post", label=rules_text(each.survey)
        )
        lows, highs = [100 * low for low, _ in ends], [100 * high for _, high in ends]
        axes.fill_between(values, lows, highs, step="post", color=line.get_color(), alpha=0.25, linewidth=0)
    better = "at least" if game.higher_is_better else "at most"
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(f"the best score is {better} this, in {game.score_unit}; shaded: 95% interval")
    axes.set_ylabel(f"{game.name}: deals, %")
    axes.set_ylim(0, 100)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(fontsize="small")
