"""Head Solitaire: is a score within reach? Depth-first over blocks of cards, noting only what a failure has looked at.

Failed positions can be written as a block set, which the referee checks. The arguments: games/head/ledger.md,
*forgotten-ends* and *forgotten-orders*, and docs/soundness/certificates.md, *Block set*.
"""

cimport cython
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from winnow_kernels.common.bits cimport bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.head.block_moves cimport (
    BURN, DISCARD, MELD, MOST_BLOCKS, MOST_MOVES, BlockMoves, Hand, Move, Position
)
from winnow_kernels.head.blocks cimport cards_of, union_of
from winnow_kernels.head.block_store cimport BlockStore, Match, Words

cdef enum:
    FIRST_ROOM = 256
    # Sets that one question about covers looks at; the referee looks at more before it gives up.
    WORK = 20000
    # More cards than there are: nothing of the pile was looked at.
    ALL = 1 << 10
    NOT_KNOWN = -1
    REACHED = -2

cdef enum Outcome:
    STOPPED, FAILED, FOUND

# A position on the current line, its moves (from `first` on), and what they depend on so far: not on the last `unseen`
# cards of its end, but on the `boundaries` between blocks, bit n being the one with n cards behind it.
# `joined`: the last move played was a discard whose first block joined the rest of it.
cdef struct Open:
    Position position
    Hand hand
    long long first
    long long count
    long long next
    int unseen
    uint64_t boundaries
    bint joined


