"""A beam for Head Solitaire: good lines soon. It keeps the most promising positions of each kind and proves nothing."""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from winnow_kernels.common.bits cimport lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport hash_of
from winnow_kernels.head.blocks cimport union_of
from winnow_kernels.head.keys cimport MOST_KEY, decode, encode
from winnow_kernels.head.lazy cimport KEEP, MOST_MOVES, LazyHead, Move, State, hand_of, set_move
from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.melds cimport MOST_CARDS
from winnow_kernels.head.telling cimport Telling

cdef enum:
    # Logarithms are whole numbers of 1/ONE, which are the same on every machine.
    ONE = 1024
    # A bucket holds positions of one pass with the same number of cards to come; whether they may burn one parts them too.
    BUCKETS = 2 * (MOST_CARDS + 1)
    FIRST_SEEN = 1 << 12
    FIRST_LINKS = 1 << 10
    # Sets that one look at the cover bound may visit.
    BEAM_WORK = 40
    # The weight of a lost card, and how much less a card with twice as many melds weighs.
    CARD = 64
    RARE = 22

cdef struct Node:
    uint64_t weight                 # lower is better
    long long parent                # the link of the position before
    Move move                       # the move that led here
    int spent
    int length
    uint8_t key[MOST_KEY]

# An expanded position's way back to the start.
cdef struct Link:
    long long parent
    Move move

# A heap with the worst position on top.
cdef struct Bucket:
    Node *nodes
    int count


