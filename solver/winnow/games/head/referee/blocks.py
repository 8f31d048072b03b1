"""Head Solitaire with orders left open: block positions that represent many positions, and their moves.

The rules are those of `winnow.games.head.rules`, written again for cards in blocks. docs/soundness/certificates.md,
*Block set*, explains why a loss here is a loss there.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, repeat
from typing import NamedTuple

from winnow.games.head.referee.covers import Covers
from winnow.games.head.rules import Head
from winnow.games.head.rules import Position as Piles

_MELDS, _MOVES, _HANDS, _BEGUN = 1 << 12, 1 << 11, 1 << 14, 1 << 12
"""How many lists of melds and of moves, hands, and positions at the start of a pass are remembered."""

Block = int
"""Cards in no order: bit i is the card at place i of hand + pile + discards of the position of the claim."""
Blocks = bytes
"""Blocks one after the other, each a word of `WORD` bytes, none empty."""
WORD = 8


class BlockPosition(NamedTuple):
    """Represents all positions whose hand and pile, and whose discards, are these blocks, each in some order.

    The hand is the first cards, as many as fill it; it may end inside a block.
    """

    turn: int
    line: Blocks
    """The hand, then the pile."""
    discards: Blocks
    may_burn: bool
    cut: bool
    """Any cards may follow the last block: of the pile in the last pass, of the discards in the pass before it."""
    spent: int
    """Cards discarded or burned in the last pass, whose discards are not kept."""


class Move(NamedTuple):
    """A move's effect on hand and pile, which does not depend on the discards."""

    line: Blocks
    down: Blocks
    """The blocks that it puts on the discards: `cards` cards."""
    cards: int
    ends: bool
    """Whether nothing is left to decide in this pass, and another follows."""


class Table(NamedTuple):
    """The hand and the pile of a block position."""

    hand: tuple[Block, ...]
    """The whole blocks in the hand."""
    parted: Block
    """The block of which some `drawn` cards are in the hand; 0 if there is none."""
    drawn: int
    pile: tuple[Block, ...]
    """The blocks after the parted block."""


