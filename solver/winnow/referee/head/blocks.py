"""Head Solitaire with orders left open: positions that stand for many, and moves that leave none of them out.

The rules are those of `winnow.games.head`, written anew for cards that lie in blocks. docs/soundness says why a loss
here is a loss there, under *Block set*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from winnow.games.head import Head
from winnow.games.head import Position as Piles
from winnow.theorems.head import Covers

_MOST_KEPT, _LIST = 500_000, 16
"""Melds kept in the lists of sets of cards, a list counting as some more; then they are listed anew."""

Block = int
"""Cards in no order: bit i is the card at place i of hand + pile + discards of the position asked about."""
State = tuple[int, tuple[Block, ...], tuple[Block, ...], bool, bool]
"""A block position but for its spent cards."""


class BlockPosition(NamedTuple):
    """Stands for the positions whose hand and pile, and whose discards, are blocks, each put in some order.

    The hand is what comes first, as many cards as it takes to fill it; it may end inside a block.
    """

    turn: int
    line: tuple[Block, ...]
    """The hand, then the pile."""
    discards: tuple[Block, ...]
    may_burn: bool
    cut: bool
    """Any cards may follow the last block: of the pile in the last pass, of the discards in the pass before it."""
    spent: int
    """Cards discarded or burned in the last pass, whose discards are not kept."""

    @property
    def state(self) -> State:
        """What decides the future: all but the spent cards."""
        return self[:-1]


class Table(NamedTuple):
    """What lies on the table in a block position."""

    hand: tuple[Block, ...]
    """The blocks that lie in the hand whole."""
    parted: Block
    """The block of which only `drawn` cards are in the hand, any ones; 0 if there is none."""
    drawn: int
    pile: tuple[Block, ...]
    """What follows, without the parted block."""


class BlockGame:
    """The moves of block positions in one game of Head, from one position of it on.

    Raises `winnow.theorems.head.TooManySetsError` if the cards have too many melds.
    """

    def __init__(self, game: Head, position: Piles) -> None:
        self.size, self.passes = game.rules.hand, game.rules.passes
        self.optional = game.rules.melding == "optional"
        self.covers = Covers(position.hand + position.pile + position.discards, self.size)
        self._melds_from: dict[Block, list[Block]] = {}
        for meld in self.covers.melds:
            self._melds_from.setdefault(meld & -meld, []).append(meld)
        self._melds: dict[Block, tuple[Block, ...]] = {}
        self._kept = 0
        last = position.turn == self.passes
        drawn, known = len(position.hand + position.pile), len(position.hand + position.pile + position.discards)
        self.start = self.settled(
            BlockPosition(
                position.turn,
                tuple(1 << place for place in range(drawn)),
                () if last else tuple(1 << place for place in range(drawn, known)),
                position.may_burn,
                False,
                len(position.discards) if last else 0,
            )
        )

    def melds(self, cards: Block) -> tuple[Block, ...]:
        """Return the melds of the cards."""
        found = self._melds.get(cards)
        if found is None:
            lists = (self._melds_from.get(card, ()) for card in _cards(cards))
            found = tuple(meld for melds in lists for meld in melds if not meld & ~cards)
            if self._kept > _MOST_KEPT:
                self._melds.clear()
                self._kept = 0
            self._melds[cards] = found
            self._kept += len(found) + _LIST
        return found

    def score(self, position: BlockPosition) -> int | None:
        """Return what the game counts if it ends here; None where it may not end, or where nothing says so."""
        held = _count(position.line)
        idle = position.may_burn or position.turn == self.passes
        if position.cut or not idle or held >= self.size or self.melds(_union(position.line)):
            return None
        return held + position.spent

    def may_better(self, position: BlockPosition, bound: int) -> bool:
        """Tell whether disjoint melds of the cards, whatever their order, could lead to a score below the bound.

        Raises TooManySetsError where that takes too long to tell.
        """
        return position.cut or self.covers.can_leave(
            _union(position.line) + _union(position.discards), bound - 1 - position.spent
        )

    def successors(self, position: BlockPosition) -> Iterator[BlockPosition]:
        """Yield positions that stand for all that follow by one move from those that this one stands for.

        It must stand for some: not even its hand may be cut off.
        """
        table = self.laid_out(position)
        in_view = _union(table.hand) | table.parted
        melds = [meld for meld in self.melds(in_view) if (meld & table.parted).bit_count() <= table.drawn]
        for meld in melds:
            yield self.settled(position._replace(line=_without(position.line, meld), may_burn=False))
        if _count(table.hand) + table.drawn == self.size:
            for chosen in _choices(table.parted, table.drawn):
                others = table.parted & ~chosen
                if self.optional or all(meld & others for meld in melds):
                    yield self._discarded(position, table, chosen)
        if position.may_burn:
            for card in _cards(position.line[0]):
                line = _without(position.line, card)
                yield self._put_down(position, line, (card,))

    def laid_out(self, position: BlockPosition) -> Table:
        """Tell the hand from the pile."""
        room = self.size
        for place, block in enumerate(position.line):
            if block.bit_count() > room:
                if room:
                    return Table(position.line[:place], block, room, position.line[place + 1 :])
                return Table(position.line[:place], 0, 0, position.line[place:])
            room -= block.bit_count()
        return Table(position.line, 0, 0, ())

    def _discarded(self, position: BlockPosition, table: Table, chosen: Block) -> BlockPosition:
        """Return the position after the hand is discarded, with the chosen cards of the parted block in it."""
        hand = tuple(_nonempty((*table.hand, chosen)))
        if position.turn == 1:
            # Any order: one block stands for all of them.
            hand = (_union(hand),)
        return self._put_down(position, tuple(_nonempty((table.parted & ~chosen, *table.pile))), hand)

    def _put_down(self, position: BlockPosition, line: tuple[Block, ...], cards: tuple[Block, ...]) -> BlockPosition:
        """Return the position after these cards have left the line for the discards."""
        if position.turn == self.passes:
            return self.settled(position._replace(line=line, spent=position.spent + _count(cards), may_burn=False))
        # Behind cards of which nothing is known these are not known either.
        discards = position.discards if position.cut else position.discards + cards
        return self.settled(position._replace(line=line, discards=discards, may_burn=False))

    def settled(self, position: BlockPosition) -> BlockPosition:
        """Go on to the next pass while there is nothing to decide."""
        turn, line, discards, may_burn, cut, spent = position
        while not may_burn and turn < self.passes and _count(line) < self.size and not self.melds(_union(line)):
            may_burn = not line and bool(discards)
            turn = turn + 1 if discards else self.passes
            line, discards = line + discards, ()
        if turn == self.passes and not may_burn:
            # The order of a hand in the last pass changes nothing that follows.
            whole = len(self.laid_out(position._replace(line=line)).hand)
            line = tuple(_nonempty((_union(line[:whole]), *line[whole:])))
        return BlockPosition(turn, line, discards, may_burn, cut, spent)

    def cuts(self, position: BlockPosition) -> Iterator[State]:
        """Yield the states that stand for it because the end of its pile, or of its discards, is forgotten.

        The shortest one first; a cut position itself is not among them.
        """
        turn, line, discards, may_burn, _, _ = position
        if turn == self.passes:
            held = 0
            for kept in range(1, len(line)):
                held += line[kept - 1].bit_count()
                if held >= self.size:
                    yield turn, line[:kept], (), may_burn, True
        elif turn == self.passes - 1:
            for kept in range(1, len(discards)):
                yield turn, line, discards[:kept], may_burn, True


def _cards(block: Block) -> Iterator[Block]:
    """Yield the cards, each as a block."""
    while block:
        yield block & -block
        block &= block - 1


def _choices(block: Block, count: int) -> Iterator[Block]:
    """Yield each choice of so many cards."""
    return map(sum, combinations(_cards(block), count))


def _nonempty(blocks: Iterable[Block]) -> Iterator[Block]:
    return (block for block in blocks if block)


def _without(blocks: Iterable[Block], cards: Block) -> tuple[Block, ...]:
    return tuple(_nonempty(block & ~cards for block in blocks))


def _union(blocks: Iterable[Block]) -> Block:
    """Return the cards of all blocks, which have none in common."""
    return sum(blocks)


def _count(blocks: Sequence[Block]) -> int:
    return sum(block.bit_count() for block in blocks)
