from libc.stdint cimport uint64_t

from winnow_kernels.common.budget cimport Budget

# The two bit operations, for the compilers that wheels are built with.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int lowest(unsigned __int64 x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int count_bits(unsigned __int64 x) { return (int)__popcnt64(x); }
    #else
    static inline int lowest(unsigned long long x) { return __builtin_ctzll(x); }
    #if defined(__POPCNT__) || defined(__aarch64__)
    static inline int count_bits(unsigned long long x) { return __builtin_popcountll(x); }
    #else
    /* Without the instruction the compiler would call a function: add up bits in pairs, fours and bytes instead. */
    static inline int count_bits(unsigned long long x) {
        x -= x >> 1 & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
    }
    #endif
    #endif
    """
    int lowest(uint64_t x) noexcept nogil
    int count_bits(uint64_t x) noexcept nogil

cdef enum:
    SUITS = 6
    RANKS = 10
    MOST_CARDS = 64

# A list of melds being filled; a meld is a set of cards, bit i being card i.
cdef struct MeldList:
    uint64_t *melds
    int count
    int room            # when the list is full, `full` is set and the rest is left out
    bint full
    uint64_t loose      # only melds with at most `most_loose` cards of this set are taken
    int most_loose

# What is known of a set: the least number of its cards outside disjoint melds is within least..most. So many sets of
# work were too few to tell whether that is `open` or less.
cdef struct Cover:
    uint64_t cards
    signed char least
    signed char most
    signed char open
    int work

cdef class Melds:
    cdef readonly int size
    cdef readonly int card_count
    cdef readonly int meld_count
    cdef int _suits[MOST_CARDS]
    cdef uint64_t _with_suit[SUITS]
    cdef uint64_t _with_rank[RANKS]
    cdef uint64_t _excuse
    cdef Budget _budget
    cdef uint64_t *_lists
    cdef Cover *_known
    cdef long long _slots
    cdef long long _used
    cdef int _work
    cdef long long _claimed

    cdef int list_melds(self, uint64_t cards, MeldList *found) noexcept nogil
    cdef bint any_meld(self, uint64_t cards) noexcept nogil
    cdef bint may_cover(self, uint64_t cards, int spare, int work) noexcept nogil

    cdef void _take(self, MeldList *found, uint64_t meld) noexcept nogil
    cdef bint _is_suit_meld(self, uint64_t cards) noexcept nogil
    cdef void _suit_melds(self, MeldList *found, uint64_t cards, int missing, uint64_t chosen, int left) noexcept nogil
    cdef void _kind_melds(self, MeldList *found, uint64_t excuse, uint64_t rest, uint64_t chosen, int count) noexcept nogil
    cdef void _run_melds(self, MeldList *found, uint64_t cards, int rank, int shared, uint64_t chosen, int count,
                         bint gap) noexcept nogil
    cdef int _make_table(self) except -1
    cdef int _cover(self, uint64_t cards, int spare, int first, int last) noexcept nogil
    cdef int _branch(self, uint64_t cards, int spare, int first, int last) noexcept nogil
    cdef Cover *_kept(self, uint64_t cards) noexcept nogil
    cdef Cover *_entry(self, uint64_t cards) noexcept nogil
    cdef bint _grow(self) noexcept nogil
