"""Rules of thumb of Head."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from winnow.core.cards import DECKTET_SUITS, EXCUSE, Card
from winnow.games.head.rules import Head, Position, rank_of
from winnow_puzzles.base import Option
from winnow_puzzles.head.thought import left
from winnow_puzzles.problems.base import Cost, each


def size(move: str) -> int:
    """Return the number of cards in a meld; 0 for another move."""
    return len(move.split()) - 1 if move.startswith("meld") else 0


def is_suit_meld(move: str) -> bool:
    """Return whether a meld is a suit-meld, judging by the suits of its cards; the Excuse has none."""
    suits = "".join(card[1:] for card in move.split()[1:])
    return len(suits) == len(set(suits)) >= 5


def melds_left(options: Sequence[Option]) -> list[int]:
    """Return, for each option, how many of the hand's melds share no card with it."""
    melds = [set(move.split()[1:]) for move, _ in options if move.startswith("meld")]
    return [sum(meld.isdisjoint(move.split()) for meld in melds) for move, _ in options]


def _by(score: Callable[[Position, Option], object], burns: bool | None = None) -> Cost:
    """Return the cost of a rule: melds by `score`; it always burns if `burns`, and never if that is False."""
    last = {True: -1, False: 2, None: 1}[burns]
    return each(lambda _g, p, o: (last,) if o[0] == "burn" else (int(not size(o[0])), score(p, o)))


def _most_left(sign: int, burns: bool) -> Cost:
    def cost(game: Head, position: Position, options: Sequence[Option]) -> list[tuple[bool, int, int]]:
        left = melds_left(options)
        return [((o[0] == "burn") != burns, -sign * n, -size(o[0])) for o, n in zip(options, left, strict=True)]

    return cost


def _places(position: Position, option: Option) -> list[int]:
    return sorted(position.hand.index(card.partition("#")[0]) for card in option[0].split()[1:])


def _alone(_position: Position, option: Option) -> int:
    """Return how many cards of the next hand share a suit or rank with no other card there."""
    hand = option[1].hand
    seen = Counter(letter for card in hand for letter in set(card))
    return sum(all(seen[letter] == 1 for letter in card) for card in hand)


def _suits_drawn(_position: Position, option: Option) -> int:
    """Return the number of suit symbols in a meld: a rule that spends many or few of them."""
    return sum(len(card) - 1 for card in option[0].split()[1:])


def _ranks(option: Option) -> list[int]:
    """Return the ranks of a meld's numbered cards, 0 to 9."""
    cards = [card.partition("#")[0] for card in option[0].split()[1:]]
    return [rank for card in cards if card != EXCUSE and (rank := rank_of(card)) is not None]


def _kind(option: Option) -> str:
    ranks = _ranks(option)
    return "suit" if is_suit_meld(option[0]) else "kind" if len(set(ranks)) == 1 else "run"


def _order_of(*kinds: str) -> Callable[[Position, Option], tuple[int, int]]:
    return lambda _position, option: (kinds.index(_kind(option)), -size(option[0]))


def _together(_position: Position, option: Option) -> int:
    """Return how many pairs of the next hand's cards share a suit or rank."""
    return sum(any(letter in b for letter in a) for a, b in combinations(option[1].hand, 2))


def _symbols(cards: Iterable[Card]) -> list[int]:
    """Return how many cards show each suit."""
    shown = Counter(suit for card in cards for suit in card if card != EXCUSE)
    return [shown[suit] for suit in DECKTET_SUITS]


def _after(option: Option) -> list[int]:
    return _symbols(left(option[1]))


def _scarce(position: Position, option: Option) -> float:
    """Return the suits that a meld spends, each counted by how rare it is."""
    spent = zip(_symbols(left(position)), _after(option), strict=True)
    return round(sum((before - after) / before for before, after in spent if before), 6)


THUMBS: Mapping[str, Cost] = {
    "burn if it is legal, else the largest meld": _by(lambda _p, o: -size(o[0]), True),
    "burn if it is legal, else the smallest meld": _by(lambda _p, o: size(o[0]), True),
    "burn, else the meld that leaves most melds in hand": _most_left(1, True),
    "never burn; the meld that leaves most melds in hand": _most_left(1, False),
    "never burn; the meld that leaves fewest melds in hand": _most_left(-1, False),
    "the largest meld": _by(lambda _p, o: -size(o[0])),
    "the smallest meld": _by(lambda _p, o: size(o[0])),
    "suit-melds first, the largest": _by(lambda _p, o: (not is_suit_meld(o[0]), -size(o[0]))),
    "kinds and runs first, the largest": _by(lambda _p, o: (is_suit_meld(o[0]), -size(o[0]))),
    "the oldest cards in hand": _by(_places),
    "the newest cards in hand": _by(lambda p, o: [-place for place in reversed(_places(p, o))]),
    "the meld after which fewest cards stand alone": _by(_alone),
    "runs, then kinds, then suit-melds": _by(_order_of("run", "kind", "suit")),
    "kinds, then runs, then suit-melds": _by(_order_of("kind", "run", "suit")),
    "suit-melds, then runs, then kinds": _by(_order_of("suit", "run", "kind")),
    "the meld with the highest card": _by(lambda _p, o: -max(_ranks(o), default=-1)),
    "the meld with the lowest card": _by(lambda _p, o: min(_ranks(o), default=10)),
    "the meld with the highest ranks together": _by(lambda _p, o: -sum(_ranks(o))),
    "the meld with the lowest ranks together": _by(lambda _p, o: sum(_ranks(o))),
    "the meld with the Excuse": _by(lambda _p, o: (EXCUSE not in o[0].split(), -size(o[0]))),
    "a meld without the Excuse": _by(lambda _p, o: (EXCUSE in o[0].split(), -size(o[0]))),
    "the meld after which most cards stand together": _by(lambda p, o: -_together(p, o)),
    "the meld with most suit symbols": _by(lambda p, o: -_suits_drawn(p, o)),
    "the meld with fewest suit symbols": _by(_suits_drawn),
    "keep the rarest suit": _by(lambda _p, o: (-min(_after(o)), -size(o[0]))),
    "the meld that leaves the suits most even": _by(lambda _p, o: max(_after(o)) - min(_after(o))),
    "spend the commonest suits": _by(_scarce),
    "discard if it is legal": each(lambda _g, _p, o: bool(size(o[0]))),
}
