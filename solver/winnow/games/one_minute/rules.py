"""One-Minute Solitaire: the whole deck onto one foundation, in as few handlings as possible."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from itertools import pairwise
from typing import Any, NamedTuple

from winnow.core.cards import STANDARD, Card, label
from winnow.core.errors import IllegalMoveError, RuleError
from winnow.core.game import Game, Rules, one_of, option, positive, whole


@dataclass(frozen=True)
class OneMinuteRules(Rules):
    """Options of One-Minute Solitaire."""

    passing: str = option("free", one_of("free", "forced"), "free, or forced: a card that matches must be played")
    handlings: int = option(120, whole(0), "handlings within which all cards are to be played")
    pace: float = option(2.0, positive, "the same as cards a second: P stands for handlings=floor(60 * P)")
    pickup: int = option(0, whole(0), "handlings that picking up the waste costs")

    @classmethod
    def chosen(cls, values: Mapping[str, Any]) -> OneMinuteRules:
        """Return the rules with `handlings` and `pace` in step; raise RuleError if both are set and disagree.

        >>> OneMinuteRules.chosen({"handlings": 123}).pace, OneMinuteRules.chosen({"pace": 2.05}).handlings
        (2.05, 123)
        """
        rules = dict(values)
        if "pace" in rules:
            handlings = int((60 * Decimal(repr(rules["pace"]))).to_integral_value(ROUND_FLOOR))
            # A number of seventeen digits has no exact pace in a record: it goes with the pace that it is given here.
            if rules.setdefault("handlings", handlings) != handlings and rules["pace"] != _pace(rules["handlings"]):
                raise RuleError(
                    f"rule handlings={rules['handlings']}: pace={rules['pace']} stands for {handlings} handlings"
                )
        elif "handlings" in rules:
            rules["pace"] = _pace(rules["handlings"])
        return cls(**rules)


def _pace(handlings: int) -> float:
    """Return the least pace with two decimals that allows this number of handlings."""
    return max(-(-100 * handlings // 60), 1) / 100


class Position(NamedTuple):
    """The hand, its next card first; the waste, its last dealt card last; `top`, None before the base is laid."""

    top: Card | None
    hand: tuple[Card, ...]
    waste: tuple[Card, ...]
    handlings: int


def matches(a: Card, b: Card) -> bool:
    """Return whether two cards share rank or suit."""
    return a[0] == b[0] or a[1] == b[1]


def at_impasse(top: Card | None, left: Sequence[Card]) -> bool:
    """Return whether none of the cards left matches the top; there is no impasse before the base is laid."""
    return top is not None and not any(matches(card, top) for card in left)


def first_wrong(pile: Sequence[Card]) -> tuple[int, int] | None:
    """Return the places (0-based) of a finished pile's lowest wrong card and of the card that shows it; None if won.

    A card is wrong if it does not match the one below it while a card above it does: that was no impasse.

    >>> first_wrong(["AS", "KH", "QD", "2S"]), first_wrong(["AS", "2S", "KH", "KD"])
    ((1, 3), None)
    """
    for place, (below, card) in enumerate(pairwise(pile), 1):
        matching = (at for at in range(place, len(pile)) if matches(pile[at], below))
        if not matches(card, below) and (above := next(matching, None)) is not None:
            return place, above
    return None


class OneMinute(Game[Position, OneMinuteRules]):
    """Won when all cards are on the foundation within the budget; the score is the handlings spent.

    A move is the card that goes to the foundation next, together with all handlings before it.
    """

    name = "one-minute"
    title = "One-Minute Solitaire"
    cards = STANDARD
    score_unit = "handlings"

    def start(self) -> Position:
        """Return the position before the base is laid; the packet is read from its last card."""
        return Position(None, self.deal[:0:-1], (), 0)

    def successors(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield each card that may be played next, in the order in which the cards come up."""
        top, hand, waste, handlings = position
        if top is None:
            yield self.deal[0], Position(self.deal[0], hand, waste, handlings)
            return
        coming = hand + waste[::-1]
        matching = self._matching(coming, top)
        for place in range(len(coming)) if matching is None else matching:
            yield label(coming, place), self._after(position, place, matching is None)

    def play(self, position: Position, move: str) -> Position:
        """Return the position after the card `move` is played; raise IllegalMoveError if it may not be."""
        if position.top is None:
            return super().play(position, move)
        wanted, coming = self.normal(move), position.hand + position.waste[::-1]
        matching = self._matching(coming, position.top)
        for place in range(len(coming)) if matching is None else matching:
            if wanted.startswith(coming[place]) and wanted == label(coming, place):
                return self._after(position, place, matching is None)
        raise IllegalMoveError(f"{move!r} is not a legal move here")

    def _matching(self, coming: Sequence[Card], top: Card) -> list[int] | None:
        """Return the places in `coming` of the matching cards that may be played; None at an impasse."""
        rank, suit = top[0], top[1]
        matching = [place for place, card in enumerate(coming) if card[0] == rank or card[1] == suit]
        return (matching[:1] if self.rules.passing == "forced" else matching) or None

    def _after(self, position: Position, place: int, impasse: bool) -> Position:
        """Return the position after card `place` (hand, then waste from its top) is played."""
        return self._take(position, place) if impasse else self._handle(position, place)

    def _take(self, position: Position, place: int) -> Position:
        """Return the position after taking a card at once; the others keep their order and the hand its place."""
        _, hand, waste, handlings = position
        if place < len(hand):
            return Position(hand[place], hand[:place] + hand[place + 1 :], waste, handlings + 1)
        i = len(hand) + len(waste) - 1 - place
        return Position(waste[i], hand, waste[:i] + waste[i + 1 :], handlings + 1)

    def _handle(self, position: Position, place: int) -> Position:
        """Return the position after dealing on to card `place` (hand, then waste from its top) and playing it."""
        _, hand, waste, handlings = position
        if place < len(hand):
            dealt = hand[:place]
            return Position(hand[place], hand[place + 1 :], waste + dealt, handlings + place + 1)
        # The rest of the hand is dealt on top of the waste and comes up first again after the pick-up.
        picked_up = (waste + hand)[::-1]
        cost = len(hand) + self.rules.pickup + place + 1
        return Position(picked_up[place], picked_up[place + 1 :], picked_up[:place], handlings + cost)

    def score(self, position: Position) -> int | None:
        """Return the handlings once all cards are on the foundation."""
        done = position.top is not None and not position.hand and not position.waste
        return position.handlings if done else None

    def won(self, position: Position) -> bool:
        """Return whether the foundation is complete within the budget."""
        score = self.score(position)
        return score is not None and score <= self.rules.handlings

    def bound_loses(self, bound: int) -> bool:
        """Return whether this number of handlings is over the budget."""
        return bound > self.rules.handlings

    def best_possible(self) -> int:
        """Return one handling for each card but the base."""
        return len(self.deal) - 1

    def state(self, position: Position) -> Hashable:
        """Return the position without its cost."""
        return position[:3]

    def spent(self, position: Position) -> int:
        """Return the handlings so far."""
        return position.handlings
