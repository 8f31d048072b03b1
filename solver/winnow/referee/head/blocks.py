"""Head Solitaire with orders left open: positions that stand for many, and moves that leave none of them out.

The rules are those of `winnow.games.head`, written anew for cards that lie in blocks. docs/soundness says why a loss
here is a loss there, under *Block set*.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from winnow.games.head import Head
from winnow.games.head import Position as Piles
from winnow.theorems.head import Covers

_MOST_KEPT, _LIST = 500_000, 16
"""Melds kept in the lists of sets of cards, a list counting as some more; then they are listed anew."""

Block = int
"""Cards in no order: bit i is the card at place i of hand + pile + discards of the position asked about."""
_WORD = 8
_NO_BLOCK = bytes(_WORD)


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
        turn, line, discards, may_burn, cut, spent = position
        for meld in melds:
            yield self.settled(BlockPosition(turn, _without(line, meld), discards, False, cut, spent))
        if _count(table.hand) + table.drawn == self.size:
            for chosen in _choices(table.parted, table.drawn):
                others = table.parted & ~chosen
                if self.optional or all(meld & others for meld in melds):
                    yield self._discarded(position, table, chosen)
        if may_burn:
            for card in _cards(line[0]):
                yield self._put_down(position, _without(line, card), (card,))

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
        hand = (*table.hand, chosen) if chosen else table.hand
        if position.turn == 1:
            # Any order: one block stands for all of them.
            hand = (_union(hand),)
        others = table.parted & ~chosen
        return self._put_down(position, (others, *table.pile) if others else table.pile, hand)

    def _put_down(self, position: BlockPosition, line: tuple[Block, ...], cards: tuple[Block, ...]) -> BlockPosition:
        """Return the position after these cards have left the line for the discards."""
        turn, _, discards, _, cut, spent = position
        if turn == self.passes:
            spent += _count(cards)
        elif not cut:
            # Behind cards of which nothing is known these are not known either.
            discards += cards
        return self.settled(BlockPosition(turn, line, discards, False, cut, spent))

    def settled(self, position: BlockPosition) -> BlockPosition:
        """Go on to the next pass while there is nothing to decide."""
        turn, line, discards, may_burn, cut, spent = position
        while not may_burn and turn < self.passes and not self._fills(line) and not self.melds(_union(line)):
            may_burn = not line and bool(discards)
            turn = turn + 1 if discards else self.passes
            line, discards = line + discards, ()
        if turn == self.passes and not may_burn:
            line = self._set_hand(line)
        return BlockPosition(turn, line, discards, may_burn, cut, spent)

    def _fills(self, line: Sequence[Block]) -> bool:
        """Tell whether the line has cards for a full hand."""
        room = self.size
        for block in line:
            room -= block.bit_count()
            if room <= 0:
                return True
        return False

    def _set_hand(self, line: tuple[Block, ...]) -> tuple[Block, ...]:
        """Return the line with the whole blocks of the hand as one: its order in the last pass changes nothing."""
        room, whole, hand = self.size, 0, 0
        for block in line:
            room -= block.bit_count()
            if room < 0:
                break
            hand |= block
            whole += 1
        return (hand, *line[whole:]) if whole > 1 else line

    def _may_keep(self, position: BlockPosition) -> range:
        """Tell how many blocks of the pile (last pass) or of the discards (the pass before) may be kept."""
        if position.turn == self.passes:
            room, first = self.size, 0
            for block in position.line:
                room -= block.bit_count()
                first += 1
                if room <= 0:
                    break
            return range(first, len(position.line))
        return range(1, len(position.discards)) if position.turn == self.passes - 1 else range(0)

    def key(self, position: BlockPosition) -> bytes:
        """Return what tells it from all others but for the spent cards."""
        turn, line, discards, may_burn, cut, _ = position
        return b"%d %d%d %b%b%b" % (turn, may_burn, cut, _packed(line), _NO_BLOCK, _packed(discards))

    def keys_of_cuts(self, position: BlockPosition) -> Iterator[bytes]:
        """Yield the keys of what stands for it because the end of its pile, or of its discards, is forgotten.

        The shortest one first; a cut position's own key is not among them.
        """
        turn, line, discards, may_burn, _, _ = position
        if turn == self.passes:
            start, end, rest = b"%d %d1 " % (turn, may_burn), _packed(line), _NO_BLOCK
        else:
            start, end, rest = b"%d %d1 %b%b" % (turn, may_burn, _packed(line), _NO_BLOCK), _packed(discards), b""
        for kept in self._may_keep(position):
            yield start + end[: kept * _WORD] + rest


def _cards(block: Block) -> Iterator[Block]:
    """Yield the cards, each as a block."""
    while block:
        yield block & -block
        block &= block - 1


def _choices(block: Block, count: int) -> Iterator[Block]:
    """Yield each choice of so many cards."""
    return map(sum, combinations(_cards(block), count))


def _packed(blocks: Sequence[Block]) -> bytes:
    """Return the blocks as words of 8 bytes; there is no block of no cards."""
    return array("Q", blocks).tobytes()


def _without(blocks: Sequence[Block], cards: Block) -> tuple[Block, ...]:
    return tuple([left for block in blocks if (left := block & ~cards)])


def _union(blocks: Sequence[Block]) -> Block:
    """Return the cards of all blocks, which have none in common."""
    return sum(blocks)


def _count(blocks: Sequence[Block]) -> int:
    return sum(block.bit_count() for block in blocks)
