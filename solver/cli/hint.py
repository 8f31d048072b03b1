"""winnow hint: every legal move of a position with its verdict."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from solver.cli import common
from solver.cli.layouts import layout
from solver.cli.solve import exit_status, sentence
from solver.lines import replay
from solver.solving import answer_hint
from solver.verdicts import Hint


@click.command()
@common.question_options
@common.json_option
def hint(request: common.Request, as_json: bool) -> int:
    """Show every legal move of a position with its own verdict.

    The position is the deal's start, or with --after the position after those moves. Limits are for the hint as a
    whole.
    """
    ask = request.ask()
    with common.interruptible() as interrupt, common.watched_budget(request.limits, interrupt) as budget:
        found = answer_hint(ask, budget)
    if as_json:
        common.write_json(found.record())
        return exit_status(found.verdict)
    console = common.out()
    game = ask.deal.bind()
    console.print(layout(game, replay(game, game.start(), ask.after)))
    console.print()
    console.print(Text(sentence(found.verdict), style="bold"))
    console.print(_table(found) if found.moves else Text("No move is left: the game is over here."))
    return exit_status(found.verdict)


def _table(found: Hint) -> Table:
    table = Table("move", "verdict", "score", "bound", box=None, pad_edge=False)
    for move in found.moves:
        score, bound = ("" if value is None else str(value) for value in (move.score, move.bound))
        table.add_row(move.move, move.verdict, score, bound)
    return table
