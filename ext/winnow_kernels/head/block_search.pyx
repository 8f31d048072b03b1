"""Head Solitaire: is a score within reach? Depth-first over blocks of cards, noting only what a failure has looked at.

The moves are those of `winnow.referee.head.blocks`, written again for machine words. What has failed can be told as a
block set, which the referee goes through. docs/soundness: *forgotten ends*, *block set*.
"""

cimport cython
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.head.melds cimport MeldList, Melds

cdef enum:
    MOST_BLOCKS = 64
    MELD_ROOM = 4096
    FIRST_ROOM = 256
    KEY_ROOM = 160
    # Sets that one question about covers looks at; the referee looks at more before it gives up.
    WORK = 20000
    # More cards than there are: nothing of the pile was looked at.
    ALL = 1 << 10
    NOT_KNOWN = -1
    REACHED = -2

cdef enum Outcome:
    STOPPED, FAILED, FOUND

cdef enum:
    MELD, DISCARD, BURN

# Blocks of hand and pile, then those of the discards; as winnow.referee.head.blocks.BlockPosition.
cdef struct Position:
    long long turn
    int spent
    int line
    int discards
    bint may_burn
    bint cut
    uint64_t blocks[MOST_BLOCKS]

cdef struct Move:
    uint64_t cards
    int kind

# A position under way: its moves are those from `first` up to the next one's, and none so far asked for its last
# `unseen` cards. `whole` blocks lie in the hand, and `drawn` cards of the next.
cdef struct Open:
    Position position
    int whole
    int drawn
    long long first
    long long count
    long long next
    int unseen


