"""Checks a block set: positions of Head with orders left open, and all that follows, none better than the claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from winnow.games.head import Head
from winnow.referee.claims import Claim
from winnow.referee.head.blocks import NO_BLOCK, WORD, BlockGame, BlockPosition, Blocks, Lists, blocks_of, packed
from winnow.referee.meter import Meter
from winnow.referee.results import BeyondError, CheckFailedError, Proven, field_of, require
from winnow.theorems.head import TooManySetsError

CARD_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
MOST_CARDS = len(CARD_NAMES)
_PLACES = {name: 1 << place for place, name in enumerate(CARD_NAMES)}
_MEMBER_BYTES, _CARD_BYTES = 210, 8
"""What Python holds for a member: an estimate from above, for the member itself and for each card."""
_STAGE_BYTES, _BEGIN_BYTES = 1000, 300
"""The same for what is kept of a pass, and of keys that begin alike."""
_MOST_BEGINNINGS = 50_000
"""Beginnings of discards kept with the moves of lines."""
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
    return Proven(bound > game.rules.target, bound, f"a closed set of {members.count:,} positions in blocks")


def member_bytes(cards: int) -> int:
    """Return the bytes that a check holds for a member, as an estimate from above."""
    return _MEMBER_BYTES + _CARD_BYTES * cards


class _Stage:
    """Members of one pass, all with a card to burn or all without; with fewer cards spent none of them may be one.

    A key is the line, in passes before the last NO_BLOCK and the discards behind it.
    """

    def __init__(self) -> None:
        self.whole: dict[bytes, int] = {}
        """Cards spent, by key."""
        self.cut: dict[bytes, int] = {}
        """The same of members whose end is cut off."""
        self.lengths: dict[bytes, list[int]] = {}
        """Lengths that keys of these have, by what such a key begins with."""


class BlockSet:
    """Block positions from which no score below `bound` is reached."""

    def __init__(self, game: BlockGame, bound: int, meter: Meter) -> None:
        self.game, self.bound, self.meter = game, bound, meter
        self.count = 0
        self._stages: dict[tuple[int, bool], _Stage] = {}
        self.known: Lists[tuple[bytes, bool], list[set[bytes]]] = Lists(_MOST_BEGINNINGS)
        """By line and burn of the pass before the last, for each of its moves: how discards begin behind which what
        follows by it is held.
        """

    def take(self, member: BlockPosition) -> None:
        """Take a member; raise CheckFailedError if it may end too well, or if something follows that is not held."""
        begin, key = self._key(member)
        stage = self._stage(member)
        held = stage.cut if member.cut else stage.whole
        require(member.spent < held.get(key, self.bound), "it is there already, or worth nothing")
        score = self.game.score(member)
        require(score is None or score >= self.bound, "the game may end there with a better score")
        missing = self._missing(member)
        if missing is not None:
            raise CheckFailedError(f"{write(missing)} follows, and no earlier member stands for it")
        held[key] = member.spent
        self.count += 1
        if member.cut:
            self._note_length(stage, begin, len(key))

    def _missing(self, member: BlockPosition) -> BlockPosition | None:
        """Return what follows from the member and is not held; None if all is."""
        if member.turn == self.game.passes - 1:
            return self._missing_behind(member)
        for after in self.game.successors(member):
            self.meter.step()
            if not self.holds(after):
                return after
        return None

    def _missing_behind(self, member: BlockPosition) -> BlockPosition | None:
        """Answer in the pass before the last, where the same line comes with many different discards.

        With a move goes how the discards began when a member with a forgotten end stood for what follows: that member
        does so for all discards that begin alike.
        """
        moves, discards = self.game.moves(member), member.discards
        beginnings = [discards[:length] for length in range(WORD, len(discards) + 1, WORD)]
        for move, known in zip(moves, self._known_of(member, len(moves)), strict=True):
            self.meter.step()
            if not known.isdisjoint(beginnings):
                continue
            after = self.game.after(member, move)
            length = self._length_for(after)
            if length is not None:
                # What the key has beyond that is the end of the discards and what was put behind them.
                forgotten = len(self._key(after)[1]) - length
                needed = len(discards) - forgotten + (0 if member.cut else len(move.down))
                if needed <= len(discards):
                    known.add(discards[:needed])
                    self.known.count(1)
            elif not self._holds_itself(after):
                return after
        return None

    def _known_of(self, member: BlockPosition, moves: int) -> list[set[bytes]]:
        """Return what is known of the moves of the member's line, a set for each."""
        line = member.line, member.may_burn
        known = self.known.get(line)
        return self.known.keep(line, [set() for _ in range(moves)], moves + 1) if known is None else known

    def holds(self, position: BlockPosition) -> bool:
        """Tell whether the position is settled, or a member stands for it."""
        if position.spent >= self.bound or self._length_for(position) is not None:
            return True
        return self._holds_itself(position)

    def _holds_itself(self, position: BlockPosition) -> bool:
        """Tell whether a member that forgets no end is the position, or it has too few melds."""
        stage = self._stages.get((position.turn, position.may_burn))
        whole = {} if stage is None or position.cut else stage.whole
        if whole.get(self._key(position)[1], self.bound) <= position.spent:
            return True
        return not self.game.may_better(position, self.bound)

    def _length_for(self, position: BlockPosition) -> int | None:
        """Return how much of its key a member with a forgotten end has that stands for it; None if none does."""
        stage = self._stages.get((position.turn, position.may_burn))
        if stage is None:
            return None
        begin, key = self._key(position)
        for length in stage.lengths.get(begin, ()):
            if length <= len(key) and stage.cut.get(key[:length], self.bound) <= position.spent:
                return length
        return None

    def _key(self, position: BlockPosition) -> tuple[bytes, bytes]:
        """Return the key within the stage, and before it how the keys begin that may stand for the position."""
        if position.turn == self.game.passes:
            return position.line[:WORD], position.line
        begin = position.line + NO_BLOCK
        return begin, begin + position.discards

    def _stage(self, member: BlockPosition) -> _Stage:
        stage = self._stages.get((member.turn, member.may_burn))
        if stage is None:
            self.meter.hold(_STAGE_BYTES)
            stage = self._stages[member.turn, member.may_burn] = _Stage()
        return stage

    def _note_length(self, stage: _Stage, begin: bytes, length: int) -> None:
        lengths = stage.lengths.get(begin)
        if lengths is None:
            self.meter.hold(_BEGIN_BYTES + len(begin))
            lengths = stage.lengths[begin] = []
        if length not in lengths:
            lengths.append(length)


