"""winnow solve: decide one deal, or a file of them."""

from __future__ import annotations

import click
from rich.console import Console
from rich.text import Text

from solver.cli import batch, common, steps
from solver.cli.layouts import grid, layout
from solver.games import GAMES, Blink, OneMinute
from solver.lines import replay
from solver.solving import Ask, answer
from solver.verdicts import Verdict

_VERDICT_STYLES = {
    "winnable": "bold green",
    "unwinnable": "bold red",
    "undecided": "bold yellow",
    "open": "bold yellow",
}


@click.command()
@common.question_options
@click.option("--file", "file", metavar="F", help="Read deals from a file, one a line (- is standard input).")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes for a file.")
@common.json_option
def solve(request: common.Request, file: str | None, jobs: int, as_json: bool) -> int:
    """Decide whether DEAL of GAME can be won, or with --best what its best score is.

    DEAL is the cards' tokens; --number takes a numbered deal instead, --file many deals.
    """
    if sum(given is not None for given in (request.deal, request.number, file)) != 1:
        raise common.InputError("give one of: a deal's cards, --number N, --file F")
    if file is not None:
        return batch.run(request, file, jobs, as_json)
    ask = request.ask()
    with common.interruptible() as interrupt, common.watched_budget(request.limits, interrupt) as budget:
        verdict = answer(ask, budget)
    if as_json:
        common.write_json(verdict.record())
    else:
        tell(ask, verdict, common.out())
    return exit_status(verdict)


def exit_status(verdict: Verdict) -> int:
    """Return the contract's exit status for a verdict."""
    if verdict.stopped == "interrupt":
        return common.EXIT_INTERRUPTED
    return common.EXIT_DECIDED if verdict.decided else common.EXIT_UNDECIDED


def tell(ask: Ask, verdict: Verdict, console: Console) -> None:
    """Print the deal, the verdict in a sentence, and the line in steps."""
    line = verdict.answer.line
    if ask.deal.unknown:
        console.print(Text(f"Known cards: {ask.deal.text}"))
        console.print(Text(sentence(verdict), style=_VERDICT_STYLES[verdict.verdict]))
        for word, completion in (verdict.answer.completions or {}).items():
            console.print(Text(f"A {word} completion: {completion}"))
        console.print(_cost(verdict))
        return
    game = ask.deal.bind()
    position = replay(game, game.start(), ask.after)
    console.print(layout(game, position))
    console.print()
    console.print(Text(sentence(verdict), style=_VERDICT_STYLES[verdict.verdict]))
    score = score_sentence(ask, verdict)
    if score:
        console.print(Text(score))
    if line:
        console.print()
        if isinstance(game, OneMinute):
            console.print(Text(steps.ONE_MINUTE_LEGEND, style="dim"))
        for number, step in enumerate(steps.steps(game, position, line), 1):
            console.print(Text(f"{number:>3}. {step}"))
        if isinstance(game, Blink):
            console.print(grid(replay(game, position, line)))
        console.print()
        separator = "; " if game.move_separator == ";" else " "
        console.print(Text.assemble(("Line: ", "bold"), separator.join(line)), soft_wrap=True)
    console.print(_cost(verdict))


def sentence(verdict: Verdict) -> str:
    """Return the verdict in one plain sentence."""
    name = verdict.verdict
    from_here = "From this position the deal" if verdict.after else "This deal"
    if name == "winnable":
        return f"{from_here} can be won."
    if name == "unwinnable":
        reason = verdict.answer.reason
        return f"{from_here} cannot be won." if reason is None else f"{from_here} cannot be won. {reason.text}"
    if name == "open":
        return "Open: the unknown cards decide it."
    return f"Undecided: {common.stop_words(verdict.stopped)} before the search could finish."


def score_sentence(ask: Ask, verdict: Verdict) -> str:
    """Return what is known of the score, in words; "" if nothing is."""
    answer, unit = verdict.answer, GAMES[ask.deal.game].score_unit
    if answer.score is None:
        return ""
    known = f"{answer.score} {unit}"
    if verdict.game == "one-minute":
        known += f", a pace of {_pace(answer.score)} cards a second"
    if not ask.best:
        return f"The line ends with {known}." if answer.line else ""
    if answer.optimal:
        return f"Best score: {known}; nothing better is possible."
    limit = "" if answer.bound is None else f"; no line can better {answer.bound}"
    return f"Best score found: {known}{limit}."


def _pace(handlings: int) -> str:
    """Return the pace that a minute needs, rounded up to hundredths."""
    return f"{-(-handlings * 100 // 60) / 100:.2f}"


def _cost(verdict: Verdict) -> Text:
    positions = "1 position" if verdict.positions == 1 else f"{verdict.positions:,} positions"
    return Text(f"{positions} in {verdict.seconds:.2f} s, engine {verdict.answer.engine}", style="dim")
