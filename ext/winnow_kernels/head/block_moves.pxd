from libc.stdint cimport uint64_t

from winnow_kernels.head.block_store cimport Words
from winnow_kernels.head.covers cimport Covers
from winnow_kernels.head.melds cimport MeldList

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

cdef class BlockMoves:
    cdef readonly Covers melds
    cdef readonly long long passes
    cdef bint optional

    cdef int list_moves(self, Position *position, Hand *hand, Move *moves) noexcept nogil
    cdef bint play(self, Position *position, Hand *hand, Move *move, bint joining, Position *after) noexcept nogil
    cdef void put_down(self, Position *position, uint64_t *blocks, int count, int cards) noexcept nogil
    cdef void settle(self, Position *position) noexcept nogil
    cdef uint64_t boundaries_asked_for(self, Position *position, Hand *hand) noexcept nogil
    cdef void coarsen(self, Position *position, int blocks, uint64_t boundaries, bint cut) noexcept nogil
    cdef int first_open(self, Position *position) noexcept nogil
    cdef int first_cut(self, Position *position) noexcept nogil
    cdef int tail(self, Position *position, int blocks) noexcept nogil
    cdef int behind(self, Position *position, Position *after) noexcept nogil
    cdef void write(self, Position *position, Words *words) noexcept nogil

    cdef bint _idle(self, Position *position) noexcept nogil
    cdef bint _may_discard(self, MeldList *melds, uint64_t left) noexcept nogil
    cdef bint _may_join(self, Position *position, uint64_t hand) noexcept nogil
