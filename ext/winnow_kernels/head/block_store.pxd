from libc.stdint cimport uint32_t, uint64_t

from winnow_kernels.common.budget cimport Budget

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

cdef class BlockStore:
    cdef Budget _budget
    cdef bint _forgetful
    cdef Node *_nodes
    cdef long long _node_count
    cdef long long _node_room
    cdef Edge *_edges
    cdef long long _edge_count
    cdef long long _edge_room

    cdef bint look(self, Words *words, int worth, Match *match) noexcept nogil
    cdef bint note(self, Words *words, int worth) noexcept nogil
    cdef bint tell(self, Match *match) noexcept nogil

    cdef bint _walk(self, Words *words, int worth, uint32_t node, int place, uint64_t boundaries, Match *match) noexcept nogil
    cdef uint32_t _follow(self, uint32_t node, uint64_t word) noexcept nogil
    cdef Edge *_place(self, uint32_t node, uint64_t word) noexcept nogil
    cdef uint32_t _add(self, uint32_t node, uint64_t word, int size) noexcept nogil
    cdef bint _claim(self, long long size) noexcept nogil
    cdef bint _more_nodes(self) noexcept nogil
    cdef bint _more_edges(self) noexcept nogil
    cdef bint _forget(self) noexcept nogil
