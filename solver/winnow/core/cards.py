"""The four decks and their card tokens (shared by every game; source: the rules' page on cards).

A card *is* its canonical token, a string such as ``"TH"``: it prints as itself, hashes fast, and its letters are its
rank and suit. This module defines which tokens exist, how a user's spelling is read, and the order of each deck
before it is shuffled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

Card = str


class CardError(ValueError):
    """Raised for a token that names no card of the deck."""


@dataclass(frozen=True)
class CardSet:
    """The cards of one family of decks: `tokens` in canonical order, and how the tokens are spelled."""

    name: str
    tokens: tuple[Card, ...]
    spelling: str
    aliases: tuple[tuple[str, str], ...] = ()
    symbols: tuple[tuple[str, str], ...] = ()

    def read(self, token: str) -> Card:
        """Return the card that `token` names, in any case; `aliases` begin tokens, `symbols` stand anywhere in them.

        Raises CardError, with the deck's spelling, if there is none.

        >>> STANDARD.read("10h"), STANDARD.read("A♠"), UNIVERSAL.read("me")
        ('TH', 'AS', 'ME')
        """
        card = token.upper()
        for symbol, letter in self.symbols:
            card = card.replace(symbol, letter)
        for long, short in self.aliases:
            if card.startswith(long):
                card = short + card[len(long) :]
        if card not in self._known:
            raise CardError(f"is not a card of the {self.name} deck ({self.spelling})")
        return card

    @cached_property
    def _known(self) -> frozenset[Card]:
        return frozenset(self.tokens)


STANDARD_RANKS = "A23456789TJQK"
STANDARD_SUITS = "CDHS"
STANDARD = CardSet(
    "standard",
    tuple(rank + suit for suit in STANDARD_SUITS for rank in STANDARD_RANKS),
    "rank A 2-9 T J Q K, then suit C D H S",
    aliases=(("10", "T"),),
    # Filled and outlined suits; the last two characters ask for text or an emoji and are invisible.
    symbols=(*zip("♣♦♥♠♧♢♡♤", 2 * STANDARD_SUITS, strict=True), ("\ufe0e", ""), ("\ufe0f", "")),
)

UNIVERSAL_RANKS = "1234567MSG"
UNIVERSAL_SUITS = "EJMNSV"
UNIVERSAL = CardSet(
    "Universal",
    tuple(rank + suit for suit in UNIVERSAL_SUITS for rank in UNIVERSAL_RANKS),
    "rank 1-7 M S G, then suit E J M N S V",
)

DECKTET_RANKS = "A23456789C"
DECKTET_SUITS = "MSWLYK"
DECKTET_BASIC: tuple[Card, ...] = (
    *("AM", "AS", "AW", "AL", "AY", "AK"),
    *("2MK", "2SY", "2WL", "3MW", "3SK", "3LY", "4MS", "4WL", "4YK", "5ML", "5SW", "5YK"),
    *("6MW", "6SY", "6LK", "7ML", "7SK", "7WY", "8MS", "8WL", "8YK", "9MS", "9WY", "9LK"),
    *("CM", "CS", "CW", "CL", "CY", "CK"),
)
EXCUSE: Card = "X"
DECKTET_EXTENSION: tuple[Card, ...] = (
    EXCUSE,
    *("PWLY", "PMSL", "PSWK", "PMYK", "TMWK", "TSWY", "TMLY", "TSLK"),
)
DECKTET = CardSet(
    "Decktet",
    DECKTET_BASIC + DECKTET_EXTENSION,
    "rank A 2-9 C or P T, then its suits among M S W L Y K in that order; X",
)

BLINK_COUNTS = "12345"
BLINK_COLOURS = "RBGYNA"
BLINK_SHAPES = "SMTDLF"
BLINK = CardSet(
    "Blink",
    tuple(n + colour + shape for n in BLINK_COUNTS for colour in BLINK_COLOURS for shape in BLINK_SHAPES),
    "count 1-5, colour R B G Y N A, shape S M T D L F",
)
# The list of the printed deck is not public; this balanced one is the rules' default.
BLINK_BALANCED: tuple[Card, ...] = tuple(
    BLINK_COUNTS[n] + BLINK_COLOURS[c] + BLINK_SHAPES[(c + n + 3 * k) % 6]
    for n in range(5)
    for c in range(6)
    for k in range(2)
)


def label(cards: Sequence[Card], index: int) -> str:
    """Return the name of the card at `index` (from 0) of `cards`; a second copy of the same card is `AS#2`, and so on.

    Copies occur only in `as-dealt` decks.

    >>> label(["AS", "2H", "AS"], 2), label(["AS", "2H", "AS"], 0)
    ('AS#2', 'AS')
    """
    copies = cards[:index].count(cards[index])
    return cards[index] if copies == 0 else f"{cards[index]}#{copies + 1}"


def shown(token: str) -> str:
    """Return a user's token fit for a message: in quotes, short, and without control characters."""
    return repr(token if len(token) <= 20 else token[:20] + "...")