@cython.no_gc_clear
cdef class BlockSearch:
    """One position of one deal, and what is known about the scores within its reach.

    A block is a set of cards (an int, bit i being card i). A `forgetful` search empties its store when memory ends and
    has no `members`. Without `joining` a parted block stays parted; without `loosening` the blocks of lost positions
    are stored unchanged.
    """

    cdef BlockMoves _game
    cdef Budget _budget
    cdef BlockStore _lost
    cdef bint _joining
    cdef bint _loosening
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
        self,
        BlockMoves game not None,
        Budget budget not None,
        bint forgetful=False,
        bint joining=True,
        bint loosening=True,
    ):
        self._game = game
        self._budget = budget
        self._lost = BlockStore(budget, forgetful)
        self._joining = joining
        self._loosening = loosening

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._claimed)
        free(self._stack)
        free(self._moves)

    def place(self, hand, pile, discards, long long turn, bint may_burn):
        """Set the position that `reach` starts from; `may_burn`: the hand is freshly drawn and a burn allowed.

        In part one a tuple among the discards stands for cards that lie there in an order left open.
        """
        cdef int place
        kept = () if turn == self._game.passes else discards
        self._start.turn, self._start.may_burn, self._start.cut = turn, may_burn, False
        self._start.spent = 0 if kept else sum([len(cards_of(block)) for block in discards])
        self._start.split = False
        self._start.line, self._start.discards = len(hand) + len(pile), len(kept)
        for place, block in enumerate((*hand, *pile, *kept)):
            self._start.blocks[place] = 0
            for card in cards_of(block):
                self._start.blocks[place] |= bit(<int>card)
        self._game.settle(&self._start)

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
        return popcount(union_of(self._after.blocks, self._after.line)) + self._after.spent

    def line(self, long long most):
        """Return the moves of the line that `reach` found; None if it has more than `most`.

        Each is its kind, the cards that leave and, where this discard and the one before it may exchange some, those.
        """
        if not self._found:
            raise ValueError("no line has been found")
        if self._depth > most:
            return None
        return [self._told_move(&self._stack[i]) for i in range(self._depth)]

    cdef tuple _told_move(self, Open *step):
        cdef Move *move = &self._moves[step.next - 1]
        cdef uint64_t cards = move.cards, joined = 0
        cdef int i
        if move.kind == DISCARD:
            for i in range(step.hand.whole):
                cards |= step.position.blocks[i]
        if step.joined:
            joined = step.position.blocks[0] | step.position.blocks[step.position.line + step.position.discards - 1]
        kind = "meld" if move.kind == MELD else "discard" if move.kind == DISCARD else "burn"
        return kind, _numbers(cards), _numbers(joined)

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
            more = self._next(&self._after, False)
        while more:
            if self._needed(&self._after) and not self._open(&self._after):
                return None
            if not self._depth or self._budget._stop:
                return None
            more = self._next(&self._after, False)
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
        cdef uint64_t boundaries
        cdef int unseen
        cdef long long before = self._budget.positions
        self._depth = self._move_count = 0
        memcpy(&self._after, &self._start, sizeof(Position))
        while True:
            unseen = self._unseen(&self._after, &boundaries)
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
                self._see(unseen, boundaries)
            while not self._next(&self._after, self._joining):
                top = &self._stack[self._depth - 1]
                memcpy(&self._after, &top.position, sizeof(Position))
                unseen = self._note(top, &boundaries)
                if unseen < 0:
                    return STOPPED
                self._close()
                if not self._depth:
                    return FAILED
                self._see(unseen, boundaries)

    cdef void _see(self, int unseen, uint64_t boundaries) noexcept nogil:
        """Take over what the position after the last move has not looked at, and where its boundaries matter."""
        cdef Open *top = &self._stack[self._depth - 1]
        cdef int behind = self._game.behind(&top.position, &self._after)
        top.unseen = min(top.unseen, unseen - behind)
        if behind < MOST_BLOCKS:
            top.boundaries |= boundaries >> behind

    cdef bint _needed(self, Position *position) except -1 nogil:
        """Tell whether a member must be given for a position; if so, make the position that member, and mark it."""
        cdef Match match
        if position.spent > self._target or not self._member_for(position, &match):
            return False
        if not match.cut and self._too_few_melds(position):
            return False
        self._game.coarsen(position, match.kept, match.boundaries, match.cut)
        position.spent = max(0, self._target - match.worth)
        return self._lost.tell(&match)

    cdef int _unseen(self, Position *position, uint64_t *boundaries) except -3 nogil:
        """Return how many cards at the end a known result does not depend on; NOT_KNOWN if the moves must decide.

        REACHED if the game may end there with the target's score. `boundaries` are those that matter.
        """
        cdef Match match
        cdef uint64_t line
        cdef int left
        cdef bint ends
        boundaries[0] = 0
        if position.spent > self._target:
            return ALL
        if self._member_for(position, &match):
            boundaries[0] = match.boundaries
            return self._game.tail(position, position.line + position.discards) - self._game.tail(position, match.kept)
        line = union_of(position.blocks, position.line)
        left = popcount(line)
        ends = (
            not position.cut
            and (position.may_burn or position.turn == self._game.passes)
            and left < self._game.melds.size
            and not self._game.melds.any_meld(line)
        )
        if ends and left + position.spent <= self._target:
            return REACHED
        # In the last pass most failures do not depend on the end of the pile; one by too few melds always does.
        if (position.turn < self._game.passes or ends) and self._too_few_melds(position):
            return 0
        return NOT_KNOWN

    cdef bint _too_few_melds(self, Position *position) noexcept nogil:
        cdef uint64_t cards
        if position.cut:
            return False
        cards = union_of(position.blocks, position.line + position.discards)
        return not self._game.melds.may_cover(cards, self._target - position.spent, WORK)

    cdef int _note(self, Open *done, uint64_t *boundaries) noexcept nogil:
        """Note a lost position without what did not matter; return the cards cut off, and the boundaries kept.

        Negative if there is no memory for it.
        """
        cdef Words words
        cdef Position *position = &done.position
        cdef int every = position.line + position.discards
        cdef int whole = self._game.tail(position, every), least = whole - done.unseen
        cdef int blocks = self._game.first_cut(position), unseen
        while blocks < every and self._game.tail(position, blocks) < least:
            blocks += 1
        unseen = whole - self._game.tail(position, blocks)
        boundaries[0] = done.boundaries | (bit(unseen) if 0 < unseen < MOST_BLOCKS else 0)
        self._game.coarsen(position, blocks, boundaries[0] if self._loosening else ~<uint64_t>0, blocks < every)
        self._game.write(position, &words)
        if not self._lost.note(&words, self._target - position.spent):
            return -1
        return unseen

    cdef bint _member_for(self, Position *position, Match *match) noexcept nogil:
        """Tell whether a member represents the position; `match` says how, counting its blocks."""
        cdef Words words
        self._game.write(position, &words)
        if not self._lost.look(&words, self._target - position.spent, match):
            return False
        match.kept += self._game.first_open(position) - words.fixed
        return True

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
        top.count = self._game.list_moves(&top.position, &top.hand, self._moves + top.first)
        if top.count < 0:
            return False
        top.boundaries = self._game.boundaries_asked_for(&top.position, &top.hand)
        self._move_count += top.count
        return True

    cdef void _close(self) noexcept nogil:
        self._depth -= 1
        self._move_count = self._stack[self._depth].first

    cdef bint _next(self, Position *after, bint joining) except -1 nogil:
        """Write what follows by the next move of the last opened position; False if it has no more.

        With `joining` a parted block may come together in the discards, as the rules do not have it.
        """
        cdef Open *top = &self._stack[self._depth - 1]
        if top.next == top.first + top.count:
            return False
        top.joined = self._game.play(&top.position, &top.hand, &self._moves[top.next], joining, after)
        top.next += 1
        return True

    cdef bint _room(self) noexcept nogil:
        """Make room for one more open position and its moves; False: out of memory."""
        cdef void *fresh
        if self._depth == self._stack_room:
            fresh = self._doubled(self._stack, &self._stack_room, sizeof(Open))
            if not fresh:
                return False
            self._stack = <Open *>fresh
        while self._move_room < self._move_count + MOST_MOVES:
            fresh = self._doubled(self._moves, &self._move_room, sizeof(Move))
            if not fresh:
                return False
            self._moves = <Move *>fresh
        return True

    cdef void *_doubled(self, void *memory, long long *room, size_t size) noexcept nogil:
        """Return the memory with twice its room, at least FIRST_ROOM; NULL if the budget or the system has none."""
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


cdef list _numbers(uint64_t cards):
    return [card for card in range(MOST_BLOCKS) if cards >> card & 1]
