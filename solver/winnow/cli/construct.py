"""winnow construct: a deal with a given end, or the proof that there is none."""

from __future__ import annotations

from typing import Any

import click
from rich.text import Text

from winnow.cli import common
from winnow.deals import PARTIAL_GAME, UNKNOWN, Deal, game_type
from winnow.engines.single_left.construct import CONSTRUCTION_FORMAT, NAME, Construction, Wishes, construct
from winnow.verdicts import Limits
from winnow_kernels.common.budget import Budget

DECK = 52


@click.command(name="construct")
@click.argument("game")
@click.argument("deal", nargs=-1)
@click.option("--clears", is_flag=True, help="The deal shall clear the table.")
@click.option("--leaves", type=click.IntRange(0, DECK), metavar="K", help="Exactly K cards shall be left.")
@click.option(
    "--first-discard",
    type=click.IntRange(1, DECK),
    default=1,
    metavar="M",
    help="Nothing shall be discarded before the M-th card is drawn.",
)
@click.option("--card", "given", multiple=True, metavar="PLACE=CARD", help="This card in this place (repeatable).")
@common.limit_options
@common.json_option
def construct_deal(
    game: str,
    deal: tuple[str, ...],
    clears: bool,
    leaves: int | None,
    first_discard: int,
    given: tuple[str, ...],
    limits: Limits,
    as_json: bool,
) -> int:
    """Find a deal of GAME with the wished end, or prove that there is none. Forced single-left only.

    DEAL gives the cards that are settled, with ? for any other; without it every card is free.
    """
    if game_type(game).name != PARTIAL_GAME:
        raise common.InputError(f"construct knows {PARTIAL_GAME} only, not {game}")
    if clears and leaves not in (None, 0):
        raise common.InputError(f"a deal that clears the table does not leave {leaves} cards")
    tokens = _tokens(" ".join(deal).replace(",", " ").split() or [UNKNOWN] * DECK, given)
    wishes = Wishes(Deal.parse(game, " ".join(tokens)), 0 if clears else leaves, first_discard)
    with common.interruptible() as interrupt, common.watched_budget(limits, interrupt) as budget:
        found = construct(wishes, budget)
    if as_json:
        common.write_json(_record(wishes, found, budget))
    else:
        _tell(found, budget)
    if budget.stopped == "interrupt":
        return common.EXIT_INTERRUPTED
    return common.EXIT_UNDECIDED if found.verdict == "undecided" else common.EXIT_DECIDED


def _tokens(tokens: list[str], given: tuple[str, ...]) -> list[str]:
    """Return the tokens with the cards of --card in their places; raise InputError for no place, or one taken."""
    for wish in given:
        place, equals, token = wish.partition("=")
        if not (equals and place.isascii() and place.isdigit() and 1 <= int(place) <= len(tokens)):
            raise common.InputError(f"--card takes PLACE=CARD with a place from 1 to {len(tokens)}, not {wish!a}")
        if tokens[int(place) - 1] not in (UNKNOWN, token):
            raise common.InputError(f"--card {wish}: card {place} is {tokens[int(place) - 1]} already")
        tokens[int(place) - 1] = token
    return tokens


def _record(wishes: Wishes, found: Construction, budget: Budget) -> dict[str, Any]:
    """Return the object that `winnow construct --json` prints (format `winnow-construction/1`)."""
    record = {
        "format": CONSTRUCTION_FORMAT,
        "game": wishes.cards.game,
        "rules": wishes.cards.rules.spelled_out(),
        "wishes": {"cards": wishes.cards.text, "leaves": wishes.left, "first_discard": wishes.first_discard},
        "verdict": found.verdict,
        "deal": None if found.deal is None else found.deal.text,
        "score": found.left,
        "first_discard": found.first_discard,
        "proof": found.proof,
        "reason": None if found.reason is None else {"kind": found.reason.kind, "text": found.reason.text},
        "positions": budget.positions,
        "engine": NAME,
    }
    if budget.stopped is not None:
        record["stopped"] = budget.stopped
    return record


def _tell(found: Construction, budget: Budget) -> None:
    console = common.out()
    if found.deal is not None:
        when = "never" if found.first_discard is None else f"at card {found.first_discard}"
        console.print(Text(found.deal.text))
        console.print(Text(f"Left at the end: {found.left}. First discard: {when}."))
    elif found.reason is not None:
        console.print(Text(f"There is no such deal. {found.reason.text}"))
    else:
        console.print(Text(f"Undecided: {common.stop_words(budget.stopped)} before the search could finish."))
