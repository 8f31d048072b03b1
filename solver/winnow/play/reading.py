"""Reads and checks the requests of a page; an error names the wrong part in one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from winnow.core.cards import CardError, shown
from winnow.core.deals import Deal, game_type
from winnow.core.errors import BrokenGameError, DealError, RuleError

MOST_CARDS = 400
"""The most cards of a deal on a page."""
_MOST_MOVES = 4000
_LONGEST_MOVE = 400
_LONGEST_DEAL = 4 * MOST_CARDS
_LONGEST_TEXT = 20_000
_DECK_WORDS = ("full", "as-dealt")

Json = dict[str, Any]


Gone = Callable[[], Awaitable[Any]]
"""Waits until the page that asks goes away."""
ENDED = "The engine ran out of memory or was stopped; ask again."
"""The sentence for a question whose search was ended from outside."""


class GoneError(Exception):
    """The page has moved on: nobody waits for the answer."""


class RefusedError(Exception):
    """A request that gets a status of 4xx and one sentence; `place` is the card (from 1) that the sentence is about."""

    def __init__(self, text: str, status: int = 400, place: int | None = None) -> None:
        super().__init__(text)
        self.text, self.status, self.place = text, status, place


@dataclass(frozen=True)
class Played:
    """A deal and the moves made on it, from its start."""

    deal: Deal
    line: tuple[str, ...]


def read_object(body: bytes) -> Json:
    """Return the JSON object that a request or a file holds; raise RefusedError if it is none.

    What could not be written again is refused, too: numbers that are not finite, and halves of surrogate pairs.
    """
    try:
        value = json.loads(body)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise RefusedError("The request is not JSON.") from None
    if not isinstance(value, dict):
        raise RefusedError("The request is not a JSON object.")
    return value


def text_of(record: Mapping[str, Any], name: str, longest: int = _LONGEST_TEXT) -> str:
    """Return a field that must be text."""
    value = record.get(name)
    if not isinstance(value, str):
        raise RefusedError(f"The field {name} must be a text.")
    if len(value) > longest:
        raise RefusedError(f"The field {name} is longer than {longest} characters.", 413)
    if not _is_plain(value):
        raise RefusedError(f"The field {name} holds control characters.")
    return value


def _is_plain(text: str) -> bool:
    return text.isprintable() or all(c.isprintable() or c.isspace() for c in text)


def whole_of(record: Mapping[str, Any], name: str, least: int, most: int) -> int:
    """Return a field that must be a whole number within `least`..`most`."""
    value = record.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RefusedError(f"The field {name} must be a whole number, {least} to {most}.")
    return value


def read_played(record: Mapping[str, Any]) -> Played:
    """Return the deal and the moves of a request; raise RefusedError for what cannot be."""
    line = record.get("line", [])
    if not isinstance(line, list) or not all(isinstance(move, str) for move in line):
        raise RefusedError("The field line must be a list of moves.")
    if len(line) > _MOST_MOVES or any(len(move) > _LONGEST_MOVE for move in line):
        raise RefusedError(f"A line has at most {_MOST_MOVES} moves of {_LONGEST_MOVE} characters.", 413)
    return Played(read_deal(record), tuple(line))


def read_deal(record: Mapping[str, Any]) -> Deal:
    """Return the deal of a request, by its cards (`deal`) or by its `number`; raise RefusedError for what cannot be."""
    game = text_of(record, "game", 60)
    try:
        rules = read_rules(game, record.get("rules"))
        if record.get("deal") is not None:
            deal = Deal.parse(game, text_of(record, "deal", _LONGEST_DEAL), rules)
        else:
            deal = Deal.numbered(game, _read_number(record.get("number")), rules)
    except (DealError, RuleError, BrokenGameError) as error:
        place = re.match(r"card (\d+):", str(error))
        raise RefusedError(sentence(str(error)), 422, int(place[1]) if place else None) from None
    if deal.unknown:
        raise RefusedError("A deal with unknown cards (?) cannot be played.", 422, deal.unknown[0] + 1)
    if len(deal.cards) > MOST_CARDS:
        raise RefusedError(f"A deal of more than {MOST_CARDS} cards is not shown on a page.", 413)
    return deal


def _read_number(value: Any) -> int:
    # A page sends it as text: its own numbers end at 2**53.
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,20}", value.strip(), re.ASCII):
        return int(value)
    raise RefusedError("Give a deal's cards, or its number: a whole number from 0.", 422)


def read_rules(game: str, rules: Any) -> dict[str, Any]:
    """Return the rules of a request, in texts and numbers; raise RefusedError for other values."""
    if rules is None:
        return {}
    if not isinstance(rules, dict) or len(rules) > 30:
        raise RefusedError("The field rules must be an object of rule values.")
    for name, value in rules.items():
        if not isinstance(value, (str, int, float, bool)) or len(str(value)) > _LONGEST_DEAL:
            raise RefusedError(f"The rule {shown(name)} takes a text or a number.")
        if not _is_plain(str(value)):
            raise RefusedError(f"The rule {shown(name)} holds control characters.")
    deck = str(rules.get("deck", "full"))
    if deck.lower() not in _DECK_WORDS:
        # A rule may take a file's path on the command line; a page names cards only.
        cards = game_type(game).cards
        for token in deck.split():
            try:
                cards.read(token)
            except CardError as error:
                raise RefusedError(sentence(f"rule deck: {shown(token)} {error}"), 422) from None
    return rules


def sentence(text: str) -> str:
    """Return an error's text as a sentence."""
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
