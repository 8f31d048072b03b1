"""Single Left (One-Handed Solitaire): a row of cards with a window on its last four."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from winnow.core.cards import STANDARD, Card
from winnow.core.errors import IllegalMoveError
from winnow.core.game import Game, Rules, one_of, option, whole

WINDOW = 4
MOVES = frozenset({"draw", "pair", "four", "redeal"})


def _goal(text: str) -> str:
    word = text.lower()
    if word in ("clear", "one"):
        return word
    try:
        return str(whole(0)(word))
    except ValueError:
        raise ValueError("clear, one, or a whole number of cards") from None


@dataclass(frozen=True)
class SingleLeftRules(Rules):
    """Options of Single Left."""

    discarding: str = option("forced", one_of("forced", "optional"), "forced, or optional: a choice every time")
    goal: str = option("clear", _goal, "clear, one (exactly one card left), or N (at most N left)")
    redeals: int = option(0, whole(0), "times the discards may become the deck again")
    redeal_order: str = option(
        "deal",
        one_of("deal", "discards"),
        "order of a redeal: deal (the original one), or that of discarding",
        later=True,
    )

    def wanted(self, cards: int) -> tuple[int, int]:
        """Return the least and the greatest number of cards left, of a deal's `cards`, that meet the goal."""
        if self.goal == "clear":
            return 0, 0
        # No more cards can be left than there are, and the kernels count them in small integers.
        return (1, 1) if self.goal == "one" else (0, min(int(self.goal), cards))

    def moot(self) -> frozenset[str]:
        """Return the order of a redeal if there is no redeal."""
        return frozenset() if self.redeals else frozenset({"redeal_order"})


class Position(NamedTuple):
    """The hand (oldest first), the deck (next card first) and the discards, as places in the deal, 0-based.

    The discards lie in the order of a redeal.
    """

    hand: tuple[int, ...]
    deck: tuple[int, ...]
    discards: tuple[int, ...]
    redeals: int


class SingleLeft(Game[Position, SingleLeftRules]):
    """Won when the goal is met as the game ends; the score is the number of cards left in the hand."""

    name = "single-left"
    title = "Single Left"
    cards = STANDARD
    score_unit = "cards left"

    def __init__(self, rules: SingleLeftRules, deal: Sequence[Card]) -> None:
        super().__init__(rules, deal)
        self.forced = rules.discarding == "forced"
        self._least, self._most = rules.wanted(len(deal))
        self._sorts = "redeal_order" not in rules.readings()

    def start(self) -> Position:
        """Return the position with every card still in the deck."""
        return Position((), tuple(range(len(self.deal))), (), self.rules.redeals)

    def goal_met(self, left: int) -> bool:
        """Return whether `left` cards in the hand meet the goal."""
        return self._least <= left <= self._most

    def successors(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield the legal moves; under forced discarding only the first of four, pair, draw, redeal that applies."""
        moves = self._all_moves(position)
        if not self.forced:
            yield from moves
            return
        first = next(moves, None)
        if first is not None and (first[0] != "redeal" or self._goes_on(position.hand)):
            yield first

    def play_all(self, position: Position, line: Iterable[str]) -> Position:
        """Return the position after a line; raise IllegalMoveError if the rules do not allow all of it.

        Each move is checked by itself, on one list of cards in hand.
        """
        hand, deck = list(position.hand), list(position.deck[::-1])
        deal, discards, redeals = self.deal, position.discards, position.redeals
        for move in line:
            # Engines write moves as they are named here: spellings are read only where one does not.
            wanted = move if move in MOVES else self.normal(move).lower()
            four = pair = False
            if len(hand) >= WINDOW:
                first, last = deal[hand[-4]], deal[hand[-1]]
                four, pair = first[0] == last[0], first[1] == last[1]
            free = not (self.forced and (four or pair))
            if wanted == "draw" and deck and free:
                hand.append(deck.pop())
            elif (wanted == "four" and four) or (wanted == "pair" and pair and not (self.forced and four)):
                gone = slice(-4, None) if wanted == "four" else slice(-3, -1)
                discards = (*discards, *hand[gone])
                del hand[gone]
            elif wanted == "redeal" and free and redeals and discards and not deck and self._goes_on(hand):
                deck, discards, redeals = list(self._onto(discards, ())[::-1]), (), redeals - 1
            else:
                raise IllegalMoveError(f"{move!r} is not a legal move here")
        return Position(tuple(hand), tuple(deck[::-1]), self._onto(discards, ()), redeals)

    def _all_moves(self, position: Position) -> Iterator[tuple[str, Position]]:
        hand, deck, discards, redeals = position
        if len(hand) >= WINDOW:
            first, last = self.deal[hand[-4]], self.deal[hand[-1]]
            if first[0] == last[0]:
                yield "four", Position(hand[:-4], deck, self._onto(discards, hand[-4:]), redeals)
            if first[1] == last[1]:
                rest = (*hand[:-3], hand[-1])
                yield "pair", Position(rest, deck, self._onto(discards, hand[-3:-1]), redeals)
        if deck:
            yield "draw", Position((*hand, deck[0]), deck[1:], discards, redeals)
        elif discards and redeals:
            yield "redeal", Position(hand, discards, (), redeals - 1)

    def _goes_on(self, hand: Sequence[int]) -> bool:
        """Return whether there may be a redeal: under forced discarding the game ends where the goal is met."""
        return not (self.forced and self.goal_met(len(hand)))

    def _onto(self, discards: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the discards with more cards, in the order of a redeal."""
        return tuple(sorted(discards + cards)) if self._sorts else discards + cards

    def score(self, position: Position) -> int | None:
        """Return the cards left in the hand, once the game is over or may be stopped."""
        if position.deck or (self.forced and not self.over(position)):
            return None
        return len(position.hand)

    def won(self, position: Position) -> bool:
        """Return whether the game may end here with the goal met."""
        left = self.score(position)
        return left is not None and self.goal_met(left)

    def lost_by_parity(self) -> bool:
        """Return whether no deal of this number of cards can reach the goal: discards come in twos and fours."""
        # A range of two numbers holds one of each parity.
        return self._least == self._most and (len(self.deal) - self._least) % 2 == 1

    def best_possible(self) -> int:
        """Return the parity of the deck: discards come in twos and fours."""
        return len(self.deal) % 2