@cython.no_gc_clear
cdef class HeadBeam:
    """A beam search: it keeps at most `width` positions of those with the same number of cards to come in their pass.

    Cards and positions are as in `winnow_kernels.head.search.HeadSearch`. With `cover_bound` the search drops
    positions that cannot better the best line found.
    """

    cdef LazyHead _game
    cdef Budget _budget
    cdef bint _cover_bound
    cdef int _weights[MOST_CARDS]   # of the cards not yet melded
    cdef State _start
    cdef Bucket _buckets[2][BUCKETS]
    cdef int _width
    cdef Link *_links
    cdef long long _link_count, _link_room
    cdef uint64_t *_seen            # hashes of the positions met in this pass and the next
    cdef long long _seen_count, _seen_room, _claimed
    cdef Move _moves[MOST_MOVES]
    cdef int _score                 # of the best line, which ends with `_last` after `_before`
    cdef long long _before
    cdef Move _last

    def __cinit__(self, LazyHead game not None, Budget budget not None, bint cover_bound=True):
        self._game = game
        self._budget = budget
        self._cover_bound = cover_bound
        self._weigh_cards()

    def __dealloc__(self):
        if self._budget is not None:
            self._forget()

    def place(self, hand, pile, discards, int64_t turn, bint may_burn):
        """Set the position that `run` starts from; `may_burn`: the hand is freshly drawn and a burn allowed.

        In part one a tuple among the discards stands for cards that lie there in an order left open.
        """
        self._game.start(&self._start, hand, pile, discards, turn, may_burn)

    def run(self, int width, int better_than, int enough):
        """Return the best score found (cards not in melds) below `better_than`, or None.

        The search ends early at a score of `enough` or less, or when the budget ends.
        """
        if width < 1:
            raise ValueError("a beam keeps one position at least")
        self._forget()
        self._width = width
        self._score = better_than
        with nogil:
            self._run(enough)
        return None if self._score == better_than else self._score

    def line(self, long long most):
        """Return the moves of the best line that `run` found, as `Telling` spells them; None if more than `most`."""
        cdef State before, after
        cdef Move move = self._last
        cdef long long link = self._before
        cdef list moves = []
        cdef Telling telling
        if not self._link_count:
            raise ValueError("no line has been found")
        while link > 0:
            moves.append(link)
            link = self._links[link].parent
        if len(moves) >= most:
            return None
        before = self._start
        telling = Telling()
        for link in reversed(moves):
            self._tell(telling, &before, &self._links[link].move)
        self._tell(telling, &before, &move)
        return telling.steps()

    cdef _tell(self, Telling telling, State *state, Move *move):
        cdef State after
        self._game.play(state, move, &after)
        telling.add(state, move, state.turn == self._game.passes)
        state[0] = after

    cdef bint _run(self, int enough) except -1 nogil:
        """Go through the passes, in each from the positions with most cards to come; False if a limit ended it."""
        cdef int now = 0, i, j
        cdef int64_t turn = self._start.turn
        cdef bint more = True
        cdef Move none
        cdef Bucket *bucket
        set_move(&none, KEEP, 0)
        if self._start.over or not self._insert(&self._start, -1, &none, turn, now):
            return True
        while more:
            for i in range(BUCKETS - 1, -1, -1):
                bucket = &self._buckets[now][i]
                for j in range(bucket.count):
                    if not self._expand(&bucket.nodes[j], turn, now):
                        return False
                    if self._score <= enough:
                        return True
                bucket.count = 0
            now = 1 - now
            turn += 1
            more = False
            for i in range(BUCKETS):
                more = more or self._buckets[now][i].count > 0
        return True

    cdef bint _expand(self, Node *node, int64_t turn, int now) except -1 nogil:
        cdef State state, after
        cdef long long link
        cdef int i, count, score
        decode(node.key, node.length, node.spent, &state)
        if self._cover_bound and not self._game.melds.may_cover(state.live, self._score - 1 - state.spent, BEAM_WORK):
            return True
        if self._link_count == self._link_room and not self._more_links():
            return False
        link = self._link_count
        self._links[link].parent = node.parent
        self._links[link].move = node.move
        self._link_count += 1
        count = self._game.list_moves(&state, self._score - 1 - state.spent, self._moves)
        if self._budget.charge(1 + count):
            return False
        for i in range(count):
            self._game.play(&state, &self._moves[i], &after)
            if after.over:
                score = after.spent + popcount(after.live)
                if score < self._score:
                    self._score = score
                    self._before = link
                    self._last = self._moves[i]
                continue
            if after.spent >= self._score:
                continue
            if not self._insert(&after, link, &self._moves[i], turn, now):
                return False
        return True

    cdef bint _insert(self, State *state, long long link, Move *move, int64_t turn, int now) except -1 nogil:
        """Keep the position in its bucket, unless it is known or the bucket full of better ones; False for no memory."""
        cdef Node node
        cdef Bucket *bucket
        cdef uint64_t left = hand_of(state) | union_of(state.pile, state.pile_blocks), chance
        node.length = encode(state, node.key)
        chance = hash_of(node.key, node.length) + state.spent
        if 2 * self._seen_count >= self._seen_room and not self._more_seen():
            return False
        if not _note(self._seen, self._seen_room, chance):
            return True
        self._seen_count += 1
        node.spent = state.spent
        node.weight = <uint64_t>self._weight(state) << 40 | chance >> 24
        node.parent = link
        node.move = move[0]
        bucket = &self._buckets[now if state.turn == turn else 1 - now][2 * (popcount(left) + state.held) + state.burn]
        if not bucket.nodes:
            bucket.nodes = <Node *>self._more(NULL, 0, self._width * sizeof(Node))
            if not bucket.nodes:
                return False
        if bucket.count < self._width:
            _rise(bucket, &node)
        elif node.weight < bucket.nodes[0].weight:
            _sink(bucket, &node)
        return True

    cdef int _weigh_cards(self) except -1:
        """Give each card its weight: under optional melding a card weighs the more the fewer melds it is in."""
        cdef Covers melds = self._game.melds
        cdef int common[MOST_CARDS]
        cdef int card, i, uses, mean, total = 0
        for card in range(melds.card_count):
            uses = 0
            for i in range(melds.meld_count):
                uses += melds._lists[i] >> card & 1
            common[card] = _log2(1 + uses)
            total += common[card]
        mean = total // max(1, melds.card_count)
        for card in range(melds.card_count):
            self._weights[card] = CARD
            if self._game.optional:
                self._weights[card] = max(0, CARD + (RARE * (mean - common[card])) // ONE)
        return 0

    cdef int _weight(self, State *state) noexcept nogil:
        cdef int weight = CARD * state.spent
        cdef uint64_t rest = state.live
        while rest:
            weight += self._weights[lowest_bit(rest)]
            rest &= rest - 1
        return weight

    cdef bint _more_links(self) noexcept nogil:
        cdef long long room = 2 * self._link_room if self._link_room else FIRST_LINKS
        cdef void *fresh = self._more(self._links, self._link_room * sizeof(Link), room * sizeof(Link))
        if not fresh:
            return False
        self._links = <Link *>fresh
        self._link_room = room
        return True

    cdef bint _more_seen(self) noexcept nogil:
        cdef long long room = 2 * self._seen_room if self._seen_room else FIRST_SEEN, i
        cdef uint64_t *fresh = <uint64_t *>self._more(NULL, 0, room * sizeof(uint64_t))
        if not fresh:
            return False
        memset(fresh, 0, room * sizeof(uint64_t))
        for i in range(self._seen_room):
            if self._seen[i]:
                _note(fresh, room, self._seen[i])
        free(self._seen)
        self._give_back(self._seen_room * sizeof(uint64_t))
        self._seen = fresh
        self._seen_room = room
        return True

    cdef void *_more(self, void *memory, long long size, long long wanted) noexcept nogil:
        """Enlarge the memory; NULL, with the budget not stopped, if that would take more than half of what it allows."""
        cdef long long limit = self._budget.max_bytes
        cdef void *fresh
        wanted -= size
        if limit >= 0 and (2 * (self._claimed + wanted) > limit or self._budget.bytes_used + wanted > limit):
            return NULL
        fresh = realloc(memory, size + wanted)
        if fresh and self._budget.claim(wanted):
            self._claimed += wanted
        return fresh

    cdef void _give_back(self, long long size) noexcept nogil:
        self._budget.release(size)
        self._claimed -= size

    cdef void _forget(self) noexcept nogil:
        """Free all memory; no line is known any more."""
        cdef int i, j
        for i in range(2):
            for j in range(BUCKETS):
                free(self._buckets[i][j].nodes)
                self._buckets[i][j].nodes = NULL
                self._buckets[i][j].count = 0
        free(self._links)
        free(self._seen)
        self._links = NULL
        self._seen = NULL
        self._link_count = self._link_room = self._seen_count = self._seen_room = 0
        if self._claimed:
            self._give_back(self._claimed)


cdef bint _note(uint64_t *seen, long long room, uint64_t mark) noexcept nogil:
    """Add the hash to the table; False if it was there. Of two positions with one hash the beam loses the second."""
    cdef long long slot
    mark |= not mark
    slot = <long long>(mark & (room - 1))
    while seen[slot]:
        if seen[slot] == mark:
            return False
        slot = (slot + 1) & (room - 1)
    seen[slot] = mark
    return True


cdef void _rise(Bucket *bucket, Node *node) noexcept nogil:
    """Add a node to a heap that has room."""
    cdef int at = bucket.count, above
    bucket.count += 1
    while at > 0:
        above = (at - 1) // 2
        if bucket.nodes[above].weight >= node.weight:
            break
        bucket.nodes[at] = bucket.nodes[above]
        at = above
    bucket.nodes[at] = node[0]


cdef void _sink(Bucket *bucket, Node *node) noexcept nogil:
    """Put a node in the place of the worst."""
    cdef int at = 0, below
    while True:
        below = 2 * at + 1
        if below >= bucket.count:
            break
        if below + 1 < bucket.count and bucket.nodes[below + 1].weight > bucket.nodes[below].weight:
            below += 1
        if bucket.nodes[below].weight <= node.weight:
            break
        bucket.nodes[at] = bucket.nodes[below]
        at = below
    bucket.nodes[at] = node[0]


cdef int _log2(int number) noexcept nogil:
    """Return the logarithm to base 2 of a positive number of at most 21 bits, in parts of ONE, rounded down."""
    cdef uint64_t mantissa = <uint64_t>number * ONE * ONE
    cdef int whole = 0, part = ONE, result = 0
    while mantissa >= 2 * ONE * ONE:
        mantissa >>= 1
        whole += ONE
    while part > 1:
        part >>= 1
        mantissa = mantissa * mantissa // (ONE * ONE)
        if mantissa >= 2 * ONE * ONE:
            mantissa >>= 1
            result += part
    return whole + result
