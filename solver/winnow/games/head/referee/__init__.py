"""The referee of Head: block sets, positions with orders left open and all that follow, none better than the claim."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from winnow.core.counted import counted
from winnow.core.meter import Meter
from winnow.core.referee import Claim, Content, Referee
from winnow.core.results import BeyondError, CheckFailedError, Proven, field_of, require
from winnow.games.head.referee.blocks import Block, BlockGame, BlockPosition, Blocks, blocks_of, packed
from winnow.games.head.referee.covers import TooManySetsError
from winnow.games.head.rules import Head

CARD_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
MOST_CARDS = len(CARD_NAMES)
_PLACES = {name: 1 << place for place, name in enumerate(CARD_NAMES)}
_NODE_BYTES, _ROOT_BYTES = 200, 400
"""Upper estimates of the bytes held: for a node, and in addition for a root without its line."""
_MEMBER_NODES = 3
"""The most nodes that a member adds."""
MEMBER_BYTES = _MEMBER_NODES * _NODE_BYTES
_BLOCK_BITS = 64
_NONE = 1000
"""More spent cards than a member may have; marks a node without a member."""
_BLOCKS_REMEMBERED = 1 << 14
_POSITIONS_REMEMBERED = 1 << 12
_BLOCKS = rf"(?:[{CARD_NAMES}]+(?:,[{CARD_NAMES}]+)*|-)"
_MEMBER = re.compile(rf"([1-9][0-9]{{,17}})(b?) (0|[1-9][0-9]{{,2}}) ({_BLOCKS})(\*?) ({_BLOCKS})(\*?)")


def check(claim: Claim, lines: Iterator[str], meter: Meter) -> Proven:
    """Return what the members prove: each successor of a member is settled, or an earlier member represents it.

    A position is settled if `bound` cards are spent in it, or if its melds are too few for a better score. In the end a
    member must represent the position of the claim, or it is settled itself. Raises CheckFailedError, and BeyondError
    for too many melds.
    """
    game, position = claim.bound_to(Head), claim.position
    bound: int = field_of(claim.record, "bound", int)
    cards = len(position.hand + position.pile + position.discards)
    require(cards <= MOST_CARDS, f"this content is for at most {MOST_CARDS} cards")
    try:
        members = BlockSet(BlockGame(game, position), bound, meter)
        for number, line in enumerate(lines, 1):
            try:
                members.take(read(line, members.game, cards))
            except CheckFailedError as error:
                raise CheckFailedError(f"member {number}: {error}") from None
        require(members.holds(members.game.start), "no member represents the position of the claim")
    except TooManySetsError:
        raise BeyondError("the cards have more melds than this check looks through") from None
    return Proven(bound > game.rules.target, bound, f"a closed set of {counted(members.count, 'positions')} in blocks")


class BlockSet:
    """Block positions from which no score below `bound` is reached.

    They are kept as a tree: from a root for each pass (before the last one, for each line) a block leads on to a node.
    """

    def __init__(self, game: BlockGame, bound: int, meter: Meter) -> None:
        self.game, self.bound, self.meter = game, bound, meter
        self.count = 0
        self._held: set[BlockPosition] = set()
        """Recent positions known to be represented, which stay so."""
        self._roots: dict[tuple[int, bool, Blocks], int] = {}
        """The roots by pass, burn and, before the last pass, line."""
        self._next: dict[int, int] = {}
        """The next node by node << 64 | block."""
        self._whole, self._cut = array("H"), array("H")
        """By node: the spent cards of the member that ends there, and of the member whose end is cut off there."""

    def take(self, member: BlockPosition) -> None:
        """Add a member; raise CheckFailedError if it may end with a better score, or a successor is not represented."""
        score = self.game.score(member)
        require(score is None or score >= self.bound, "the game may end there with a better score")
        for after in self.game.successors(member):
            self.meter.step()
            if not self.holds(after):
                raise CheckFailedError(f"{write(after)} follows, and no earlier member represents it")
        self.place(member)

    def place(self, member: BlockPosition) -> None:
        """Store a member without checking it; raise CheckFailedError if it is there or has `bound` cards spent."""
        spent, node = self._cut if member.cut else self._whole, self._node_of(member)
        require(member.spent < min(spent[node], self.bound), "it is there already, or worth nothing")
        spent[node] = member.spent
        self.count += 1

    def holds(self, position: BlockPosition) -> bool:
        """Return whether the position is settled, or a member represents it."""
        if position.spent >= self.bound or position in self._held:
            return True
        if not self._is_stood_for(position) and self.game.may_better(position, self.bound):
            return False
        if len(self._held) > _POSITIONS_REMEMBERED:
            self._held.clear()
        self._held.add(position)
        return True

    def _is_stood_for(self, position: BlockPosition) -> bool:
        key, blocks = self._parts(position)
        root = self._roots.get(key)
        if root is None:
            return False
        whole = -1 if position.cut else position.spent
        # No member without blocks is cut off.
        return self._leads_to_one(root, blocks, 0, position.spent, whole) if blocks else self._whole[root] <= whole

    def _leads_to_one(self, node: int, blocks: Sequence[Block], place: int, spent: int, whole: int) -> bool:
        """Return whether a path from `node` leads to a member by the blocks from `place` on, some of them joined.

        A member that is cut off may have at most `spent` cards spent, another one at most `whole`.
        """
        self.meter.step()
        follow, joined, end = self._next.get, node << _BLOCK_BITS, len(blocks)
        for after_place in range(place + 1, end + 1):
            joined |= blocks[after_place - 1]
            after = follow(joined)
            if after is None:
                continue
            if self._cut[after] <= spent:
                return True
            if after_place == end:
                return self._whole[after] <= whole
            if self._leads_to_one(after, blocks, after_place, spent, whole):
                return True
        return False

    def _parts(self, position: BlockPosition) -> tuple[tuple[int, bool, Blocks], Sequence[Block]]:
        """Return the key that a member must share with the position, and the blocks of which it may join some."""
        turn, line, discards, may_burn, _, _ = position
        if turn == self.game.passes:
            return (turn, may_burn, b""), blocks_of(line)
        return (turn, may_burn, line), blocks_of(discards)

    def _node_of(self, member: BlockPosition) -> int:
        """Return the node of a member, added if necessary."""
        key, blocks = self._parts(member)
        node = self._roots.get(key)
        if node is None:
            self.meter.hold(_ROOT_BYTES + len(member.line))
            node = self._roots[key] = self._added()
        for block in blocks:
            edge = node << _BLOCK_BITS | block
            after = self._next.get(edge)
            if after is None:
                after = self._next[edge] = self._added()
            node = after
        return node

    def _added(self) -> int:
        self.meter.hold(_NODE_BYTES)
        self._whole.append(_NONE)
        self._cut.append(_NONE)
        return len(self._cut) - 1


def read(line: str, game: BlockGame, cards: int) -> BlockPosition:
    """Return the member that a line names; raise CheckFailedError if it is no position of `cards` cards.

    The words: the pass, with "b" if a card may be burned; the cards spent; the blocks of hand and pile; those of the
    discards. "-" is no block, "*" after the last one says that any cards may follow.
    """
    words = _MEMBER.fullmatch(line)
    if words is None:
        raise CheckFailedError("this is not a position")
    turn, line_cut, discards_cut = int(words[1]), bool(words[5]), bool(words[7])
    drawn, discards = _blocks(words[4]), _blocks(words[6])
    every = blocks_of(drawn + discards)
    together, sizes = sum(every), [block.bit_count() for block in every]
    # If numbers share a bit, their sum has fewer bits than they have together.
    require(together.bit_count() == sum(sizes), "a card is there twice")
    require(together < 1 << cards, "there is no such card")
    require(not line_cut or turn == game.passes, "a pile is cut off before the last pass")
    require(not discards_cut or (turn == game.passes - 1 and discards != b""), "these discards cannot be cut off")
    require(turn < game.passes or not discards, "in the last pass no discards are kept")
    require(turn == game.passes or words[3] == "0", "cards are spent before the last pass")
    require(not words[2] or not discards, "a card is burned before there are discards")
    require(not line_cut or sum(sizes) >= game.size, "the hand is cut off")
    member = BlockPosition(turn, drawn, discards, bool(words[2]), line_cut or discards_cut, int(words[3]))
    require(turn <= game.passes and game.settled(member) == member, "there is nothing to decide there")
    parted = game.laid_out(blocks_of(drawn)).parted
    require(parted.bit_count() <= game.size, "of a block with more cards than a hand only some are drawn")
    return member


def write(position: BlockPosition) -> str:
    """Return the line that names a member."""
    turn, line, discards, may_burn, cut, spent = position
    first, second = (",".join(map(_named, blocks_of(blocks))) or "-" for blocks in (line, discards))
    star = "*" if cut else ""
    stars = ("", star) if discards else (star, "")
    return f"{turn}{'b' if may_burn else ''} {spent} {first}{stars[0]} {second}{stars[1]}"


@lru_cache(_BLOCKS_REMEMBERED)
def _named(block: int) -> str:
    return "".join(name for place, name in enumerate(CARD_NAMES) if block >> place & 1)


@lru_cache(_BLOCKS_REMEMBERED)
def _block(names: str) -> Blocks:
    require(len(set(names)) == len(names), "a card is there twice")
    return packed((sum(_PLACES[name] for name in names),))


def _blocks(word: str) -> Blocks:
    return b"" if word == "-" else b"".join(map(_block, word.split(",")))


class HeadReferee(Referee):
    """Checks block sets."""

    contents: ClassVar[Mapping[str, Content]] = {"block-set": check}
