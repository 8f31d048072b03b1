"""Checks a block set: positions of Head with orders left open, and all that follows, none better than the claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from winnow.games.head import Head
from winnow.referee.claims import Claim
from winnow.referee.head.blocks import Block, BlockGame, BlockPosition
from winnow.referee.meter import Meter
from winnow.referee.results import BeyondError, CheckFailedError, Proven, field_of, require
from winnow.theorems.head import TooManySetsError

CARD_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
MOST_CARDS = len(CARD_NAMES)
_PLACES = {name: 1 << place for place, name in enumerate(CARD_NAMES)}
_MEMBER_BYTES, _CARD_BYTES = 350, 8
"""What Python holds for a member: an estimate from above, for the member itself and for each card."""
_BLOCKS_REMEMBERED = 1 << 14
_BLOCKS = rf"(?:[{CARD_NAMES}]+(?:,[{CARD_NAMES}]+)*|-)"
_MEMBER = re.compile(rf"([1-9][0-9]{{,17}})(b?) (0|[1-9][0-9]{{,2}}) ({_BLOCKS})(\*?) ({_BLOCKS})(\*?)")


def check(claim: Claim, lines: Iterator[str], meter: Meter) -> Proven:
    """Check the members one by one: what follows from a member is settled, or an earlier member stands for it.

    Settled is what has `bound` cards spent, or too few melds. In the end a member must stand for the position asked
    about, or it is settled itself.
    """
    game, position = claim.bound_to(Head), claim.position
    bound: int = field_of(claim.record, "bound", int)
    cards = len(position.hand + position.pile + position.discards)
    require(cards <= MOST_CARDS, f"this content is for at most {MOST_CARDS} cards")
    size = member_bytes(cards)
    try:
        members = BlockSet(BlockGame(game, position), bound, meter)
        for number, line in enumerate(lines, 1):
            meter.hold(size)
            try:
                members.take(read(line, members.game, cards))
            except CheckFailedError as error:
                raise CheckFailedError(f"member {number}: {error}") from None
        require(members.holds(members.game.start), "no member stands for the position asked about")
    except TooManySetsError:
        raise BeyondError("the cards have more melds than this check looks through") from None
    return Proven(bound > game.rules.target, bound, f"a closed set of {len(members.spent):,} positions in blocks")


def member_bytes(cards: int) -> int:
    """Return the bytes that a check holds for a member, as an estimate from above."""
    return _MEMBER_BYTES + _CARD_BYTES * cards


class BlockSet:
    """Block positions from which no score below `bound` is reached."""

    def __init__(self, game: BlockGame, bound: int, meter: Meter) -> None:
        self.game, self.bound, self.meter = game, bound, meter
        self.spent: dict[bytes, int] = {}
        """Of each member, by its key: with fewer cards spent it may not be one."""

    def take(self, member: BlockPosition) -> None:
        """Take a member; raise CheckFailedError if it may end too well, or if something follows that is not held."""
        key = self.game.key(member)
        require(member.spent < self.spent.get(key, self.bound), "it is there already, or worth nothing")
        score = self.game.score(member)
        require(score is None or score >= self.bound, "the game may end there with a better score")
        for after in self.game.successors(member):
            self.meter.step()
            if not self.holds(after):
                raise CheckFailedError(f"{write(after)} follows, and no earlier member stands for it")
        self.spent[key] = member.spent

    def holds(self, position: BlockPosition) -> bool:
        """Tell whether the position is settled, or a member stands for it."""
        if position.spent >= self.bound or self._has_member_for(position):
            return True
        return not self.game.may_better(position, self.bound)

    def _has_member_for(self, position: BlockPosition) -> bool:
        spent = position.spent
        if self.spent.get(self.game.key(position), self.bound) <= spent:
            return True
        return any(self.spent.get(key, self.bound) <= spent for key in self.game.keys_of_cuts(position))


def read(line: str, game: BlockGame, cards: int) -> BlockPosition:
    """Return the member that a line names; raise CheckFailedError for what is no position of so many cards.

    The words: the pass, with "b" if a card may be burned; the cards spent; the blocks of hand and pile; those of the
    discards. "-" is no block, "*" behind the last one says that any cards may follow.
    """
    words = _MEMBER.fullmatch(line)
    if words is None:
        raise CheckFailedError("this is not a position")
    turn, line_cut, discards_cut = int(words[1]), bool(words[5]), bool(words[7])
    names = re.sub("[,-]", "", words[4] + words[6])
    require(len(set(names)) == len(names), "a card is there twice")
    blocks = _blocks(words[4]), _blocks(words[6])
    every = blocks[0] + blocks[1]
    require(sum(every) < 1 << cards, "there is no such card")
    require(all(block.bit_count() <= game.size for block in every), "a block has more cards than a hand")
    require(not line_cut or turn == game.passes, "a pile is cut off before the last pass")
    require(not discards_cut or (turn == game.passes - 1 and blocks[1] != ()), "these discards cannot be cut off")
    require(turn < game.passes or not blocks[1], "in the last pass no discards are kept")
    require(not words[2] or not blocks[1], "a card is burned before there are discards")
    require(not line_cut or sum(map(int.bit_count, blocks[0])) >= game.size, "the hand is cut off")
    member = BlockPosition(turn, *blocks, bool(words[2]), line_cut or discards_cut, int(words[3]))
    require(turn <= game.passes and game.settled(member) == member, "there is nothing to decide there")
    return member


def write(position: BlockPosition) -> str:
    """Return the line that names a member."""
    turn, line, discards, may_burn, cut, spent = position
    first, second = (",".join(map(_named, blocks)) or "-" for blocks in (line, discards))
    star = "*" if cut else ""
    stars = ("", star) if discards else (star, "")
    return f"{turn}{'b' if may_burn else ''} {spent} {first}{stars[0]} {second}{stars[1]}"


@lru_cache(_BLOCKS_REMEMBERED)
def _named(block: Block) -> str:
    return "".join(name for place, name in enumerate(CARD_NAMES) if block >> place & 1)


@lru_cache(_BLOCKS_REMEMBERED)
def _block(names: str) -> Block:
    return sum(_PLACES[name] for name in names)


def _blocks(word: str) -> tuple[Block, ...]:
    return () if word == "-" else tuple(map(_block, word.split(",")))
