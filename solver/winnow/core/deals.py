"""Deals: read from tokens, made from a number, checked against the game's deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from winnow.core.cards import Card, CardError, shown
from winnow.core.counted import counted, deal_name, did_you_mean, is_whole, whole_number
from winnow.core.errors import DealError, RuleError
from winnow.core.game import Game, Rules, read_rules
from winnow.core.games import GAMES
from winnow.core.rng import WORD, SplitMix64

UNKNOWN = "?"
MAX_NUMBER = WORD
LONGEST_DEAL = 1 << 20
"""Characters of a deal's text that commands read; no deal needs as many."""
BYTES_PER_CHARACTER = 64
"""What is in memory for a character of a deal's text once its cards are read: 192 bytes for a card."""


@dataclass(frozen=True)
class Deal:
    """A deck in dealing order under stated rules; `?` is an unknown card, `str` gives the tokens.

    >>> Deal.numbered('head', 5), Deal.parse('single-left', 'AS 2H', {"deck": "as-dealt"})
    (<winnow.Deal of head, number 5>, <winnow.Deal of single-left: AS 2H>)

    >>> Deal.parse('single-left', "as, 2H 10d ?", {"deck": "as-dealt"}).cards
    Traceback (most recent call last):
    ...
    winnow.core.errors.DealError: card 4: '?' needs deck=full: an as-dealt deck says nothing about its unknown cards
    >>> Deal.parse('single-left', "as, 2H 10d", {"deck": "as-dealt"}).cards
    ('AS', '2H', 'TD')
    """

    game: str
    rules: Rules
    cards: tuple[Card, ...]
    number: int | None = None

    @classmethod
    def parse(cls, game: str, text: str, rules: Mapping[str, Any] | None = None) -> Deal:
        """Read a deal from its tokens, separated by spaces, commas, semicolons, quotes or line breaks.

        Raises DealError for a bad token, a missing or repeated card, or a wrong number of cards; RuleError for a
        rule that the game does not have.
        """
        kind = game_type(game)
        chosen = read_rules(kind, rules or {})
        tokens = text.translate(_BETWEEN_CARDS).split()
        cards = tuple(_read(kind, chosen, token, place) for place, token in enumerate(tokens, 1))
        if not cards:
            raise DealError("the deal is empty")
        if chosen.deck == "as-dealt":
            try:
                kind.check_cards(chosen, cards)
            except ValueError as error:
                raise DealError(str(error)) from None
        else:
            _check_full(kind.full_deck(chosen), cards)
        return cls(kind.name, chosen, cards)

    @classmethod
    def numbered(cls, game: str, number: int, rules: Mapping[str, Any] | None = None) -> Deal:
        """Return the numbered deal of the game's deck, 0 <= number < 2**64 (SplitMix64, Fisher-Yates).

        Raises DealError for a number out of range or an as-dealt deck, which has no canonical order.

        >>> Deal.numbered('universal', 0).cards[:6]
        ('3J', '2S', '2N', '1M', '3N', 'MN')
        """
        kind = game_type(game)
        chosen = read_rules(kind, rules or {})
        number = whole_number("a deal's number", number)
        if not 0 <= number < MAX_NUMBER:
            raise DealError(f"deal number {number} is out of range: 0 to {MAX_NUMBER - 1}")
        if chosen.deck == "as-dealt":
            raise DealError("a numbered deal shuffles the full deck; deck=as-dealt needs the deal's cards")
        return cls(kind.name, chosen, SplitMix64(number).shuffled(kind.full_deck(chosen)), number)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        cards = "" if self.number is not None else f": {shorten(self.text, 60)}"
        return f"<winnow.Deal of {deal_name(self.game, self.number)}{cards}>"

    @property
    def text(self) -> str:
        """Return the tokens on one line."""
        return " ".join(self.cards)

    @property
    def unknown(self) -> tuple[int, ...]:
        """Return the 0-based places of the cards that are not known."""
        return tuple([i for i, card in enumerate(self.cards) if card == UNKNOWN])

    @property
    def missing(self) -> tuple[Card, ...]:
        """Return the cards that the `?` of the deal hide, in no particular order."""
        if not self.unknown:
            return ()
        deck = GAMES[self.game].full_deck(self.rules)
        left = Counter(deck) - Counter(self.cards)
        return tuple(card for card in dict.fromkeys(deck) for _ in range(left[card]))

    def bind(self) -> Game[Any, Any]:
        """Return the game with this deal and its rules; every card must be known."""
        return GAMES[self.game](self.rules, self.cards)


