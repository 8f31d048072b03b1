"""winnow solve: decide one deal, or a file of them."""

from __future__ import annotations

from fractions import Fraction

import click
from rich.console import Console
from rich.text import Text

from winnow.api.solve import Ask, answer
from winnow.cli import batch, blink_options, common
from winnow.faces import FACES
from winnow.lines import replay
from winnow.verdicts import Verdict

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
@blink_options.svg_option
@blink_options.set_time_option
@blink_options.time_option
@common.json_option
def solve(
    request: common.Request,
    file: str | None,
    jobs: int,
    picture: str | None,
    set_time: Fraction | None,
    used: Fraction | None,
    as_json: bool,
) -> int:
    """Decide whether DEAL of GAME can be won, or with --best what its best score is.

    DEAL is the cards' tokens; --number takes a numbered deal instead, --file many deals.
    """
    if sum(given is not None for given in (request.deal, request.number, file)) != 1:
        raise common.InputError("give one of: a deal's cards, --number N, --file F")
    extras = blink_options.Extras(picture, set_time, used)
    if file is not None:
        if extras != blink_options.Extras(None, None, None):
            raise common.InputError("--svg, --set-time and --time are for one deal, not for a file")
        return batch.run(request, file, jobs, as_json)
    ask = request.ask()
    extras.check(ask)
    with common.interruptible() as interrupt, common.watched_budget(request.limits, interrupt) as budget:
        verdict = answer(ask, budget)
    if as_json:
        common.write_json(verdict.record() | extras.record(verdict))
    else:
        tell(ask, verdict, common.out())
        if extras.sentence(verdict):
            common.out().print(Text(extras.sentence(verdict)))
    extras.draw(ask, verdict)
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
    game, face = ask.deal.bind(), FACES.of(ask.deal.game)
    position = replay(game, game.start(), ask.after)
    console.print(face.text(game, position))
    console.print()
    console.print(Text(sentence(verdict), style=_VERDICT_STYLES[verdict.verdict]))
    score = score_sentence(ask, verdict)
    if score:
        console.print(Text(score))
    for remark in face.remarks(game, position):
        console.print(Text(remark))
    if line:
        console.print()
        if face.steps_legend():
            console.print(Text(face.steps_legend(), style="dim"))
        for number, step in enumerate(face.steps(game, position, line), 1):
            console.print(Text(f"{number:>3}. {step}"))
        end = face.end_text(game, replay(game, position, line))
        if end is not None:
            console.print(end)
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
    answer = verdict.answer
    if answer.score is None:
        return ""
    game, face = ask.deal.bind(), FACES.of(ask.deal.game)
    if verdict.verdict == "unwinnable" and not ask.best and answer.bound is not None:
        told = face.bound_text(game, answer.bound)
        if told:
            return told
    known = face.score_text(game, answer.score)
    if not ask.best:
        return f"The line ends with {known}." if answer.line else ""
    if answer.optimal:
        return f"Best score: {known}; nothing better is possible."
    limit = "" if answer.bound is None else f"; no line can better {answer.bound}"
    return f"Best score found: {known}{limit}."


def _cost(verdict: Verdict) -> Text:
    positions = "1 position" if verdict.positions == 1 else f"{verdict.positions:,} positions"
    return Text(f"{positions} in {verdict.seconds:.2f} s, engine {verdict.answer.engine}", style="dim")
