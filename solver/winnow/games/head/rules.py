"""Head Solitaire (Decktet): melds from a hand of six, discards that come up again in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from winnow.core.cards import (
    DECKTET,
    DECKTET_BASIC,
    DECKTET_EXTENSION,
    DECKTET_RANKS,
    DECKTET_SUITS,
    EXCUSE,
    Card,
    label,
)
from winnow.core.errors import IllegalMoveError
from winnow.core.game import Game, Rules, flag, one_of, option, whole

LEAST_SET = 3


@dataclass(frozen=True)
class HeadRules(Rules):
    """Options of Head Solitaire."""

    passes: int = option(3, whole(1), "times the cards are gone through")
    extended: bool = option(False, flag, "true adds the Excuse, four Pawns and four Courts")
    melding: str = option("forced", one_of("forced", "optional"), "forced, or optional: a full hand may be discarded")
    target: int = option(0, whole(0, 45), "a score that counts as won")
    hand: int = option(6, whole(3, 6), "cards in a full hand")
    sorting: str = option(
        "first",
        one_of("first", "all"),
        "passes in which a discarded hand may be put in order: first, or all",
        later=True,
    )
    carry: bool = option(False, flag, "true: a short hand with a meld may be kept for the next pass", later=True)
    excuse: str = option(
        "suit-and-rank",
        one_of("suit-and-rank", "suit-or-rank"),
        "the Excuse in a run: a rank in the shared suit, or (suit-or-rank) in no run",
        later=True,
    )


class Position(NamedTuple):
    """The piles with the next card first, the discards with the earliest first, the hand in the order drawn.

    The hand is drawn already. `may_burn`: the pass has just begun from an empty hand, so the card drawn first may
    still be burned. What is in no pile has been melded.
    """

    pile: tuple[Card, ...]
    hand: tuple[Card, ...]
    discards: tuple[Card, ...]
    turn: int
    """The pass, 1 being part one."""
    may_burn: bool


def suits_of(card: Card) -> str:
    """Return the suit letters on a card; the Excuse has none."""
    return card[1:]


def rank_of(card: Card) -> int | None:
    """Return 0 (Ace) to 9 (Crown), or None for Pawns, Courts and the Excuse."""
    return DECKTET_RANKS.index(card[0]) if card[0] in DECKTET_RANKS else None


def is_meld(cards: Sequence[Card], excuse_in_runs: bool = True) -> bool:
    """Return whether the cards form a suit-meld, a kind-meld or a run-meld.

    The Excuse stands in a run only with `excuse_in_runs`.

    >>> is_meld(["2MK", "3SK", "4YK"]), is_meld(["9MS", "X", "9LK"]), is_meld(["AM", "2MK", "CM"])
    (True, True, False)
    """
    plain = [card for card in cards if card != EXCUSE]
    excuse = len(cards) - len(plain)
    shown = "".join([suits_of(card) for card in plain])
    if len(shown) == len(set(shown)) == len(DECKTET_SUITS) - excuse:
        return True
    if len(cards) < LEAST_SET:
        return False
    ranks = [rank for card in plain if (rank := rank_of(card)) is not None]
    if len(ranks) < len(plain):
        return False
    if len(set(ranks)) == 1:
        return True
    shared = set(DECKTET_SUITS).intersection(*(suits_of(card) for card in plain))
    if not shared or len(set(ranks)) < len(ranks) or (excuse and not excuse_in_runs):
        return False
    # The Excuse fills the one gap, or stands at either end (ten ranks leave room unless all ten are there).
    span = max(ranks) - min(ranks) + 1
    return span == len(ranks) or (excuse == 1 and span == len(ranks) + 1)


class Head(Game[Position, HeadRules]):
    """Won when at most `target` cards stay out of melds; the score is the number of those cards."""

    name = "head"
    title = "Head Solitaire"
    cards = DECKTET
    score_unit = "cards not in melds"
    move_separator = ";"

    @classmethod
    def full_deck(cls, rules: HeadRules) -> tuple[Card, ...]:
        """Return the basic Decktet, followed by the extended nine under `extended`."""
        return DECKTET_BASIC + DECKTET_EXTENSION if rules.extended else DECKTET_BASIC

    @classmethod
    def check_cards(cls, rules: HeadRules, cards: Sequence[Card]) -> None:
        """Raise ValueError for a second Excuse, which the meld rules leave open."""
        super().check_cards(rules, cards)
        if list(cards).count(EXCUSE) > 1:
            raise ValueError("the rules know one Excuse only, and X is there twice")

    def __init__(self, rules: HeadRules, deal: Sequence[Card]) -> None:
        super().__init__(rules, deal)
        self._excuse_in_runs = rules.excuse == "suit-and-rank"

    def sorts(self, position: Position) -> bool:
        """Return whether a hand discarded in this pass may be put in any order."""
        return position.turn == 1 or self.rules.sorting == "all"

    def start(self) -> Position:
        """Return the position with the first hand drawn."""
        return self._draw(Position(self.deal, (), (), 1, False))

    def _draw(self, position: Position) -> Position:
        """Return the position with the hand filled, after all passes in which there is nothing to decide."""
        pile, hand, discards, turn, may_burn = position
        while True:
            room = self.rules.hand - len(hand)
            hand, pile = hand + pile[:room], pile[room:]
            here = Position(pile, hand, discards, turn, may_burn)
            if may_burn or len(hand) == self.rules.hand or self._has_meld(hand) or turn == self.rules.passes:
                return here
            pile, hand, discards, turn, may_burn = self._turned(here)

    def _turned(self, position: Position) -> Position:
        """Return the position as the next pass begins, before a card is drawn."""
        _, hand, discards, turn, _ = position
        # With nothing to draw, the remaining passes change nothing.
        return Position(discards, hand, (), turn + 1 if discards else self.rules.passes, not hand and bool(discards))

    def _has_meld(self, hand: tuple[Card, ...]) -> bool:
        return bool(_meld_places(hand, self._excuse_in_runs))

    def successors(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield every meld, then the discards of a full hand, then the burn, or the carry of a short hand."""
        pile, hand, discards, turn, may_burn = position
        melds = _meld_places(hand, self._excuse_in_runs)
        for places in melds:
            rest = tuple(card for i, card in enumerate(hand) if i not in places)
            text = "meld " + " ".join(label(hand, i) for i in places)
            yield text, self._draw(Position(pile, rest, discards, turn, False))
        if len(hand) == self.rules.hand and (not melds or self.rules.melding == "optional"):
            orders = dict.fromkeys(permutations(hand)) if self.sorts(position) else (hand,)
            for order in orders:
                yield self._discard(position, order)
        if may_burn:
            burned = Position(pile, hand[1:], discards + hand[:1], turn, False)
            yield "burn", self._draw(burned)
        if melds and self._may_carry(position):
            yield "carry", self._draw(self._turned(position))

    def _may_carry(self, position: Position) -> bool:
        """Return whether the hand may be kept for the next pass, in which the discards come again."""
        short = not position.pile and len(position.hand) < self.rules.hand
        return self.rules.carry and short and bool(position.discards) and position.turn < self.rules.passes

    def _discard(self, position: Position, order: tuple[Card, ...]) -> tuple[str, Position]:
        pile, _, discards, turn, _ = position
        return "discard " + " ".join(order), self._draw(Position(pile, (), discards + order, turn, False))

    def play(self, position: Position, move: str) -> Position:
        """Return the position after `move`; the cards of a meld may be named in any order."""
        words = self.normal(move).split()
        if words[:1] == ["DISCARD"] and self.sorts(position) and len(words) == self.rules.hand + 1:
            # Shortcut for the 720 orders: a discard's order does not decide whether it is allowed.
            allowed = not self._has_meld(position.hand) or self.rules.melding == "optional"
            if allowed and sorted(words[1:]) == sorted(position.hand):
                return self._discard(position, tuple(words[1:]))[1]
            raise IllegalMoveError(f"{move!r} is not a legal move here")
        return super().play(position, move)

    def normal(self, move: str) -> str:
        """Return the standard spelling of a move."""
        words = move.upper().split()
        if words[:1] == ["MELD"]:
            words[1:] = sorted(words[1:])
        return " ".join(words)

    def score(self, position: Position) -> int | None:
        """Return the cards in hand and discards once the game is over, or only an idle burn is left."""
        pile, hand, discards, turn, may_burn = position
        idle = may_burn or turn == self.rules.passes
        if pile or not idle or len(hand) == self.rules.hand or self._has_meld(hand):
            return None
        return len(hand) + len(discards)

    def won(self, position: Position) -> bool:
        """Return whether the game is over with the target reached."""
        score = self.score(position)
        return score is not None and score <= self.rules.target

    def best_possible(self) -> int:
        """Return the perfect score."""
        return 0


@lru_cache(maxsize=4096)
def _meld_places(hand: tuple[Card, ...], excuse_in_runs: bool) -> tuple[tuple[int, ...], ...]:
    return tuple(
        places
        for size in range(1, len(hand) + 1)
        for places in combinations(range(len(hand)), size)
        if is_meld([hand[i] for i in places], excuse_in_runs)
    )
