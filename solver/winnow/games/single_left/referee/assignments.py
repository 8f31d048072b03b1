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
from winnow.games.single_left.referee.relations import least_left
from winnow.games.single_left.rules import Position, SingleLeft

MOST_CARDS = 200
CUT, SPLIT = "cut", "split"


@dataclass(frozen=True)
class Node:
    """A partial assignment: the game with `?` in the unassigned places, which must not be read; the missing cards."""

    game: SingleLeft
    missing: tuple[Card, ...]

    @classmethod
    def root(cls, deal: Deal) -> Node:
        """Return the node without assignments."""
        return cls(SingleLeft(deal.rules, deal.cards), deal.missing)  # type: ignore[arg-type]

    def children(self) -> Iterator[Node]:
        """Yield a node for each missing card in the first unknown place, in the deck's order."""
        cards = self.game.deal
        place = cards.index(UNKNOWN)
        for card in dict.fromkeys(self.missing):
            rest = list(self.missing)
            rest.remove(card)
            yield Node(SingleLeft(self.game.rules, (*cards[:place], card, *cards[place + 1 :])), tuple(rest))


def loses(node: Node, meter: Meter) -> bool:
    """Return whether the relations rule out every completion of the node; exact if all cards are known.

    The bound is for optional discarding, which allows every forced line.
    """
    game = node.game
    meter.step()
    position = game.start()
    if game.forced:
        while (step := _known_step(game, position)) is not None:
            meter.step()
            position = step
        if not node.missing:
            return not game.goal_met(len(position.hand))
    return least_left(game, position, node.missing, meter)[1]


def _known_step(game: SingleLeft, position: Position) -> Position | None:
    """Return the position after the next forced move; None at the end, or where it depends on an unknown card."""
    if any(game.deal[place] == UNKNOWN for place in position.hand[-4:]):
        return None
    move, after = next(game.successors(position), ("", None))
    draws = move == "draw" and game.deal[position.deck[0]] == UNKNOWN
    return None if draws else after


def check(record: Mapping[str, Any], deal: Deal, lines: Iterator[str], meter: Meter) -> str:
    """Return a phrase that says what is proved: each node, children after their parent, is split or cut."""
    require(record.get("verdict") == "unwinnable", "this content shows that no completion wins")
    require(len(deal.cards) <= MOST_CARDS, f"this content is for at most {MOST_CARDS} cards")
    root = Node.root(deal)
    require(not root.game.rules.redeals, "this content is for a game without redeals")
    stack = [iter([root])]
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
            require(loses(node, meter), f"node {nodes} is not ruled out")
        else:
            require(bool(node.missing), f"node {nodes} has no place to split")
            stack.append(node.children())
            meter.hold(16 * len(deal.cards) * len(node.missing))
    return f"every completion loses, in a tree of {counted(nodes, 'nodes')}"
