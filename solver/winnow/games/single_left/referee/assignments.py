"""Checks that no completion of a partly known deal of Single Left wins: a tree over the cards of the unknown places.

A node of the tree assigns cards to some of the unknown places; its children assign each missing card to the next place
in dealing order. Under forced discarding a node is played as far as its known cards go. A `cut` ends a branch that the
relations rule out for all cards in the remaining places (docs/soundness/certificates.md, *Assignments*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from winnow.core.cards import Card
from winnow.core.counted import counted
from winnow.core.deals import UNKNOWN, Deal
from winnow.core.meter import Meter
from winnow.core.results import require
from winnow.games.single_left.referee.relations import Places, least_left
from winnow.games.single_left.rules import SingleLeft

MOST_CARDS = 200
CUT, SPLIT = "cut", "split"


@dataclass(frozen=True)
class Node:
    """A partial assignment: the deal with `?` in the unassigned places, and the missing cards."""

    cards: tuple[Card, ...]
    missing: tuple[Card, ...]

    @property
    def whole(self) -> bool:
        """Return whether every card is known."""
        return not self.missing

    def children(self) -> Iterator[Node]:
        """Yield a node for each missing card in the first unknown place, in the deck's order."""
        place = self.cards.index(UNKNOWN)
        for card in dict.fromkeys(self.missing):
            rest = list(self.missing)
            rest.remove(card)
            yield Node((*self.cards[:place], card, *self.cards[place + 1 :]), tuple(rest))


def root(deal: Deal) -> Node:
    """Return the node without assignments."""
    return Node(deal.cards, deal.missing)


def loses(game: SingleLeft, node: Node, meter: Meter) -> bool:
    """Return whether the relations rule out every completion of the node; exact if all cards are known.

    The bound is for optional discarding, which allows every forced line.
    """
    meter.step()
    position = game.start()
    if game.forced:
        while (step := _known_step(game, node, position)) is not None:
            meter.step()
            position = step
    if node.whole and game.forced:
        return not game.goal_met(len(position.hand))
    places = position.hand + position.deck
    least = least_left(Places.of([node.cards[place] for place in places], node.missing), len(position.hand), meter)
    ends = range(least, len(places) + 1)
    return not any(game.goal_met(left) for left in ends if (left - len(places)) % 2 == 0)


def _known_step(game: SingleLeft, node: Node, position: Any) -> Any:
    """Return the position after the next forced move; None at the end, or where it depends on an unknown card."""
    if any(node.cards[place] == UNKNOWN for place in position.hand[-4:]):
        return None
    if position.deck and node.cards[position.deck[0]] == UNKNOWN and not _discards(game, position):
        return None
    return next((after for _, after in game.successors(position)), None)


def _discards(game: SingleLeft, position: Any) -> bool:
    return next((move for move, _ in game.successors(position)), "draw") in ("four", "pair")


def game_of(deal: Deal, node: Node) -> SingleLeft:
    """Return the game of a node; its unknown cards must not be read."""
    return SingleLeft(deal.rules, node.cards)  # type: ignore[arg-type]


def check(record: Mapping[str, Any], deal: Deal, lines: Iterator[str], meter: Meter) -> str:
    """Return a phrase that says what is proved: each node, children after their parent, is split or cut."""
    require(record.get("verdict") == "unwinnable", "this content shows that no completion wins")
    require(len(deal.cards) <= MOST_CARDS, f"this content is for at most {MOST_CARDS} cards")
    require(not game_of(deal, root(deal)).rules.redeals, "this content is for a game without redeals")
    stack = [iter([root(deal)])]
    nodes = 0
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            continue
        nodes += 1
        word = next(lines, None)
        require(word in (CUT, SPLIT), f"node {nodes} is neither cut nor split")
        if word == CUT:
            require(loses(game_of(deal, node), node, meter), f"node {nodes} is not ruled out")
        else:
            require(not node.whole, f"node {nodes} has no place to split")
            stack.append(node.children())
            meter.hold(16 * len(deal.cards) * len(node.missing))
    return f"every completion loses, in a tree of {counted(nodes, 'nodes')}"
