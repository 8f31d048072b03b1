"""winnow solve: decide one deal, or a file of them."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console
from rich.text import Text

from winnow.cli import common, exits
from winnow.cli.fair import share_sentence
from winnow.cli.group import ARGUMENTS
from winnow.core import commands
from winnow.core.counted import counted
from winnow.core.face import FACES, end_text, steps_legend
from winnow.core.games import GAMES
from winnow.core.lines import replay
from winnow.core.output import Output
from winnow.core.question import Question
from winnow.core.verdicts import Verdict
from winnow.search.fair.orders import Samples
from winnow.search.questions import answer

_VERDICT_STYLES = {
    "winnable": "bold green",
    "unwinnable": "bold red",
    "undecided": "bold yellow",
    "open": "bold yellow",
}


class GameCommand(click.Command):
    """Accepts the game's own options (the hook `options`) too. Its help without a game lists those of all games."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the command, those of the game, and --help."""
        *params, help_option = super().get_params(ctx)
        game = next((arg for arg in ctx.meta.get(ARGUMENTS, ()) if arg in GAMES), None)
        named = [kind.name for kind in GAMES.usable()] if game is None else [game]
        return [*params, *(option for name in named for option in commands.options.of(name)()), help_option]


@click.command(cls=GameCommand)
@common.question_options
@click.option("--file", "file", metavar="F", help="Read deals from a file, one a line (- is standard input).")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes for a file.")
@click.option("--svg", "picture", metavar="FILE", help="Draw the table, or the solution's last layout, as SVG.")
@common.sample_options
@common.json_option
def solve(
    options: common.Options,
    file: str | None,
    jobs: int,
    picture: str | None,
    samples: Samples,
    as_json: bool,
    **given: Any,
) -> int:
    """Decide whether DEAL of GAME can be won, or with --best what its best score is.

    DEAL is the cards' tokens, with ? for each unseen card; --number N takes a numbered deal instead, --file F many
    deals.
    """
    if sum(value is not None for value in (options.deal, options.number, file)) != 1:
        raise common.InputError("give one of: a deal's cards, --number N, --file F")
    if file is not None:
        if picture is not None or any(value is not None for value in given.values()):
            raise common.InputError(f"--svg and the options of {options.game} alone are for one deal, not for a file")
        from winnow.cli import batch  # noqa: PLC0415  a single deal needs no other processes

        return batch.run(options, file, jobs, samples, as_json)
    exits.refuse_given("needs --file", "jobs")
    output = None if picture is None else Output(picture)
    with common.searching(options.limits) as budget:
        question = options.question(budget)
        game = question.deal.game
        commands.check_options.of(game)(given)
        if output is not None and question.deal.unknown:
            raise common.InputError("--svg needs a deal whose cards are all known")
        if not question.deal.unknown:
            exits.refuse_given('needs a deal with "?"', "samples", "seed")
        verdict = answer(question, budget, samples)
    fields, sentences = commands.additions.of(game)(given, verdict)
    if as_json:
        common.write_json(verdict.record() | dict(fields))
    else:
        tell(question, verdict, common.out())
        for text in sentences:
            common.out().print(Text(text))
    if output is not None:
        output.write((verdict._repr_svg_() or "").encode())
    return exits.status(verdict.stopped, verdict.decided)


def tell(question: Question, verdict: Verdict, console: Console) -> None:
    """Print the deal, the verdict in a sentence, and the line in steps."""
    line = verdict.answer.line
    if question.deal.unknown:
        console.print(Text(f"Known cards: {question.deal.text}"))
        console.print(Text(verdict.sentence, style=_VERDICT_STYLES[verdict.verdict]))
        for word, completion in (verdict.answer.completions or {}).items():
            console.print(Text(f"A {word} completion: {completion}"))
        if verdict.answer.share is not None:
            console.print(Text(share_sentence(verdict.answer.share)))
        console.print(_cost(verdict))
        return
    game, face = question.deal.bind(), FACES.of(question.deal.game)
    position = replay(game, game.start(), question.after)
    console.print(face.text(game, position))
    console.print()
    console.print(Text(verdict.sentence, style=_VERDICT_STYLES[verdict.verdict]))
    score = verdict.score_sentence
    if score:
        console.print(Text(score))
    if line:
        console.print()
        legend = steps_legend.of(game.name)()
        if legend:
            console.print(Text(legend, style="dim"))
        for number, step in enumerate(face.steps(game, position, line), 1):
            console.print(Text(f"{number:>3}. {step}"))
        end = end_text.of(game.name)(game, replay(game, position, line))
        if end is not None:
            console.print(end)
        console.print()
        separator = "; " if game.move_separator == ";" else " "
        console.print(Text.assemble(("Line: ", "bold"), separator.join(line)), soft_wrap=True)
    console.print(_cost(verdict))


def _cost(verdict: Verdict) -> Text:
    return Text(
        f"{counted(verdict.positions, 'positions')} in {verdict.seconds:.2f} s, engine {verdict.answer.engine}",
        style="dim",
    )