@cython.no_gc_clear
cdef class BlockSearch:
    """One position of one deal, and what is known about the scores within its reach.

    Cards are numbers as in `melds`. `passes`: how often they are gone through; `optional`: a full hand may be discarded
    though it holds a meld. A `forgetful` search has a table that forgets, and tells no members.
    """

    cdef Melds _melds
    cdef Budget _budget
    cdef ExactTable _lost
    cdef ExactTable _given
    cdef long long _passes
    cdef bint _optional
    cdef int _target
    cdef bint _found
    cdef Position _start
    cdef Position _after
    cdef Open *_stack
    cdef long long _depth
    cdef long long _stack_room
    cdef Move *_moves
    cdef long long _move_count
    cdef long long _move_room
    cdef long long _claimed

    def __cinit__(
        self, Melds melds not None, long long passes, bint optional, Budget budget not None, bint forgetful=False
    ):
        self._melds = melds
        self._budget = budget
        self._passes = passes
        self._optional = optional
        self._lost = ExactTable(budget, forgetful)
        self._given = ExactTable(budget)

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._claimed)
        free(self._stack)
        free(self._moves)

    def place(self, hand, pile, discards, long long turn, bint may_burn, bint discarded=False):
        """Set the position that `reach` starts from; `may_burn`: the hand is freshly drawn and a burn allowed.

        With `discarded` it is the one after the full hand was discarded in part one, in an order left open.
        """
        cdef uint64_t together = 0
        cdef int count = 0
        line = (*(() if discarded else hand), *pile)
        last = turn == self._passes
        kept = () if last else discards
        self._start.turn, self._start.may_burn, self._start.cut = turn, may_burn and not discarded, False
        self._start.spent = len(discards) if last else 0
        self._start.line, self._start.discards = len(line), len(kept)
        for place, card in enumerate((*line, *kept)):
            self._start.blocks[place] = bit(card)
        if discarded:
            for card in hand:
                together |= bit(card)
                count += 1
            self._put_down(&self._start, &together, 1, count)
        self._settle(&self._start)

    def reach(self, int target, long long most_positions=-1):
        """Tell whether a score of `target` or less can be reached; None if the budget or `most_positions` ended it."""
        cdef int outcome
        self._found = False
        self._target = min(target, MOST_BLOCKS)
        with nogil:
            outcome = self._search(most_positions)
        self._found = outcome == FOUND
        return None if outcome == STOPPED else self._found

    @property
    def score(self):
        """The score of the line that `reach` found."""
        if not self._found:
            raise ValueError("no line has been found")
        return self._held(&self._after) + self._after.spent

    def line(self):
        """Return the moves of the line that `reach` found: each its kind, the cards that leave, and no joined ones."""
        if not self._found:
            raise ValueError("no line has been found")
        return [self._told_move(&self._stack[i]) for i in range(self._depth)]

    cdef tuple _told_move(self, Open *step):
        cdef Move *move = &self._moves[step.next - 1]
        cdef uint64_t cards = move.cards
        cdef int i
        if move.kind == DISCARD:
            for i in range(step.whole):
                cards |= step.position.blocks[i]
        kind = "meld" if move.kind == MELD else "discard" if move.kind == DISCARD else "burn"
        return kind, [card for card in range(MOST_BLOCKS) if cards >> card & 1], []

    def members(self):
        """Yield the members of a block set for what `reach` has just ruled out, each after those it needs.

        A member is its turn, line, discards, whether it may burn, whether it is cut, and its spent cards; line and
        discards are the blocks as words of 8 bytes. Ends early if the budget ends it.
        """
        self._depth = self._move_count = 0
        memcpy(&self._after, &self._start, sizeof(Position))
        more = True
        while more:
            member = self._next_member()
            if member is not None:
                yield member
            more = self._depth > 0 and not self._budget._stop

    cdef object _next_member(self):
        cdef bint more = True
        if self._depth:
            more = self._next(&self._after)
        while more:
            if self._needed(&self._after) and not self._open(&self._after):
                return None
            if not self._depth or self._budget._stop:
                return None
            more = self._next(&self._after)
        member = self._told(&self._stack[self._depth - 1].position)
        self._close()
        return member

    cdef tuple _told(self, Position *position):
        cdef const char *words = <const char *>position.blocks
        line, discards = position.line * sizeof(uint64_t), position.discards * sizeof(uint64_t)
        may_burn, cut = bool(position.may_burn), bool(position.cut)
        return position.turn, words[:line], words[line : line + discards], may_burn, cut, position.spent

    cdef int _search(self, long long most_positions) except -1 nogil:
        cdef Open *top
        cdef int unseen
        cdef long long before = self._budget.positions
        self._depth = self._move_count = 0
        memcpy(&self._after, &self._start, sizeof(Position))
        while True:
            unseen = self._unseen(&self._after)
            if unseen == REACHED:
                return FOUND
            if unseen == NOT_KNOWN:
                if most_positions >= 0 and self._budget.positions - before >= most_positions:
                    return STOPPED
                if not self._open(&self._after):
                    return STOPPED
            elif not self._depth:
                return FAILED
            else:
                self._see(unseen)
            while not self._next(&self._after):
                top = &self._stack[self._depth - 1]
                memcpy(&self._after, &top.position, sizeof(Position))
                unseen = self._note(top)
                if unseen < 0:
                    return STOPPED
                self._close()
                if not self._depth:
                    return FAILED
                self._see(unseen)

    cdef void _see(self, int unseen) noexcept nogil:
        """Take over what the position after the last move has not looked at."""
        cdef Open *top = &self._stack[self._depth - 1]
        top.unseen = min(top.unseen, unseen - self._behind(&top.position, &self._after))

    cdef bint _needed(self, Position *position) except -1 nogil:
        """Tell whether a member must be given for a position; if so, make the position that member, and mark it."""
        cdef uint8_t key[KEY_ROOM]
        cdef int length, blocks
        if position.spent > self._target:
            return False
        blocks = self._member_for(position)
        if blocks < 0 or (blocks == position.line + position.discards and self._too_few_melds(position)):
            return False
        self._cut_to(position, blocks)
        length = self._key(position, key)
        position.spent = max(0, self._target - self._lost.look(key, length))
        if self._given.look(key, length) >= 0:
            return False
        return self._given.note(key, length, 0)

    cdef void _cut_to(self, Position *position, int blocks) noexcept nogil:
        """Forget all but so many blocks; all of them means that the end stays as it is."""
        if blocks == position.line + position.discards:
            return
        position.cut = True
        if position.turn == self._passes:
            position.line = blocks
        else:
            position.discards = blocks - position.line

    cdef int _unseen(self, Position *position) except -3 nogil:
        """Return how many cards at the end do not matter for what is known; NOT_KNOWN if the moves must tell.

        REACHED if the game may end there with the target's score.
        """
        cdef int blocks, held
        cdef bint ends
        if position.spent > self._target:
            return ALL
        blocks = self._member_for(position)
        if blocks >= 0:
            return self._tail(position, position.line + position.discards) - self._tail(position, blocks)
        held = self._held(position)
        ends = (
            not position.cut
            and (position.may_burn or position.turn == self._passes)
            and held < self._melds.size
            and not self._melds.any_meld(self._line(position))
        )
        if ends and held + position.spent <= self._target:
            return REACHED
        # In the last pass the moves tell mostly without the end of the pile, which a cover never does.
        if (position.turn < self._passes or ends) and self._too_few_melds(position):
            return 0
        return NOT_KNOWN

    cdef bint _too_few_melds(self, Position *position) noexcept nogil:
        cdef uint64_t cards = 0
        cdef int i
        if position.cut:
            return False
        for i in range(position.line + position.discards):
            cards |= position.blocks[i]
        return not self._melds.may_cover(cards, self._target - position.spent, WORK)

    cdef int _note(self, Open *done) noexcept nogil:
        """Cut off the end of a lost position, as far as it does not matter, and note the rest; return the cards cut off.

        Negative if there is no memory for it.
        """
        cdef uint8_t key[KEY_ROOM]
        cdef Position *position = &done.position
        cdef int every = position.line + position.discards
        cdef int whole = self._tail(position, every), least = whole - done.unseen
        cdef int blocks = self._first_cut(position), left, length, spare = self._target - position.spent
        while blocks < every and self._tail(position, blocks) < least:
            blocks += 1
        left = self._tail(position, blocks)
        self._cut_to(position, blocks)
        length = self._key(position, key)
        if not self._lost.note(key, length, max(spare, self._lost.look(key, length))):
            return -1
        return whole - left

    cdef int _first_cut(self, Position *position) noexcept nogil:
        """Return how few blocks may be kept when the end is forgotten; all of them where nothing may be."""
        cdef int every = position.line + position.discards, blocks = 0, held = 0
        if position.turn == self._passes:
            while blocks < position.line and held < self._melds.size:
                held += popcount(position.blocks[blocks])
                blocks += 1
            return blocks if held >= self._melds.size else every
        return min(every, position.line + 1) if position.turn == self._passes - 1 else every

    cdef int _member_for(self, Position *position) noexcept nogil:
        """Return the blocks of the member that stands for the position and knows least; -1 if there is none."""
        cdef uint8_t key[KEY_ROOM]
        cdef int ends[MOST_BLOCKS + 1]
        cdef int every = position.line + position.discards, blocks = self._first_cut(position), spare = self._target - position.spent
        cdef bint cut = position.cut
        self._key_with_ends(position, key, ends)
        key[8] |= 2
        while blocks < every:
            if self._lost.look(key, ends[blocks]) >= spare:
                return blocks
            blocks += 1
        if not cut:
            key[8] &= ~2
        return every if self._lost.look(key, ends[every]) >= spare else -1

    cdef int _key(self, Position *position, uint8_t *key) noexcept nogil:
        cdef int ends[MOST_BLOCKS + 1]
        self._key_with_ends(position, key, ends)
        return ends[position.line + position.discards]

    cdef void _key_with_ends(self, Position *position, uint8_t *key, int *ends) noexcept nogil:
        """Write all but the spent cards; ends[n] is the length with the first n blocks only, if it may be cut there."""
        cdef int length = 9, i
        cdef uint64_t block
        memcpy(key, &position.turn, 8)
        key[8] = position.may_burn | position.cut << 1
        ends[0] = length
        for i in range(position.line + position.discards):
            if i == position.line:
                key[length] = 255
                length += 1
            block = position.blocks[i]
            while block:
                key[length] = lowest_bit(block)
                block &= block - 1
                length += 1
            # The last card of a block is marked.
            key[length - 1] |= 64
            ends[i + 1] = length

    cdef int _tail(self, Position *position, int blocks) noexcept nogil:
        """Return how many cards lie where the end may be cut off, if so many blocks are kept."""
        cdef int i, count = 0
        for i in range(0 if position.turn == self._passes else position.line, blocks):
            count += popcount(position.blocks[i])
        return count

    cdef int _behind(self, Position *position, Position *after) noexcept nogil:
        """Return how many cards lie, after a move, behind the last ones that lay there before it."""
        cdef uint64_t before = 0
        cdef int i, first = 0, last = after.line, count = 0
        if position.turn == self._passes:
            return 0
        for i in range(position.line, position.line + position.discards):
            before |= position.blocks[i]
        if after.turn == position.turn:
            first, last = after.line, after.line + after.discards
        for i in range(last - 1, first - 1, -1):
            if after.blocks[i] & before:
                break
            count += popcount(after.blocks[i])
        return count

    cdef int _held(self, Position *position) noexcept nogil:
        cdef int i, count = 0
        for i in range(position.line):
            count += popcount(position.blocks[i])
        return count

    cdef uint64_t _line(self, Position *position) noexcept nogil:
        cdef uint64_t cards = 0
        cdef int i
        for i in range(position.line):
            cards |= position.blocks[i]
        return cards

    cdef bint _open(self, Position *position) except -1 nogil:
        """Begin with the moves of a position; False if the budget ended."""
        cdef Open *top
        if self._budget.charge(1) or not self._room():
            return False
        top = &self._stack[self._depth]
        self._depth += 1
        memcpy(&top.position, position, sizeof(Position))
        top.unseen = ALL
        top.first = top.next = self._move_count
        if not self._list_moves(top):
            return False
        top.count = self._move_count - top.first
        return True

    cdef void _close(self) noexcept nogil:
        self._depth -= 1
        self._move_count = self._stack[self._depth].first

    cdef bint _next(self, Position *after) except -1 nogil:
        """Write what follows by the next move of the last opened position; False if it has no more."""
        cdef Open *top = &self._stack[self._depth - 1]
        if top.next == top.first + top.count:
            return False
        self._play(top, &self._moves[top.next], after)
        top.next += 1
        return True

    cdef bint _list_moves(self, Open *top) noexcept nogil:
        """List melds, then discards, then burns; False where there is no room for them."""
        cdef uint64_t melds[MELD_ROOM]
        cdef MeldList found
        cdef Position *position = &top.position
        cdef uint64_t view = 0, parted = 0, chosen, rest
        cdef int room = self._melds.size, i, size, count = 0
        top.whole = top.drawn = 0
        while top.whole < position.line:
            size = popcount(position.blocks[top.whole])
            if size > room:
                if room:
                    parted, top.drawn = position.blocks[top.whole], room
                break
            room -= size
            view |= position.blocks[top.whole]
            top.whole += 1
        found.melds, found.room, found.loose, found.most_loose = melds, MELD_ROOM, parted, top.drawn
        count = self._melds.list_melds(view | parted, &found)
        if found.full:
            return False
        for i in range(count):
            if not self._add(melds[i], MELD):
                return False
        if popcount(view) + top.drawn == self._melds.size:
            # All choices of `drawn` cards of the parted block, by counting through its subsets.
            chosen = 0
            while True:
                if popcount(chosen) == top.drawn:
                    rest = parted & ~chosen
                    i = 0
                    while not self._optional and i < count and melds[i] & rest:
                        i += 1
                    if (self._optional or i == count) and not self._add(chosen, DISCARD):
                        return False
                chosen = (chosen - parted) & parted
                if not chosen:
                    break
        if position.may_burn:
            rest = position.blocks[0]
            while rest:
                if not self._add(rest & -rest, BURN):
                    return False
                rest &= rest - 1
        return True

    cdef void _play(self, Open *top, Move *move, Position *after) noexcept nogil:
        cdef Position *position = &top.position
        cdef uint64_t hand[MOST_BLOCKS]
        cdef uint64_t every = 0
        cdef int count = 0, i
        memcpy(after, position, sizeof(Position))
        after.may_burn = False
        if move.kind == DISCARD:
            for i in range(top.whole):
                hand[count] = position.blocks[i]
                every |= hand[count]
                count += 1
            if move.cards:
                hand[count] = move.cards
                every |= move.cards
                count += 1
            if position.turn == 1:
                # Any order: one block stands for all of them.
                hand[0] = every
                count = 1
        else:
            hand[0] = every = move.cards
            count = move.kind == BURN
        self._take_from_line(after, every)
        if move.kind != MELD:
            self._put_down(after, hand, count, popcount(every))
        self._settle(after)

    cdef void _take_from_line(self, Position *position, uint64_t cards) noexcept nogil:
        cdef int i, kept = 0
        for i in range(position.line):
            if position.blocks[i] & ~cards:
                position.blocks[kept] = position.blocks[i] & ~cards
                kept += 1
        if kept < position.line:
            memmove(&position.blocks[kept], &position.blocks[position.line], position.discards * sizeof(uint64_t))
            position.line = kept

    cdef void _put_down(self, Position *position, uint64_t *blocks, int count, int cards) noexcept nogil:
        cdef int i
        if position.turn == self._passes:
            position.spent += cards
        elif not position.cut:
            # Behind cards of which nothing is known these are not known either.
            for i in range(count):
                position.blocks[position.line + position.discards] = blocks[i]
                position.discards += 1

    cdef void _settle(self, Position *position) noexcept nogil:
        """Go on to the next pass while there is nothing to decide."""
        cdef int size = self._melds.size, held = 0, whole = 0, i
        while (
            not position.may_burn
            and position.turn < self._passes
            and self._held(position) < size
            and not self._melds.any_meld(self._line(position))
        ):
            position.may_burn = position.line == 0 and position.discards > 0
            position.turn = position.turn + 1 if position.discards else self._passes
            position.line += position.discards
            position.discards = 0
        if position.turn == self._passes and not position.may_burn:
            # The order of a hand in the last pass changes nothing that follows.
            while whole < position.line and held + popcount(position.blocks[whole]) <= size:
                held += popcount(position.blocks[whole])
                whole += 1
            if whole > 1:
                for i in range(1, whole):
                    position.blocks[0] |= position.blocks[i]
                memmove(&position.blocks[1], &position.blocks[whole],
                        (position.line + position.discards - whole) * sizeof(uint64_t))
                position.line -= whole - 1

    cdef bint _add(self, uint64_t cards, int kind) noexcept nogil:
        """Add a move; False: out of memory."""
        cdef void *fresh
        if self._move_count == self._move_room:
            fresh = self._doubled(self._moves, &self._move_room, sizeof(Move))
            if not fresh:
                return False
            self._moves = <Move *>fresh
        self._moves[self._move_count].cards = cards
        self._moves[self._move_count].kind = kind
        self._move_count += 1
        return True

    cdef bint _room(self) noexcept nogil:
        """Make room for one more open position; False: out of memory."""
        cdef void *fresh
        if self._depth == self._stack_room:
            fresh = self._doubled(self._stack, &self._stack_room, sizeof(Open))
            if not fresh:
                return False
            self._stack = <Open *>fresh
        return True

    cdef void *_doubled(self, void *memory, long long *room, size_t size) noexcept nogil:
        """Return the memory with twice the room, or the first of it; NULL if there is none."""
        cdef long long wanted = max(<long long>FIRST_ROOM, 2 * room[0])
        cdef long long more = (wanted - room[0]) * <long long>size
        cdef void *fresh
        if not self._budget.claim(more):
            return NULL
        fresh = realloc(memory, wanted * size)
        if not fresh:
            self._budget.release(more)
            return NULL
        self._claimed += more
        room[0] = wanted
        return fresh
