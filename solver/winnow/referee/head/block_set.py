"""Checks a block set: positions of Head with orders left open, and all that follows, none better than the claim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from winnow.games.head import Head
from winnow.referee.claims import Claim
from winnow.referee.head.blocks import Block, BlockGame, BlockPosition, State
from winnow.referee.meter import Meter
from winnow.referee.results import BeyondError, CheckFailedError, Proven, field_of, require
from winnow.theorems.head import TooManySetsError

CARD_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
MOST_CARDS = len(CARD_NAMES)
_PLACES = {name: 1 << place for place, name in enumerate(CARD_NAMES)}
_MEMBER_BYTES, _CARD_BYTES = 600, 45
"""What Python holds for a member: an estimate from above, for the member itself and for each card."""
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
        self.spent: dict[State, int] = {}
        """Of each member, by its state: with fewer cards spent it may not be one."""

    def take(self, member: BlockPosition) -> None:
        """Take a member; raise CheckFailedError if it may end too well, or if something follows that is not held."""
        require(member.spent < self.spent.get(member.state, self.bound), "it is there already, or worth nothing")
        score = self.game.score(member)
        require(score is None or score >= self.bound, "the game may end there with a better score")
        for after in self.game.successors(member):
            self.meter.step()
            if not self.holds(after):
                raise CheckFailedError(f"{write(after)} follows, and no earlier member stands for it")
        self.spent[member.state] = member.spent

    def holds(self, position: BlockPosition) -> bool:
        """Tell whether the position is settled, or a member stands for it."""
        if position.spent >= self.bound or self.member_for(position) is not None:
            return True
        return not self.game.may_better(position, self.bound)

    def member_for(self, position: BlockPosition) -> State | None:
        """Return the state of the member that stands for the position and knows least; None if there is none."""
        for state in (*self.game.cuts(position), position.state):
            if self.spent.get(state, self.bound) <= position.spent:
                return state
        return None


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
    require(all(CARD_NAMES.index(name) < cards for name in names), "there is no such card")
    blocks = _blocks(words[4]), _blocks(words[6])
    every = [block for part in blocks for block in part]
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


def _named(block: Block) -> str:
    return "".join(name for place, name in enumerate(CARD_NAMES) if block >> place & 1)


def _blocks(word: str) -> tuple[Block, ...]:
    return () if word == "-" else tuple(sum(_PLACES[name] for name in block) for block in word.split(","))