def read(line: str, game: BlockGame, cards: int) -> BlockPosition:
    """Return the member that a line names; raise CheckFailedError for what is no position of so many cards.

    The words: the pass, with "b" if a card may be burned; the cards spent; the blocks of hand and pile; those of the
    discards. "-" is no block, "*" behind the last one says that any cards may follow.
    """
    words = _MEMBER.fullmatch(line)
    if words is None:
        raise CheckFailedError("this is not a position")
    turn, line_cut, discards_cut = int(words[1]), bool(words[5]), bool(words[7])
    drawn, discards = _blocks(words[4]), _blocks(words[6])
    every = blocks_of(drawn + discards)
    together, sizes = sum(every), [block.bit_count() for block in every]
    # Of numbers that share a bit the sum has fewer bits than they have.
    require(together.bit_count() == sum(sizes), "a card is there twice")
    require(together < 1 << cards, "there is no such card")
    require(max(sizes, default=0) <= game.size, "a block has more cards than a hand")
    require(not line_cut or turn == game.passes, "a pile is cut off before the last pass")
    require(not discards_cut or (turn == game.passes - 1 and discards != b""), "these discards cannot be cut off")
    require(turn < game.passes or not discards, "in the last pass no discards are kept")
    require(turn == game.passes or words[3] == "0", "cards are spent before the last pass")
    require(not words[2] or not discards, "a card is burned before there are discards")
    require(not line_cut or sum(sizes) >= game.size, "the hand is cut off")
    member = BlockPosition(turn, drawn, discards, bool(words[2]), line_cut or discards_cut, int(words[3]))
    require(turn <= game.passes and game.settled(member) == member, "there is nothing to decide there")
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