class BlockGame:
    """The moves of block positions that can follow from one position of a game of Head.

    Raises `winnow.games.head.referee.covers.TooManySetsError` if the cards have too many melds.
    """

    def __init__(self, game: Head, position: Piles) -> None:
        self.size, self.passes = game.rules.hand, game.rules.passes
        self.optional = game.rules.melding == "optional"
        self.covers = Covers(position.hand + position.pile + position.discards, self.size)
        self._melds_from: dict[Block, list[Block]] = {}
        for meld in self.covers.melds:
            self._melds_from.setdefault(meld & -meld, []).append(meld)
        # Outside the last pass a line occurs with many discards, on which its moves do not depend.
        self._moves = lru_cache(_MOVES)(lambda *kind: list(self._list_moves(*kind)))
        self.melds = lru_cache(_MELDS)(self._melds_among)
        self._whole_hand = lru_cache(_HANDS)(self._joined)
        self._begun = lru_cache(_BEGUN)(lambda *begun: self.settled(BlockPosition(*begun)))
        last = position.turn == self.passes
        drawn, known = len(position.hand + position.pile), len(position.hand + position.pile + position.discards)
        self.start = self.settled(
            BlockPosition(
                position.turn,
                packed(1 << place for place in range(drawn)),
                packed(() if last else (1 << place for place in range(drawn, known))),
                position.may_burn,
                False,
                len(position.discards) if last else 0,
            )
        )

    def _melds_among(self, cards: Block) -> tuple[Block, ...]:
        lists = (self._melds_from.get(card, ()) for card in _cards(cards))
        return tuple(meld for melds in lists for meld in melds if not meld & ~cards)

    def score(self, position: BlockPosition) -> int | None:
        """Return the score if the game ends here; None where it may not end, or where that is unknown."""
        line = blocks_of(position.line)
        held = _count(line)
        idle = position.may_burn or position.turn == self.passes
        if position.cut or not idle or held >= self.size or self.melds(_union(line)):
            return None
        return held + position.spent

    def may_better(self, position: BlockPosition, bound: int) -> bool:
        """Return whether disjoint melds of the cards, in any order, could lead to a score below the bound.

        Raises TooManySetsError if that takes too long to decide.
        """
        return position.cut or self.covers.can_leave(
            _union(blocks_of(position.line + position.discards)), bound - 1 - position.spent
        )

    def successors(self, position: BlockPosition) -> Iterator[BlockPosition]:
        """Yield block positions that represent all successors of the positions that this one represents.

        It must represent at least one: its hand may not be cut off.
        """
        return map(self.after, repeat(position), self.moves(position))

    def after(self, position: BlockPosition, move: Move) -> BlockPosition:
        """Return the block position after one of its moves."""
        turn, _, discards, _, cut, spent = position
        if turn == self.passes:
            return BlockPosition(turn, move.line, discards, False, cut, spent + move.cards)
        # Cards after unknown cards are unknown, too.
        after = BlockPosition(turn, move.line, discards if cut else discards + move.down, False, cut, spent)
        return self._in_next_pass(after) if move.ends else after

    def moves(self, position: BlockPosition) -> list[Move]:
        """Return the moves of a position."""
        turn, line, _, may_burn, _, _ = position
        if turn == self.passes:
            return list(self._list_moves(turn, line, may_burn))
        # All passes between the first and the last have the same moves.
        return self._moves(min(turn, 2), line, may_burn)

    def _list_moves(self, turn: int, line: Blocks, may_burn: bool) -> Iterator[Move]:
        blocks = blocks_of(line)
        table = self.laid_out(blocks)
        in_view = _union(table.hand) | table.parted
        melds = [meld for meld in self.melds(in_view) if (meld & table.parted).bit_count() <= table.drawn]
        for meld in melds:
            yield self._move(turn, _without(blocks, meld), ())
        if _count(table.hand) + table.drawn == self.size:
            for chosen in map(sum, combinations(_cards(table.parted), table.drawn)):
                others = table.parted & ~chosen
                if self.optional or all(meld & others for meld in melds):
                    hand = (*table.hand, chosen) if chosen else table.hand
                    # In part one any order is allowed: one block represents them all.
                    down = (_union(hand),) if turn == 1 else hand
                    yield self._move(turn, (others, *table.pile) if others else table.pile, down)
        if may_burn:
            for card in _cards(blocks[0]):
                yield self._move(turn, _without(blocks, card), (card,))

    def _move(self, turn: int, after: Sequence[Block], down: Sequence[Block]) -> Move:
        """Return the move that leaves the line `after` and puts down the blocks `down`."""
        line = packed(after)
        if turn == self.passes:
            return Move(self._set_hand(line), packed(down), _count(down), False)
        return Move(line, packed(down), _count(down), self._idle(line))

    def laid_out(self, blocks: Sequence[Block]) -> Table:
        """Return the hand and the pile of a line of blocks."""
        room = self.size
        for place, block in enumerate(blocks):
            if block.bit_count() > room:
                if room:
                    return Table(tuple(blocks[:place]), block, room, tuple(blocks[place + 1 :]))
                return Table(tuple(blocks[:place]), 0, 0, tuple(blocks[place:]))
            room -= block.bit_count()
        return Table(tuple(blocks), 0, 0, ())

    def settled(self, position: BlockPosition) -> BlockPosition:
        """Return the position after all passes in which there is nothing to decide."""
        turn, line, discards, may_burn, cut, spent = position
        if not may_burn and turn < self.passes and self._idle(line):
            return self._in_next_pass(position)
        if turn == self.passes and not may_burn:
            line = self._set_hand(line)
        return BlockPosition(turn, line, discards, may_burn, cut, spent)

    def _in_next_pass(self, position: BlockPosition) -> BlockPosition:
        """Return the first position after a pass that ends like this; without discards no pass changes anything."""
        turn, line, discards, _, cut, _ = position
        may_burn = not line and bool(discards)
        turn, line = turn + 1 if discards else self.passes, line + discards
        # Before the last pass no cards are spent.
        return self._begun(turn, line, b"", may_burn, cut, 0)

    def _idle(self, line: Blocks) -> bool:
        """Return whether the line has neither cards for a full hand nor a meld."""
        cards = _union(blocks_of(line))
        return cards.bit_count() < self.size and not self.melds(cards)

    def _set_hand(self, line: Blocks) -> Blocks:
        """Return the line with the hand's whole blocks joined: in the last pass their order changes nothing."""
        first = line[: self.size * WORD]
        hand, length = self._whole_hand(first)
        return hand + line[length:]

    def _joined(self, line: Blocks) -> tuple[Blocks, int]:
        """Return the hand's whole blocks joined into one, and the length of their part of the line."""
        hand = self.laid_out(blocks_of(line)).hand
        return packed((_union(hand),) if hand else ()), len(hand) * WORD


def packed(blocks: Iterable[Block]) -> Blocks:
    """Return the blocks as words."""
    return array("Q", blocks).tobytes()


def blocks_of(words: Blocks) -> Sequence[Block]:
    """Return the blocks, one number each."""
    return array("Q", words)


def _cards(block: Block) -> Iterator[Block]:
    while block:
        yield block & -block
        block &= block - 1


def _without(blocks: Sequence[Block], cards: Block) -> tuple[Block, ...]:
    return tuple([left for block in blocks if (left := block & ~cards)])


def _union(blocks: Sequence[Block]) -> Block:
    """Return the cards of all blocks, which are disjoint."""
    return sum(blocks)


def _count(blocks: Sequence[Block]) -> int:
    return sum(block.bit_count() for block in blocks)
