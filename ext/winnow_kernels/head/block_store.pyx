"""Lost positions of Head in blocks, found again for all positions that they represent.

A tree of words: a lost position is a path from its root. A path represents a position if it joins some of the position's
neighbouring words, and may end before it does. The arguments: games/head/ledger.md, *forgotten-ends* and
*forgotten-orders*.
"""

cimport cython
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit

cdef enum:
    FIRST_NODES = 1 << 8
    FIRST_EDGES = 1 << 9
    MOST_NODES = 1 << 30
    # The bit of `sizes` for this size and all larger ones.
    LARGEST = 63


@cython.no_gc_clear
cdef class BlockStore:
    """It asks the budget before it allocates; a `forgetful` store drops all entries where it gets no more memory."""

    def __cinit__(self, Budget budget not None, bint forgetful=False):
        self._budget = budget
        self._forgetful = forgetful
        if budget.claim(FIRST_NODES * sizeof(Node) + FIRST_EDGES * sizeof(Edge)):
            self._node_room, self._edge_room = FIRST_NODES, FIRST_EDGES
            self._nodes = <Node *>calloc(FIRST_NODES, sizeof(Node))
            self._edges = <Edge *>calloc(FIRST_EDGES, sizeof(Edge))
            if not self._nodes or not self._edges:
                raise MemoryError
        self._node_count = 1

    def __dealloc__(self):
        if self._budget is not None:
            self._budget.release(self._node_room * sizeof(Node) + self._edge_room * sizeof(Edge))
        free(self._nodes)
        free(self._edges)

    cdef bint look(self, Words *words, int worth, Match *match) noexcept nogil:
        """Tell whether a stored member represents the position and is worth at least `worth`; write it to `match`."""
        cdef uint32_t node = 0
        cdef int i
        if not self._node_room:
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
        if not self._node_room:
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

    cdef bint _claim(self, long long size) noexcept nogil:
        """Claim memory to grow; False: there is none, or none to spare."""
        return self._budget.claim_spare(size) if self._forgetful else self._budget.claim(size)

    cdef bint _more_nodes(self) noexcept nogil:
        cdef long long size = self._node_room * sizeof(Node)
        cdef Node *fresh
        # While they are copied, both copies are there.
        if 2 * self._node_room > MOST_NODES or not self._claim(2 * size):
            return False
        fresh = <Node *>realloc(self._nodes, 2 * size)
        if not fresh:
            self._budget.release(2 * size)
            return False
        self._budget.release(size)
        self._nodes = fresh
        self._node_room *= 2
        return True

    cdef bint _more_edges(self) noexcept nogil:
        cdef Edge *old = self._edges
        cdef Edge *fresh
        cdef long long room = self._edge_room, size = room * sizeof(Edge), i
        if not self._claim(2 * size):
            return False
        fresh = <Edge *>calloc(2 * room, sizeof(Edge))
        if not fresh:
            self._budget.release(2 * size)
            return False
        self._edges = fresh
        self._edge_room = 2 * room
        for i in range(room):
            if old[i].next:
                self._place(old[i].node, old[i].word)[0] = old[i]
        free(old)
        self._budget.release(size)
        return True

    cdef bint _forget(self) noexcept nogil:
        """Forget all that is known, if this store does so."""
        if not self._forgetful:
            return False
        memset(self._nodes, 0, sizeof(Node))
        memset(self._edges, 0, self._edge_room * sizeof(Edge))
        self._node_count = 1
        self._edge_count = 0
        return True
