"""Head Solitaire: is a score within reach? Depth-first over blocks of cards, noting only what a failure has looked at.

Failed positions can be written as a block set, which the referee checks. The arguments: games/head/ledger.md,
*forgotten-ends* and *forgotten-orders*, and docs/soundness/certificates.md, *Block set*.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from winnow_kernels.common.bits cimport bit, popcount
from winnow_kernels.common.budget cimport Budget, Rooms
from winnow_kernels.head.covers cimport (
    Covers, MeldList, any_meld, cards_in, cards_of, list_melds, no_meld_by_exchange, start_list, union_of
)


# ------------------------------------------------------------------------------------------------------- lost positions

# Lost positions in blocks, found again for all positions that they represent.
#
# A tree of words: a lost position is a path from its root. A path represents a position if it joins some of the position's
# neighbouring words, and may end before it does. The arguments: games/head/ledger.md, *forgotten-ends* and
# *forgotten-orders*.

cdef enum:
    # Turn and burn, line, a divider and the discards of a position.
    MOST_WORDS = 68

# A position as words: the first `fixed` must agree; of those behind them a member may join neighbours, and it may
# forget the end. With `cut` anything may follow the last one. `behind[i]`: cards from word i on.
cdef struct Words:
    int fixed
    int count
    bint cut
    uint64_t word[MOST_WORDS]
    int behind[MOST_WORDS + 1]

# The member that represents a position. It keeps the position's first `kept` words (where it is `cut`, whatever follows),
# and joins them except at the boundaries in `boundaries`: bit n is the boundary with n cards behind it. `worth` and
# `node` are the member's own.
cdef struct Match:
    int kept
    bint cut
    uint64_t boundaries
    int worth
    uint32_t node

# What is known with the words up to here, all others being forgotten (`cut`) or none (`whole`): its worth and one, or
# 0. Bit n of `sizes`: a word of n cards may follow. The word noted first, and what is behind it, stand here: most nodes
# have no other, and are left without a look at the edges.
cdef struct Node:
    uint64_t sizes
    uint64_t first_word
    uint32_t first_next
    bint several
    unsigned char cut
    unsigned char whole
    unsigned char told

cdef struct Edge:
    uint64_t word
    uint32_t node
    uint32_t next


cdef enum:
    FIRST_NODES = 1 << 8
    FIRST_EDGES = 1 << 9
    MOST_NODES = 1 << 30
    # The bit of `sizes` for this size and all larger ones.
    LARGEST = 63


cdef class BlockStore:
    """Words by node; a `forgetful` store takes what memory the budget can spare, and then drops all entries."""

    cdef Rooms _rooms
    cdef Node *_nodes
    cdef long long _node_count
    cdef long long _node_room
    cdef Edge *_edges
    cdef long long _edge_count
    cdef long long _edge_room

    def __cinit__(self, Budget budget not None, bint forgetful=False):
        self._rooms = Rooms(budget)
        if self._more_nodes():
            self._more_edges()
        self._node_count = 1
        self._rooms.spare = forgetful

    cdef bint look(self, Words *words, int worth, Match *match) noexcept nogil:
        """Return whether a stored member represents the position and is worth at least `worth`; write it to `match`."""
        cdef uint32_t node = 0
        cdef int i
        if not self._edge_room:
            return False
        for i in range(words.fixed):
            node = self._follow(node, words.word[i])
            if not node:
                return False
        return self._walk(words, worth, node, words.fixed, 0, match)

    cdef bint _walk(
        self, Words *words, int worth, uint32_t node, int place, uint64_t boundaries, Match *match
    ) noexcept nogil:
        cdef uint64_t joined = 0, sizes = self._nodes[node].sizes
        cdef int i, size
        cdef uint32_t next
        if place > words.fixed and words.behind[place]:
            boundaries |= bit(words.behind[place])
        if self._nodes[node].cut > worth:
            match.kept, match.cut, match.boundaries, match.node = place, True, boundaries, node
            match.worth = self._nodes[node].cut - 1
            return True
        if place == words.count:
            if words.cut or self._nodes[node].whole <= worth:
                return False
            match.kept, match.cut, match.boundaries, match.node = place, False, boundaries, node
            match.worth = self._nodes[node].whole - 1
            return True
        for i in range(place, words.count):
            joined |= words.word[i]
            size = min(<int>LARGEST, words.behind[place] - words.behind[i + 1])
            if not sizes >> size:
                return False
            if sizes >> size & 1:
                next = self._follow(node, joined)
                if next and self._walk(words, worth, next, i + 1, boundaries, match):
                    return True
        return False

    cdef bint note(self, Words *words, int worth) noexcept nogil:
        """Keep that the position is lost; return False if there is no memory for it."""
        cdef uint32_t node = 0
        cdef int i = 0
        cdef bint forgot = False
        if not self._edge_room:
            return False
        while i < words.count:
            node = self._add(node, words.word[i], words.behind[i] - words.behind[i + 1])
            i += 1
            if not node:
                if forgot or not self._forget():
                    return False
                forgot, i = True, 0
        if words.cut:
            self._nodes[node].cut = max(self._nodes[node].cut, worth + 1)
        else:
            self._nodes[node].whole = max(self._nodes[node].whole, worth + 1)
        return True

    cdef bint tell(self, Match *match) noexcept nogil:
        """Mark what was found; return whether it was not marked before."""
        cdef int mark = 1 << match.cut
        cdef bint first = not self._nodes[match.node].told & mark
        self._nodes[match.node].told |= mark
        return first

    cdef uint32_t _follow(self, uint32_t node, uint64_t word) noexcept nogil:
        """Return the node behind the word; 0: there is none."""
        cdef Node *known = &self._nodes[node]
        if known.first_word == word:
            return known.first_next
        return self._place(node, word).next if known.several else 0

    cdef Edge *_place(self, uint32_t node, uint64_t word) noexcept nogil:
        """Return the edge of a word from a node, or the free slot where it belongs."""
        cdef uint64_t mixed = (word ^ <uint64_t>node * <uint64_t>0xD6E8FEB86659FD93) * <uint64_t>0x9E3779B97F4A7C15
        cdef long long i = (mixed ^ mixed >> 32) & <uint64_t>(self._edge_room - 1)
        while self._edges[i].next and (self._edges[i].node != node or self._edges[i].word != word):
            i = (i + 1) & (self._edge_room - 1)
        return &self._edges[i]

    cdef uint32_t _add(self, uint32_t node, uint64_t word, int size) noexcept nogil:
        """Return the node behind the word; 0: out of memory."""
        cdef uint32_t next = self._follow(node, word)
        cdef Edge *edge
        if next:
            return next
        if self._node_count == self._node_room and not self._more_nodes():
            return 0
        if 2 * self._edge_count >= self._edge_room and not self._more_edges():
            return 0
        next = <uint32_t>self._node_count
        self._node_count += 1
        if not self._nodes[node].first_next:
            self._nodes[node].first_word, self._nodes[node].first_next = word, next
        else:
            edge = self._place(node, word)
            edge.word, edge.node, edge.next = word, node, next
            self._edge_count += 1
            self._nodes[node].several = True
        memset(&self._nodes[next], 0, sizeof(Node))
        self._nodes[node].sizes |= bit(min(<int>LARGEST, size))
        return next

    cdef bint _more_nodes(self) noexcept nogil:
        if 2 * self._node_room > MOST_NODES:
            return False
        return self._rooms.double(<void **>&self._nodes, &self._node_room, sizeof(Node), FIRST_NODES)

    cdef bint _more_edges(self) noexcept nogil:
        cdef Edge *old = self._edges
        cdef long long room = self._edge_room, more = 2 * room if room else FIRST_EDGES, i
        cdef Edge *fresh = <Edge *>self._rooms.zeros(more, sizeof(Edge))
        if fresh is NULL:
            return False
        self._edges, self._edge_room = fresh, more
        for i in range(room):
            if old[i].next:
                self._place(old[i].node, old[i].word)[0] = old[i]
        self._rooms.free(old)
        return True

    cdef bint _forget(self) noexcept nogil:
        """Forget all that is known, if this store does so."""
        if not self._rooms.spare:
            return False
        memset(self._nodes, 0, sizeof(Node))
        memset(self._edges, 0, self._edge_room * sizeof(Edge))
        self._node_count = 1
        self._edge_count = 0
        return True


# ---------------------------------------------------------------------------------------------------------------- moves

# The moves of positions in blocks, and which positions one block position represents.
#
# The moves are those of `winnow.games.head.referee.blocks`, written again.

cdef enum:
    MOST_BLOCKS = 64
    # Melds, discards and burns of a hand and one block.
    MOST_MOVES = 4096

cdef enum:
    MELD, DISCARD, BURN

# Blocks of hand and pile, then those of the discards; as winnow.games.head.referee.blocks.BlockPosition.
cdef struct Position:
    long long turn
    int spent
    int line
    int discards
    bint may_burn
    bint cut
    bint split                      # the first block and the last one of the discards were drawn from one block
    uint64_t blocks[MOST_BLOCKS]

# The whole blocks in the hand, and `drawn` cards of the next, parted block.
cdef struct Hand:
    int whole
    int drawn

cdef struct Move:
    uint64_t cards                  # of a discard only those of the parted block
    int kind


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


# --------------------------------------------------------------------------------------------------------------- search

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


cdef class BlockSearch:
    """One position of one deal, and what is known about the scores within its reach.

    `passes`: how often the cards are gone through; `optional`: a full hand may be discarded though it holds a meld.
    Cards are numbers 0..63, as in `melds`. A block is a set of cards (an int, bit i being card i). A `forgetful` search
    empties its store when memory ends and has no `members`. Without `joining` a parted block stays parted; without
    `loosening` the blocks of lost positions are stored unchanged.
    """

    cdef Covers melds
    cdef long long passes
    cdef bint optional
    cdef Budget _budget
    cdef Rooms _rooms
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

    def __cinit__(
        self, Covers melds not None, long long passes, bint optional, Budget budget not None, bint forgetful=False,
        bint joining=True, bint loosening=True,
    ) -> None:
        self.melds, self.passes, self.optional = melds, passes, optional
        self._budget = budget
        self._rooms = Rooms(budget)
        self._lost = BlockStore(budget, forgetful)
        self._joining = joining
        self._loosening = loosening

    def place(
        self, hand: Sequence[int], pile: Sequence[int], discards: Sequence[int | tuple[int, ...]], long long turn,
        bint may_burn,
    ) -> None:
        """Set the position that `reach` starts from; `may_burn`: the hand is freshly drawn and a burn allowed.

        In part one a tuple among the discards stands for cards that lie there in an order left open.
        """
        cdef int place
        kept = () if turn == self.passes else discards
        self._start.turn, self._start.may_burn, self._start.cut = turn, may_burn, False
        self._start.spent = 0 if kept else sum([len(cards_of(block)) for block in discards])
        self._start.split = False
        self._start.line, self._start.discards = len(hand) + len(pile), len(kept)
        for place, block in enumerate((*hand, *pile, *kept)):
            self._start.blocks[place] = 0
            for card in cards_of(block):
                self._start.blocks[place] |= bit(<int>card)
        self.settle(&self._start)

    def reach(self, int target, long long most_positions=-1) -> bool | None:
        """Return whether a score of `target` or less can be reached; None if the budget or `most_positions` ended it."""
        cdef int outcome
        self._found = False
        self._target = min(target, MOST_BLOCKS)
        with nogil:
            outcome = self._search(most_positions)
        self._found = outcome == FOUND
        return None if outcome == STOPPED else self._found

    @property
    def score(self) -> int:
        """The score of the line that `reach` found."""
        if not self._found:
            raise ValueError("no line has been found")
        return popcount(union_of(self._after.blocks, self._after.line)) + self._after.spent

    def line(self, long long most) -> list[tuple[str, list[int], list[int]]] | None:
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
        return kind, cards_in(cards), cards_in(joined)

    def members(self) -> Iterator[tuple[int, bytes, bytes, bool, bool, int]]:
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
        cdef int behind = self.behind(&top.position, &self._after)
        top.unseen = min(top.unseen, unseen - behind)
        if behind < MOST_BLOCKS:
            top.boundaries |= boundaries >> behind

    cdef bint _needed(self, Position *position) except -1 nogil:
        """Return whether a member must be given for a position; if so, make the position that member, and mark it."""
        cdef Match match
        if position.spent > self._target or not self._member_for(position, &match):
            return False
        if not match.cut and self._too_few_melds(position):
            return False
        self.coarsen(position, match.kept, match.boundaries, match.cut)
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
            return self.tail(position, position.line + position.discards) - self.tail(position, match.kept)
        line = union_of(position.blocks, position.line)
        left = popcount(line)
        ends = (
            not position.cut
            and (position.may_burn or position.turn == self.passes)
            and left < self.melds.size
            and not any_meld(&self.melds.deck, line)
        )
        if ends and left + position.spent <= self._target:
            return REACHED
        # In the last pass most failures do not depend on the end of the pile; one by too few melds always does.
        if (position.turn < self.passes or ends) and self._too_few_melds(position):
            return 0
        return NOT_KNOWN

    cdef bint _too_few_melds(self, Position *position) noexcept nogil:
        cdef uint64_t cards
        if position.cut:
            return False
        cards = union_of(position.blocks, position.line + position.discards)
        return not self.melds.may_cover(cards, self._target - position.spent, WORK)

    cdef int _note(self, Open *done, uint64_t *boundaries) noexcept nogil:
        """Note a lost position without what did not matter; return the cards cut off, and the boundaries kept.

        Negative if there is no memory for it.
        """
        cdef Words words
        cdef Position *position = &done.position
        cdef int every = position.line + position.discards
        cdef int whole = self.tail(position, every), least = whole - done.unseen
        cdef int blocks = self.first_cut(position), unseen
        while blocks < every and self.tail(position, blocks) < least:
            blocks += 1
        unseen = whole - self.tail(position, blocks)
        boundaries[0] = done.boundaries | (bit(unseen) if 0 < unseen < MOST_BLOCKS else 0)
        self.coarsen(position, blocks, boundaries[0] if self._loosening else ~<uint64_t>0, blocks < every)
        self.write(position, &words)
        if not self._lost.note(&words, self._target - position.spent):
            return -1
        return unseen

    cdef bint _member_for(self, Position *position, Match *match) noexcept nogil:
        """Return whether a member represents the position; `match` says how, counting its blocks."""
        cdef Words words
        self.write(position, &words)
        if not self._lost.look(&words, self._target - position.spent, match):
            return False
        match.kept += self.first_open(position) - words.fixed
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
        top.count = self.list_moves(&top.position, &top.hand, self._moves + top.first)
        if top.count < 0:
            return False
        top.boundaries = self.boundaries_asked_for(&top.position, &top.hand)
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
        top.joined = self.play(&top.position, &top.hand, &self._moves[top.next], joining, after)
        top.next += 1
        return True

    cdef bint _room(self) noexcept nogil:
        """Make room for one more open position and its moves; False: out of memory."""
        if self._depth == self._stack_room:
            if not self._rooms.double(<void **>&self._stack, &self._stack_room, sizeof(Open), FIRST_ROOM):
                return False
        while self._move_room < self._move_count + MOST_MOVES:
            if not self._rooms.double(<void **>&self._moves, &self._move_room, sizeof(Move), FIRST_ROOM):
                return False
        return True

    # ---- the moves

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
        count = list_melds(&self.melds.deck, view | parted, &found)
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
        """Return whether a full hand without these cards may be discarded, of all the melds that there are with them."""
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
        """Return whether the hand's first block may go back to its rest (games/head/ledger.md: joined-blocks)."""
        cdef uint64_t *discards = &position.blocks[position.line]
        cdef uint64_t first = position.blocks[0]
        if position.cut:
            return False
        return self.optional or no_meld_by_exchange(&self.melds.deck, discards, position.discards - 1, first, hand & ~first)

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
        cdef uint64_t line
        while not position.may_burn and position.turn < self.passes:
            line = union_of(position.blocks, position.line)
            if popcount(line) >= self.melds.size or any_meld(&self.melds.deck, line):
                break
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
