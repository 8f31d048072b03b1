"""When two deals are the same puzzle: what may be renamed or moved without any difference to play."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from winnow.cards import DECKTET_BASIC, DECKTET_EXTENSION, DECKTET_SUITS, Card
from winnow.deals import Deal

Form = tuple[object, ...]


def form(deal: Deal) -> Form:
    """Return the deal's form: equal for two deals of a game and its rules exactly if they are the same puzzle.

    One-Minute and Single Left compare ranks with ranks and suits with suits only, so both can be renamed at will;
    so can counts, colours and shapes in Blink, where they may also change places. In Universal the first cards may
    lie on any columns; in Head suits can be renamed where that leaves the deck as it is.

    >>> one, other = (Deal.parse("single-left", text, {"deck": "as-dealt"}) for text in ("AS 2S AD", "KH 9H KC"))
    >>> form(one) == form(other)
    True
    """
    cards = deal.cards
    if deal.game in ("one-minute", "single-left"):
        return _renamed(cards, (0, 1))
    if deal.game == "blink":
        return min(_renamed(cards, order) for order in permutations(range(3)))
    if deal.game == "universal":
        columns = deal.bind().rules.columns
        return (*sorted(cards[:columns]), *cards[columns:])
    return min(tuple(_with_suits(card, names) for card in cards) for names in _DECKTET_SYMMETRIES)


def _renamed(cards: Iterable[Card], order: tuple[int, ...]) -> Form:
    """Number the values of each letter place in the order in which they come up."""
    names: tuple[dict[str, int], ...] = tuple({} for _ in order)
    return tuple(tuple(names[i].setdefault(card[i], len(names[i])) for i in order) for card in cards)


def _with_suits(card: Card, names: dict[str, str]) -> Card:
    return card[:1] + "".join(sorted((names[suit] for suit in card[1:]), key=DECKTET_SUITS.index))


def _decktet_symmetries() -> tuple[dict[str, str], ...]:
    """Return the renamings of suits that leave the whole Decktet as it is."""
    deck = frozenset(DECKTET_BASIC + DECKTET_EXTENSION)
    renamings = (dict(zip(DECKTET_SUITS, names, strict=True)) for names in permutations(DECKTET_SUITS))
    return tuple(names for names in renamings if all(_with_suits(card, names) in deck for card in deck))


_DECKTET_SYMMETRIES = _decktet_symmetries()
