"""How many pairs of each component may touch in a box where some cells are decided.

games/blink/ledger.md, `open-partners`, has the argument.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from winnow_kernels.blink.components cimport Part
from winnow_kernels.blink.node cimport Node
from winnow_kernels.common.bits cimport lowest_bit, popcount


cdef bint renew_bounds(
    Node node, uint64_t changed, State* states, const uint64_t* open_cells, int* promised
) noexcept nogil:
    """Update the pair bounds of the components that hold a card of `changed`; False: a bound is too low."""
    cdef int level, k
    cdef uint64_t rest
    if node.remaining is not None:
        changed &= ~node.remaining.listed
    for level in range(2, 4):
        rest = changed
        k = _next_part(node, level, &rest)
        while k >= 0:
            promised[0] -= states[k].upper
            bound_pairs(node, k, &states[k], open_cells)
            promised[0] += states[k].upper
            if states[k].upper < node.least[k]:
                return False
            k = _next_part(node, level, &rest)
    return True


cdef void bound_pairs(Node node, int k, State* state, const uint64_t* open_cells) noexcept nogil:
    """Bound a component's touching pairs, of which `realised` are there."""
    cdef Part* part = &node.part[k]
    cdef uint64_t rest = part.members & node.left, placed = part.members & ~node.left, cells
    cdef uint64_t met[5]
    cdef uint64_t by_card[5]
    cdef int word, card, i, most, by_cards = 0
    state.by_cells = state.by_cards = 0
    if node.remaining is not None and part.members & node.remaining.listed:
        # Some placement with that number of pairs is left.
        state.base = state.upper = <uint16_t>node.most[k]
        return
    state.base = state.upper = state.realised
    if not rest:
        return
    if not node.open_partners:
        # All edges that have an end to come.
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            state.base += popcount(part.partners[card] & (rest | placed))
        state.upper = min(node.most[k], state.base)
        return
    state.base += part.table[rest >> part.first] if part.table is not NULL else node.components.most_pairs(part, rest)
    memset(by_card, 0, sizeof(by_card))
    for word in range(2):
        cells = open_cells[word] if placed else 0
        while cells:
            most = _meet(node, part, 64 * word + lowest_bit(cells), met)
            cells &= cells - 1
            state.by_cells += most
            for i in range(1, most + 1):
                by_card[i] |= met[i]
    for i in range(1, 5):
        by_cards += popcount(by_card[i])
    state.by_cards = by_cards
    state.upper = _sum_of(node, k, state, state.by_cells)


cdef int _sum_of(Node node, int k, const State* state, int by_cells) noexcept nogil:
    return min(node.most[k], state.base + min(by_cells, state.by_cards))


cdef int _meet(Node node, Part* part, int cell, uint64_t* met) noexcept nogil:
    """List in met[i] the cards that fit the cell and pair with i placed ones there; return the largest such i."""
    cdef uint64_t here = node.beside[cell] & part.members, fitting, with_card
    cdef int count = 0, card
    if not here:
        return 0
    fitting = node.fit[cell] & node.left & part.members
    met[1] = met[2] = met[3] = met[4] = 0
    while here:
        card = lowest_bit(here)
        here &= here - 1
        with_card = part.partners[card] & fitting
        met[4] |= met[3] & with_card
        met[3] |= met[2] & with_card
        met[2] |= met[1] & with_card
        met[1] |= with_card
    while count < 4 and met[count + 1]:
        count += 1
    return count


cdef bint leave_enough_pairs(Node node, int cell, const State* states, int slack, uint64_t* can) noexcept nogil:
    """Remove the cards that would leave too few pairs; return whether the cell must not stay empty."""
    cdef int level, k, most, least, enough
    cdef uint64_t rest, listed = node.remaining.listed if node.remaining is not None else 0
    cdef uint64_t met[5]
    cdef const State* state
    cdef bint needed = False
    for level in range(2, 4):
        # The placements left say more of the components that are listed, which have no equal cards.
        rest = node.beside[cell] & ~listed
        k = _next_part(node, level, &rest)
        while k >= 0:
            state = &states[k]
            most = _meet(node, &node.part[k], cell, met)
            least = most
            enough = max(node.least[k], state.upper - slack)
            while least and _sum_of(node, k, state, state.by_cells - most + least - 1) >= enough:
                least -= 1
            if least:
                can[0] &= met[least]
                needed = True
            k = _next_part(node, level, &rest)
    return needed


cdef inline int _next_part(Node node, int level, uint64_t* cards) noexcept nogil:
    """Take the cards of one component of the level out of the set and return the component; -1: there is none left."""
    cdef int k
    while cards[0]:
        k = node.components.part_of[level][lowest_bit(cards[0])]
        if k >= 0:
            cards[0] &= ~node.part[k].members
            return k
        cards[0] &= cards[0] - 1
    return -1
