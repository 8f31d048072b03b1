"""winnow hint: every legal move of a position with its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import click
from rich.table import Table
from rich.text import Text

from winnow.api.review import Review, review
from winnow.api.solve import Ask, answer_hint
from winnow.cli import common
from winnow.cli.solve import exit_status, sentence
from winnow.engines.blink.holding import held_back
from winnow.faces import FACES
from winnow.games import GAMES
from winnow.games.blink import Blink
from winnow.lines import replay, split_moves
from winnow.verdicts import Hint, MoveVerdict


@click.command()
@common.question_options
@click.option("--line", metavar="MOVES", help="Say at which move of this played line the win was lost.")
@common.json_option
def hint(request: common.Request, line: str | None, as_json: bool) -> int:
    """Show every legal move of a position with its own verdict.

    The position is the deal's start, or with --after the position after those moves. With --line the line played from
    there is looked through for the move that lost the win. Limits are for the hint as a whole.
    """
    ask = request.ask()
    if line is not None:
        return _review(request, ask, line, as_json)
    with common.interruptible() as interrupt, common.watched_budget(request.limits, interrupt) as budget:
        found = answer_hint(ask, budget)
    game = ask.deal.bind()
    position = replay(game, game.start(), ask.after)
    holding = held_back(game, position, found.moves) if isinstance(game, Blink) else None
    if as_json:
        common.write_json(found.record() | ({} if holding is None else {"held_back": holding}))
        return exit_status(found.verdict)
    console = common.out()
    console.print(FACES.of(game.name).text(game, position))
    console.print()
    console.print(Text(sentence(found.verdict), style="bold"))
    console.print(_table(found) if found.moves else Text("No move is left: the game is over here."))
    if holding:
        console.print(
            Text("If it is held back: " + ", ".join(f"{card} {verdict}" for card, verdict in holding.items()))
        )
    return exit_status(found.verdict)


def _review(request: common.Request, ask: Ask, line: str, as_json: bool) -> int:
    moves = split_moves(GAMES[ask.deal.game], line)
    with common.interruptible() as interrupt, common.watched_budget(request.limits, interrupt) as budget:
        found = review(ask, moves, budget)
    if as_json:
        common.write_json(found.record())
    else:
        common.out().print(Text(_story(found)))
    if budget.stopped == "interrupt":
        return common.EXIT_INTERRUPTED
    return common.EXIT_DECIDED if found.found else common.EXIT_UNDECIDED


def _story(found: Review) -> str:
    """Return in words what became of the win along the line."""
    if found.start == "unwinnable":
        return "The win was gone before the first of these moves."
    if found.lost is None:
        return "The line keeps the win." if found.end == "winnable" else "Undecided: the line's end was not decided."
    if found.kept is None or found.lost > found.kept + 1:
        first = 1 if found.kept is None else found.kept + 1
        return f"The win was lost between move {first} and move {found.lost}; what lies between stayed undecided."
    instead = ", ".join(move.move for move in found.winning)
    return f"Move {found.lost}, {found.line[found.kept]}, lost the win. Moves that keep it: {instead or 'not decided'}."


def _table(found: Hint) -> Table:
    table = Table("move", "verdict", "score", "bound", box=None, pad_edge=False)
    discards = [move for move in found.moves if move.move.startswith("discard ")]
    for move in found.moves:
        if move not in discards[1:]:
            shown = _best_order(discards) if move in discards else move
            table.add_row(shown.move, shown.verdict, _number(shown.score), _number(shown.bound))
    for verdict in dict.fromkeys(move.verdict for move in discards if move != _best_order(discards)):
        others = [move for move in discards if move.verdict == verdict and move != _best_order(discards)]
        scores = [_span([move.score for move in others]), _span([move.bound for move in others])]
        table.add_row(f"discard in {len(others)} other orders", verdict, *scores)
    return table


def _best_order(discards: Sequence[MoveVerdict]) -> MoveVerdict:
    """Return the most promising of the orders of one discard (Head, where a lower score is better)."""
    verdicts = ("winnable", "undecided", "unwinnable")
    return min(
        discards,
        key=lambda move: (verdicts.index(move.verdict), *(inf if n is None else n for n in (move.score, move.bound))),
    )


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _span(values: Sequence[int | None]) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return ""
    return str(min(known)) if min(known) == max(known) else f"{min(known)} to {max(known)}"
