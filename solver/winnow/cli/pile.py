"""winnow check GAME --pile: a finished pile, judged by the rules."""

from __future__ import annotations

import json

import click

from winnow.cli import exits
from winnow.core.deals import Deal
from winnow.core.referee import REFEREES

PILE_FORMAT = "winnow-pile/1"


def judge_pile(game: str, cards: str, as_json: bool) -> int:
    """Judge a finished pile, bottom card first, and print the result; return the exit status.

    Raises DealError or RuleError for cards that are not the game's whole deck, EngineError for a game without a pile.
    """
    pile = Deal.parse(game, cards)
    result = REFEREES.of(pile.game).pile(pile)
    if as_json:
        wrong = None if result.wrong is None else {"place": result.wrong + 1, "card": pile.cards[result.wrong]}
        record = {"game": pile.game, "pile": pile.text, "won": result.wrong is None, "wrong": wrong}
        click.echo(json.dumps({"format": PILE_FORMAT, **record, "text": result.text}))
    else:
        exits.tell(result.text)
    return exits.EXIT_DECIDED if result.wrong is None else exits.EXIT_CHECK_FAILED
