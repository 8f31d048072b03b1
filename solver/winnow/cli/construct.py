"""winnow construct and winnow count: deals with a given end, and the number of ends that win a deal."""

from __future__ import annotations

from typing import Any

import click
from rich.text import Text

from winnow.api.construct import DEFAULT_CAP, Constructed, Count, count_layouts, wish
from winnow.api.construct import construct_deal as construct
from winnow.cli import common, exits
from winnow.core.verdicts import Limits, stop_words


@click.command(name="construct")
@common.game_argument()
@click.argument("deal", nargs=-1)
@click.option("--leaves", type=click.IntRange(min=0), metavar="K", help="Find a deal that leaves exactly K cards.")
@click.option(
    "--first-discard",
    type=click.IntRange(min=1),
    default=1,
    metavar="M",
    help="Allow no discard before the M-th card is drawn.",
)
@common.rule_option
@common.limit_options
def construct_deal(game: str, deal: tuple[str, ...], limits: Limits, **wished: Any) -> int:
    """Find a deal of GAME with the wished end, or prove that there is none.

    DEAL gives the fixed cards, with ? for any other; without it every card is free.
    """
    with common.searching(limits) as budget:
        text = " ".join(deal)
        common.claim_deal(len(text), budget)
        constructed = construct(wish(game, text or None, **wished), budget)
    _tell(constructed)
    return exits.status(constructed.stopped, constructed.decided)


def _tell(constructed: Constructed) -> None:
    console, found = common.out(), constructed.found
    if found.deal is not None:
        when = "never" if found.first_discard is None else f"at card {found.first_discard}"
        console.print(Text(found.deal.text))
        console.print(Text(f"Left at the end: {found.left}. First discard: {when}."))
    elif found.reason is not None:
        console.print(Text(f"There is no such deal. {found.reason.text}"))
    else:
        console.print(Text(f"Undecided: {stop_words(constructed.stopped)} before the search could finish."))


@click.command()
@common.question_options
@click.option(
    "--cap",
    type=click.IntRange(1, 10**6),
    default=DEFAULT_CAP,
    show_default=True,
    metavar="N",
    help="Stop at N layouts.",
)
@common.json_option
def count(options: common.Options, cap: int, as_json: bool) -> int:
    """Count the layouts that win DEAL of GAME. The game's winning ends must be layouts, as in Blink.

    Layouts are the same if a shift, rotation or reflection makes one of the other. With --after only those are counted
    that can still be reached.
    """
    if options.best or options.engine:
        raise common.InputError("count takes neither --best nor --engine")
    with common.searching(options.limits) as budget:
        found = count_layouts(options.question(budget), cap, budget)
    if as_json:
        common.write_json(found.record())
    else:
        common.out().print(Text(sentence(found)))
    return exits.status(found.stopped, found.decided)


def sentence(found: Count) -> str:
    """Return a sentence that states the number."""
    number = "one layout wins" if found.layouts == 1 else f"{found.layouts:,} layouts win"
    if found.exact:
        return f"{'No layout wins' if not found.layouts else number.capitalize()}."
    if found.decided:
        return f"At least {number}; --cap raises the limit."
    return f"At least {number}: {stop_words(found.stopped)} before all were counted."
