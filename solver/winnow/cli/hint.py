"""winnow hint: every legal move of a position with its verdict."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from winnow.api.fair import answer_fair_hint
from winnow.api.hint import answer_hint
from winnow.api.review import Review, review_line
from winnow.cli import common, exits
from winnow.cli.fair import tell_fair
from winnow.core import commands
from winnow.core.face import FACES, end_sentence
from winnow.core.games import GAMES
from winnow.core.lines import replay, split_moves
from winnow.core.verdicts import Hint
from winnow.search.fair.orders import Samples
from winnow.search.fair.players import ADVISER, Player, PolicyName


@click.command()
@common.question_options
@click.option("--line", metavar="MOVES", help="Find the move of this played line that lost the win.")
@click.option("--fair", is_flag=True, help="Use only the cards that the moves so far have shown.")
@common.sample_options
@common.policy_options
@common.json_option
def hint(
    options: common.Options,
    line: str | None,
    fair: bool,
    samples: Samples,
    policy: PolicyName | None,
    games: int,
    as_json: bool,
) -> int:
    """Show every legal move of a position with its own verdict.

    The position is the deal's start, or with --after the position after those moves. With --line the command finds the
    move of the line played from there that lost the win, or with --best the best score. The limits hold for the whole
    hint.

    With --fair, or a deal with "?", each move gets estimates instead of a verdict: how often the deal can still be won,
    and how often a player wins it who sees only face-up cards, over random orders of the unseen cards.
    """
    if line is not None and fair:
        raise common.InputError("--line needs every card to be known: give it without --fair")
    if line is not None:
        exits.refuse_given("needs --fair, and --line has none", "policy", "games", "samples", "seed")
        return _review(options, line, as_json)
    with common.searching(options.limits) as budget:
        question = options.question(budget)
        if fair or question.deal.unknown:
            if policy == "natural":
                exits.refuse_given("is for a player who plays on, and the natural one does not", "games")
            adviser = Player(policy or ADVISER, games, samples.seed)
            shown = answer_fair_hint(question, budget, samples, adviser, policy or "natural")
            common.write_json(shown.record()) if as_json else tell_fair(shown, common.out())
            return exits.status(shown.stopped, bool(shown.samples))
        exits.refuse_given('needs --fair or a deal with "?"', "policy", "games", "samples", "seed")
        found = answer_hint(question, budget)
    game = question.deal.bind()
    position = replay(game, game.start(), question.after)
    if as_json:
        common.write_json(found.record())
        return exits.status(found.verdict.stopped, found.verdict.decided)
    console = common.out()
    console.print(FACES.of(game.name).text(game, position))
    console.print()
    console.print(Text(found.verdict.sentence, style="bold"))
    if found.moves:
        console.print(_table(game.name, found))
    elif found.verdict.stopped is None:
        console.print(Text(end_sentence(game, position)))
    return exits.status(found.verdict.stopped, found.verdict.decided)


def _review(options: common.Options, line: str, as_json: bool) -> int:
    with common.searching(options.limits) as budget:
        question = options.question(budget)
        found = review_line(question, split_moves(GAMES[question.deal.game], line), budget)
    if as_json:
        common.write_json(found.record())
    else:
        common.out().print(Text(_story(found)))
    return exits.status(budget.stopped, found.found)


def _story(found: Review) -> str:
    """Return a sentence that says which move of the line lost the win, or the best score."""
    asked = _asked(found)
    if not found.line:
        return _before(found, asked)
    if found.start == "unwinnable":
        return "The win was gone before the first of these moves."
    if found.lost is None:
        return f"The line keeps {asked}." if found.end == "winnable" else "Undecided: the line's end was not decided."
    if found.kept is None or found.lost > found.kept + 1:
        first = 1 if found.kept is None else found.kept + 1
        told = asked[0].upper() + asked[1:]
        return f"{told} was lost between move {first} and move {found.lost}; what lies between stayed undecided."
    game = found.question.deal.bind()
    after = found.question.after + found.line[: found.kept]
    legal = list(game.moves(replay(game, game.start(), after)))
    instead = commands.list_moves.of(game.name)([move.move for move in found.winning], legal)
    now = f"; after it the best is {_best_text(found, found.lost)}" if found.best else ""
    move = f"Move {found.lost}, {found.line[found.kept]}, lost {asked}{now}."
    return f"{move} Moves that keep it: {instead or 'not decided'}."


def _asked(found: Review) -> str:
    """Return the phrase for what the line may lose: the win or the best score."""
    if not found.question.best:
        return "the win"
    if 0 not in found.best:
        return "the best score"
    return f"the best score ({_best_text(found, 0)})"


def _best_text(found: Review, moves: int) -> str:
    """Return the proven best score after `moves` moves in words, "none" where no end has a score."""
    score = found.best[moves]
    game = found.question.deal.bind()
    return "none" if score is None else FACES.of(game.name).score_text(game, score)


def _before(found: Review, asked: str) -> str:
    if found.start == "undecided":
        return f"The line has no move; {asked} of its start was not decided."
    can = "can" if found.start == "winnable" else "cannot"
    what = f"{asked} can still be reached" if found.question.best else f"the deal {can} be won"
    return f"The line has no move; before its first one {what}."


def _table(game: str, found: Hint) -> Table:
    limit = "at most" if GAMES[game].higher_is_better else "at least"
    table = Table("move", box=None, pad_edge=False)
    table.add_column("verdict", no_wrap=True)
    table.add_column("best found")
    table.add_column(f"proved: {limit}")
    for row in commands.hint_rows.of(game)(found.moves):
        table.add_row(*row)
    return table
