"""Positions of Head Solitaire in blocks, for machine words: their moves, and which positions one block position represents.

The moves are those of `winnow.games.head.referee.blocks`, written again.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memmove

from winnow_kernels.common.bits cimport bit, popcount
from winnow_kernels.head.blocks cimport union_of
from winnow_kernels.head.block_store cimport Words
from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.melds cimport MeldList, start_list


cdef class BlockMoves:
    """The moves of positions in blocks under one set of rules; cards are numbers 0..63, as in `melds`.

    `passes`: how often the cards are gone through; `optional`: a full hand may be discarded though it holds a meld.
    """

    def __cinit__(self, Covers melds not None, long long passes, bint optional):
        self.melds = melds
        self.passes = passes
        self.optional = optional

    cdef int list_moves(self, Position *position, Hand *hand, Move *moves) noexcept nogil:
        """List melds, then discards, then burns; return their number, -1 if there is no room for them."""
        cdef uint64_t melds[MOST_MOVES]
        cdef MeldList found
        cdef uint64_t view = 0, parted = 0, chosen = 0, rest
        cdef int room = self.melds.size, count, size, i
        hand.whole = hand.drawn = 0
        while hand.whole < position.line:
            size = popcount(position.blocks[hand.whole])
            if size > room:
                if room:
                    parted, hand.drawn = position.blocks[hand.whole], room
                break
            room -= size
            view |= position.blocks[hand.whole]
            hand.whole += 1
        start_list(&found, melds, MOST_MOVES)
        found.loose, found.most_loose = parted, hand.drawn
        count = self.melds.list_melds(view | parted, &found)
        if found.full:
            return -1
        for i in range(count):
            moves[i].cards, moves[i].kind = melds[i], MELD
        if popcount(view) + hand.drawn == self.melds.size:
            # All choices of `drawn` cards of the parted block, by counting through its subsets.
            while True:
                if popcount(chosen) == hand.drawn and self._may_discard(&found, parted & ~chosen):
                    if count == MOST_MOVES:
                        return -1
                    moves[count].cards, moves[count].kind = chosen, DISCARD
                    count += 1
                chosen = (chosen - parted) & parted
                if not chosen:
                    break
        rest = position.blocks[0] if position.may_burn else 0
        while rest:
            if count == MOST_MOVES:
                return -1
            moves[count].cards, moves[count].kind = rest & -rest, BURN
            count += 1
            rest &= rest - 1
        return count

    cdef bint _may_discard(self, MeldList *melds, uint64_t left) noexcept nogil:
        """Tell whether a full hand without these cards may be discarded, of all the melds that there are with them."""
        cdef int i
        if not self.optional:
            for i in range(melds.count):
                if not melds.melds[i] & left:
                    return False
        return True

    cdef bint play(self, Position *position, Hand *hand, Move *move, bint joining, Position *after) noexcept nogil:
        """Write what follows by the move; with `joining` a parted block may come together in the discards.

        Return whether it does.
        """
        cdef uint64_t down[MOST_BLOCKS]
        cdef uint64_t every = 0
        cdef int count = 0, i
        cdef bint joined = False
        memcpy(after, position, sizeof(Position))
        after.may_burn = False
        if move.kind == DISCARD:
            for i in range(hand.whole):
                down[count] = position.blocks[i]
                every |= down[count]
                count += 1
            if move.cards:
                down[count] = move.cards
                every |= move.cards
                count += 1
            if position.turn == 1:
                # Any order is allowed: one block represents them all.
                down[0] = every
                count = 1
            elif position.turn == self.passes - 1:
                # Only here: a member represents positions with another line in the last pass alone.
                joined = joining and position.split and hand.whole and self._may_join(position, every)
        else:
            down[0] = every = move.cards
            count = 1
        after.split = move.kind == DISCARD and move.cards or position.split and position.blocks[0] & ~every
        _take_from_line(after, every)
        if joined:
            after.blocks[after.line + after.discards - 1] |= down[0]
            self.put_down(after, down + 1, count - 1, 0)
        elif move.kind != MELD:
            self.put_down(after, down, count, popcount(every))
        self.settle(after)
        return joined

    cdef bint _may_join(self, Position *position, uint64_t hand) noexcept nogil:
        """Tell whether the hand's first block may go back to its rest (games/head/ledger.md: joined-blocks)."""
        cdef uint64_t *discards = &position.blocks[position.line]
        cdef uint64_t first = position.blocks[0]
        if position.cut:
            return False
        return self.optional or self.melds.no_meld_by_exchange(discards, position.discards - 1, first, hand & ~first)

    cdef void put_down(self, Position *position, uint64_t *blocks, int count, int cards) noexcept nogil:
        """Put `count` blocks with `cards` cards in all on the discards; in the last pass they are spent."""
        cdef int i
        if position.turn == self.passes:
            position.spent += cards
        elif not position.cut:
            # Behind cards of which nothing is known these are not known either.
            for i in range(count):
                position.blocks[position.line + position.discards] = blocks[i]
                position.discards += 1

    cdef void settle(self, Position *position) noexcept nogil:
        """Advance to the next pass while there is nothing to decide."""
        cdef int size = self.melds.size, count = 0, whole = 0, i
        while not position.may_burn and position.turn < self.passes and self._idle(position):
            position.may_burn = position.line == 0 and position.discards > 0
            position.split = False
            position.turn = position.turn + 1 if position.discards else self.passes
            position.line += position.discards
            position.discards = 0
        if position.turn == self.passes and not position.may_burn:
            # The order of a hand in the last pass changes nothing that follows.
            while whole < position.line and count + popcount(position.blocks[whole]) <= size:
                count += popcount(position.blocks[whole])
                whole += 1
            if whole > 1:
                for i in range(1, whole):
                    position.blocks[0] |= position.blocks[i]
                memmove(&position.blocks[1], &position.blocks[whole],
                        (position.line + position.discards - whole) * sizeof(uint64_t))
                position.line -= whole - 1

    cdef bint _idle(self, Position *position) noexcept nogil:
        """Tell whether hand and pile have neither cards for a full hand nor a meld."""
        cdef uint64_t line = union_of(position.blocks, position.line)
        return popcount(line) < self.melds.size and not self.melds.any_meld(line)

    cdef uint64_t boundaries_asked_for(self, Position *position, Hand *hand) noexcept nogil:
        """Return where it matters for the moves that one block ends and the next begins, each by the cards behind it.

        Only the last pass asks for it, of what may be joined: a burn, the hand's end and a parted block do.
        """
        cdef uint64_t asked = 0
        cdef int behind = popcount(union_of(position.blocks, position.line)), i
        if position.turn < self.passes:
            return 0
        if position.may_burn:
            asked |= _boundary(behind - popcount(position.blocks[0]))
        for i in range(hand.whole):
            behind -= popcount(position.blocks[i])
        if hand.whole:
            asked |= _boundary(behind)
        if hand.drawn:
            asked |= _boundary(behind - popcount(position.blocks[hand.whole]))
        return asked

    cdef void coarsen(self, Position *position, int blocks, uint64_t boundaries, bint cut) noexcept nogil:
        """Keep the first `blocks` blocks, with `cut` forget the rest, and keep only these boundaries at the end."""
        cdef int first = self.first_open(position), i, kept = first
        cdef int behind = self.tail(position, position.line + position.discards)
        cdef uint64_t block
        for i in range(first, blocks):
            block = position.blocks[i]
            if i == first or boundaries >> behind & 1:
                position.blocks[kept] = block
                kept += 1
            else:
                position.blocks[kept - 1] |= block
            behind -= popcount(block)
        position.cut |= cut
        if position.turn == self.passes:
            position.line = kept
        else:
            position.discards = kept - position.line

    cdef int first_open(self, Position *position) noexcept nogil:
        """Return where the blocks begin that may be joined or cut off; behind all of them where none may be."""
        if position.turn == self.passes:
            return 0
        return position.line if position.turn == self.passes - 1 else position.line + position.discards

    cdef int first_cut(self, Position *position) noexcept nogil:
        """Return how few blocks may be kept when the end is forgotten; all of them where nothing may be."""
        cdef int every = position.line + position.discards, blocks = 0, count = 0
        if position.turn == self.passes:
            while blocks < position.line and count < self.melds.size:
                count += popcount(position.blocks[blocks])
                blocks += 1
            return blocks if count >= self.melds.size else every
        return min(every, position.line + 1) if position.turn == self.passes - 1 else every

    cdef int tail(self, Position *position, int blocks) noexcept nogil:
        """Return how many cards lie where the end may be cut off, if `blocks` blocks are kept."""
        cdef int first = 0 if position.turn == self.passes else position.line
        return popcount(union_of(&position.blocks[first], blocks - first))

    cdef int behind(self, Position *position, Position *after) noexcept nogil:
        """Return the number of cards that a move has put behind the last earlier discard."""
        cdef uint64_t before = union_of(&position.blocks[position.line], position.discards)
        cdef int i, first = 0, last = after.line, count = 0
        if position.turn == self.passes:
            return 0
        if after.turn == position.turn:
            first, last = after.line, after.line + after.discards
        for i in range(last - 1, first - 1, -1):
            # In a joined block the cards that lay there before count as its first.
            count += popcount(after.blocks[i] & ~before)
            if after.blocks[i] & before:
                break
        return count

    cdef void write(self, Position *position, Words *words) noexcept nogil:
        """Write all but the spent cards: pass, line, a divider and discards; those that may be joined come last."""
        cdef int every = position.line + position.discards, first = self.first_open(position), i, behind = 0
        words.word[0] = <uint64_t>position.turn << 1 | position.may_burn
        words.fixed = 1
        words.cut = position.cut
        if position.turn < self.passes:
            for i in range(position.line):
                words.word[words.fixed] = position.blocks[i]
                words.fixed += 1
            words.word[words.fixed] = 0
            words.fixed += 1
            for i in range(position.line, first):
                words.word[words.fixed] = position.blocks[i]
                words.fixed += 1
        words.count = words.fixed + every - first
        words.behind[words.count] = 0
        for i in range(every - 1, first - 1, -1):
            behind += popcount(position.blocks[i])
            words.word[words.fixed + i - first] = position.blocks[i]
            words.behind[words.fixed + i - first] = behind
        for i in range(words.fixed):
            words.behind[i] = behind


cdef uint64_t _boundary(int behind) noexcept nogil:
    """Return the boundary with `behind` cards behind it; with none there is nothing to join."""
    return bit(behind) if behind else 0


cdef void _take_from_line(Position *position, uint64_t cards) noexcept nogil:
    cdef int i, kept = 0
    for i in range(position.line):
        if position.blocks[i] & ~cards:
            position.blocks[kept] = position.blocks[i] & ~cards
            kept += 1
    if kept < position.line:
        memmove(&position.blocks[kept], &position.blocks[position.line], position.discards * sizeof(uint64_t))
        position.line = kept
