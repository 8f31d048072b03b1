"""winnow count: the number of layouts that win a deal."""

from __future__ import annotations

import click
from rich.text import Text

from winnow.api.count import DEFAULT_CAP, Count, count_layouts
from winnow.cli import common, exits
from winnow.core.verdicts import stop_words


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
