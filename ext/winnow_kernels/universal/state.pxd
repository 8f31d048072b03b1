from libc.stdint cimport uint8_t, uint64_t

# A bit that is no card marks the closure of a card that cannot be barred.
cdef extern from *:
    """
    #define IMPOSSIBLE (1ULL << 63)
    """
    const uint64_t IMPOSSIBLE

# The card of rank 0 of every suit.
cdef extern from *:
    """
    #define RANK_ZERO 0x4010040100401ULL
    """
    const uint64_t RANK_ZERO

# Cards are 10 * suit + rank, suits E J M N S V = 0..5, ranks 1..7 M S G = 0..9.
cdef enum:
    SUITS = 6
    RANKS = 10
    CARDS = 60
    COLUMNS = 6
    NONE = 63

# How a card leaves the talon: to the bar, below a card, above a card, or (a Galaxy) into a column that is empty, is
# cleared to the bar, or is merged below another.
cdef enum:
    TO_BAR, BELOW, ABOVE, SLOT, MERGE

# A column holds one card a rank: nibble r is 1 + the suit of its card of rank r, or 0. Its foot is the lowest nibble.
cdef struct State:
    uint64_t columns[COLUMNS]
    uint64_t talon
    uint8_t waste
    uint8_t redeals

cdef struct Step:
    uint8_t card
    uint8_t kind
    uint8_t first
    uint8_t second

cdef struct Deck:
    uint64_t cards
    uint64_t fit_below[CARDS]
    uint64_t fit_above[CARDS]
    uint8_t order[CARDS]
    # [card]: where in `order` it is; only of the talon's cards.
    uint8_t place[CARDS]
    int size
    int lowest
    int columns
    int draw

cdef struct View:
    uint64_t talon
    uint64_t barred
    uint64_t heads
    uint64_t barrable
    uint64_t hosts
    uint64_t closure[CARDS]
    uint8_t beneath[CARDS]
    uint8_t above[CARDS]
    uint8_t column[CARDS]
    uint8_t rest[CARDS]
    int count

cdef void fill_deck(Deck* deck) noexcept nogil
cdef void look(const Deck* deck, const State* state, View* view) noexcept nogil
cdef void look_at_columns(const Deck* deck, const State* state, View* view) noexcept nogil
cdef void take_out(const View* view, int place, View* after) noexcept nogil
cdef uint64_t placeable_below(uint64_t hosts) noexcept nogil
cdef uint64_t placeable_above(uint64_t heads) noexcept nogil
cdef uint64_t bar_closure(const Deck* deck, const View* view, int card) noexcept nogil
cdef uint64_t host_closure(const View* view, int host) noexcept nogil
cdef uint64_t step_closure(const Deck* deck, const View* view, const Step* step) noexcept nogil
cdef void play(const Deck* deck, const View* view, const Step* step, uint64_t closure, State* state) noexcept nogil
cdef void bar_safe_feet(const Deck* deck, uint64_t talon, uint64_t barred, State* state) noexcept nogil
cdef void sort_columns(State* state) noexcept nogil
cdef uint64_t relax(const Deck* deck, const State* state, const View* view) noexcept nogil
