"""What optional discarding can bring a partly known deal of Single Left to: a bound on every completion.

The relations A, G and Q of ext/winnow_kernels/single_left/optional.pyx, with one node for each card that is known and,
for each one that is not, a node for every suit that it may have. An unknown card matches every card that one of its
possible cards matches, so the least left by these relations is at most that of any completion; if unknown cards match
nothing (`add_blank`), it is at least that. games/single_left/ledger.md, `completion-bound`, has the argument.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit

cdef enum:
    LONGEST_BOUND = 63          # cards: times are bits of a word
    BOUND_SUITS = 4
    BOUND_RANKS = 16
    NODE_WORDS = 4              # room for the empty table and 63 cards of four suits
    MOST_NODES = 64 * NODE_WORDS
    NO_SUIT = 255


cdef struct Bound:
    int nodes                           # node 0 is the empty table, then by time
    int end                             # the time when all cards are drawn
    uint8_t time[MOST_NODES]            # the number of cards drawn when this one is
    uint8_t suit[MOST_NODES]
    uint8_t unknown[MOST_NODES]
    uint16_t ranks[MOST_NODES]          # a bit for each rank that the card may have
    uint64_t above[MOST_NODES][NODE_WORDS]      # A, by node
    uint64_t second[MOST_NODES][NODE_WORDS]     # A.A
    uint64_t again[MOST_NODES]                  # G, by time
    uint64_t cleared[MOST_NODES]                # Q, by time


cdef inline void open_bound(Bound *bound) noexcept nogil:
    """Start with the empty table; cards are added in the order in which they are drawn."""
    bound.nodes = 0
    bound.end = 0
    _add_node(bound, NO_SUIT, 0, False)


cdef inline void _add_node(Bound *bound, int suit, int ranks, bint unknown) noexcept nogil:
    cdef int node = bound.nodes
    bound.time[node] = bound.end
    bound.suit[node] = suit
    bound.ranks[node] = ranks
    bound.unknown[node] = unknown
    bound.nodes += 1


cdef inline void add_known(Bound *bound, int rank, int suit) noexcept nogil:
    bound.end += 1
    _add_node(bound, suit, 1 << rank, False)


cdef inline void add_unknown(Bound *bound, const uint16_t *spare_ranks) noexcept nogil:
    """Add a card that may be any of those left: spare_ranks[suit] has a bit for each."""
    cdef int suit
    bound.end += 1
    for suit in range(BOUND_SUITS):
        if spare_ranks[suit]:
            _add_node(bound, suit, spare_ranks[suit], True)


cdef inline void add_of_suit(Bound *bound, int suit, int spare_ranks) noexcept nogil:
    """Add a card of this suit that may be any of those left; spare_ranks has a bit for each."""
    bound.end += 1
    _add_node(bound, suit, spare_ranks, True)


cdef inline void add_blank(Bound *bound) noexcept nogil:
    """Add a card that matches nothing."""
    bound.end += 1
    _add_node(bound, NO_SUIT, 0, False)


cdef inline void relate(Bound *bound) noexcept nogil:
    """Fill the relations, from the last node to the first."""
    cdef uint64_t third[NODE_WORDS]
    cdef uint64_t again, members
    cdef int words = (bound.nodes + 63) // 64
    cdef int x, m, d, word, suit
    cdef bint reached, alone
    for x in range(bound.nodes - 1, -1, -1):
        suit = bound.suit[x]
        # Two unknown cards cannot both be the one card that is left of a suit.
        alone = bound.unknown[x] and not bound.ranks[x] & (bound.ranks[x] - 1)
        again = bit(bound.time[x])
        for word in range(words):
            bound.above[x][word] = bound.second[x][word] = third[word] = 0
        bound.cleared[x] = 0
        for m in range(x + 1, bound.nodes):
            if bound.time[m] == bound.time[x]:
                continue
            reached = again >> (bound.time[m] - 1) & 1
            if not reached and suit == bound.suit[m] and suit != NO_SUIT and third[m >> 6] >> (m & 63) & 1:
                reached = not (alone and bound.unknown[m])
            if reached:
                bound.above[x][m >> 6] |= bit(m & 63)
                again |= bound.cleared[m]
                for word in range(words):
                    third[word] |= bound.second[m][word]
                    bound.second[x][word] |= bound.above[m][word]
        bound.again[x] = again
        for word in range(words):
            members = third[word]
            d = 64 * word
            while members:
                # Cards of one rank differ in suit.
                if members & 1 and bound.ranks[x] & bound.ranks[d] and suit != bound.suit[d]:
                    bound.cleared[x] |= bound.again[d]
                members >>= 1
                d += 1


cdef inline bint can_leave(const Bound *bound, int most) noexcept nogil:
    """Tell whether, by the relations, `most` cards or fewer can be left in the end."""
    cdef uint64_t frontier[NODE_WORDS]
    cdef uint64_t following[NODE_WORDS]
    cdef int words = (bound.nodes + 63) // 64
    cdef int left, x, word
    memset(frontier, 0, sizeof(frontier))
    frontier[0] = 1
    for left in range(most + 1):
        memset(following, 0, sizeof(following))
        for x in range(bound.nodes):
            if frontier[x >> 6] >> (x & 63) & 1:
                if bound.again[x] >> bound.end & 1:
                    return True
                for word in range(words):
                    following[word] |= bound.above[x][word]
        for word in range(words):
            frontier[word] = following[word]
    return False


cdef inline int check_partly_known(bytes ranks, bytes suits, unknown, cards) except -1:
    """Raise ValueError unless this is a partly known deal: unknown places, as many cards for them, no two cards equal."""
    known = list(zip(ranks, suits))
    if not 0 < len(unknown) == len(cards):
        raise ValueError(f"{len(unknown)} unknown places and {len(cards)} cards: the numbers must be equal and not 0")
    if len(ranks) > LONGEST_BOUND or len(ranks) != len(suits):
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {LONGEST_BOUND}")
    if sorted(set(unknown)) != list(unknown) or min(unknown) < 0 or max(unknown) >= len(ranks):
        raise ValueError(f"unknown places {unknown} in a deal of {len(ranks)} cards")
    for number, place in enumerate(unknown):
        known[place] = cards[number]
    if len(set(known)) < len(known):
        raise ValueError("two cards of the deal are equal")
    if max([rank for rank, _ in known]) >= BOUND_RANKS or max([suit for _, suit in known]) >= BOUND_SUITS:
        raise ValueError(f"ranks are below {BOUND_RANKS} and suits below {BOUND_SUITS}")
    return 0