def filled(cards: Sequence[Card], unknown: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards with the unknown ones, in their order, in place of `?`.

    >>> filled(["?", "AS", "?"], ["2H", "3D"])
    ('2H', 'AS', '3D')
    """
    order = iter(unknown)
    return tuple(next(order) if card == UNKNOWN else card for card in cards)


def game_type(name: str) -> type[Game[Any, Any]]:
    """Return the game called `name`; raise RuleError, naming those there are, if there is none."""
    if name not in GAMES:
        raise RuleError(f"unknown game {shown(name)}{did_you_mean(name, GAMES)}; the games are {', '.join(GAMES)}")
    return GAMES[name]


_BETWEEN_CARDS = str.maketrans(dict.fromkeys(",;'\"\u2018\u2019\u201c\u201d", " "))
DealLike = str | int | Sequence[str] | Deal
"""A deal in any form: its tokens as text or as a list, its number, or a Deal."""


def read_deal(game: str, deal: DealLike, rules: Mapping[str, Any] | None = None) -> Deal:
    """Return `deal`, given in any form, as a Deal of `game`.

    Raises DealError or RuleError for an impossible deal or rule, and TypeError for a value that is no deal.

    >>> read_deal('head', 7) == read_deal('head', Deal.numbered('head', 7))
    True
    >>> read_deal('head', 7.0)
    Traceback (most recent call last):
    ...
    TypeError: a deal is its tokens (a text or a list), its number, or a Deal, not a float
    """
    if not isinstance(game, str):
        raise TypeError(f"a game is given by its name, not by a {type(game).__name__}")
    if rules is not None and not isinstance(rules, Mapping):
        raise TypeError(f"rules are a mapping of names to values, not a {type(rules).__name__}")
    if isinstance(deal, Deal):
        if deal.game != game_type(game).name:
            raise DealError(f"this is a deal of {deal.game}, not of {game}")
        if rules is not None and read_rules(game_type(game), rules) != deal.rules:
            raise DealError("a Deal brings its rules: make another Deal for others")
        return deal
    if is_whole(deal):
        return Deal.numbered(game, whole_number("a number", deal), rules)
    if isinstance(deal, str):
        return Deal.parse(game, deal, rules)
    if isinstance(deal, Sequence) and all(isinstance(token, str) for token in deal):
        return Deal.parse(game, " ".join(deal), rules)
    raise TypeError(f"a deal is its tokens (a text or a list), its number, or a Deal, not a {type(deal).__name__}")


def _read(kind: type[Game[Any, Any]], rules: Rules, token: str, place: int) -> Card:
    if token == UNKNOWN:
        if rules.deck == "as-dealt":
            raise DealError(f"card {place}: '?' needs deck=full: an as-dealt deck says nothing about its unknown cards")
        return UNKNOWN
    try:
        return kind.cards.read(token)
    except CardError as error:
        raise DealError(f"card {place}: {shown(token)} {error}") from None


def _check_full(deck: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """Raise DealError unless `cards` is the whole deck, counting copies; `?` matches any card."""
    copies = Counter(deck)
    seen: Counter[Card] = Counter()
    for place, card in enumerate(cards, 1):
        if card == UNKNOWN:
            continue
        seen[card] += 1
        if seen[card] > copies[card]:
            if not copies[card]:
                raise DealError(f"card {place}: {card} is not in this deck (see the rules, or use deck=as-dealt)")
            first = cards.index(card) + 1
            raise DealError(f"card {place}: {card} is there too often (first as card {first})")
    if len(cards) != len(deck):
        missing = list((copies - seen).elements())
        named = " ".join(missing[:5]) + (" ..." if len(missing) > 5 else "")
        hint = f"; missing: {named}" if len(cards) < len(deck) else ""
        raise DealError(f"{counted(len(cards), 'cards')} instead of {len(deck)}{hint}")
