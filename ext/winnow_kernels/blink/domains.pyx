"""Which cards the undecided cells of a node of a loss search may hold (games/blink/ledger.md: forced-cards)."""

from libc.stdint cimport uint64_t

from winnow_kernels.blink.box cimport UNDECIDED
from winnow_kernels.blink.node cimport Node
from winnow_kernels.blink.pair_bounds cimport State, leave_enough_pairs
from winnow_kernels.common.bits cimport lowest_bit


cdef bint fill_domains(Node node, const State* states, int slack, int spare, int depth) noexcept nogil:
    """Note what each undecided cell may hold; False: nothing is left to a cell that must not stay empty."""
    cdef uint64_t can, cells
    cdef int word, cell
    cdef bint needed
    node.listed_cells = 0
    node.needed[0] = node.needed[1] = 0
    if node.remaining is not None:
        node.remaining.allow(depth)
    for word in range(2):
        cells = node.undecided[word]
        while cells:
            cell = 64 * word + lowest_bit(cells)
            cells &= cells - 1
            can = node.fit[cell] & node.left
            if node.mirrored[word] >> (cell & 63) & 1:
                can &= ~(<uint64_t>1 << node.pivot)
            if node.remaining is not None:
                can &= node.remaining.allowed[depth * node.area + cell]
            needed = (node.open_partners and leave_enough_pairs(node, cell, states, slack, &can)) or not spare
            if needed and not can:
                return False
            node.domain[cell] = can
            node.needed[word] |= <uint64_t>needed << (cell & 63)
            node.cell_of[node.listed_cells] = cell
            node.listed_cells += 1
    return True


cdef bint settle_domains(Node node) noexcept nogil:
    """Leave out of the domains what cells with one card and cards with one cell forbid.

    False: a card has no cell, two cards share their only one, or a cell that must be filled has no card.
    """
    cdef uint64_t can, settled = 0
    cdef int i, cell
    cdef bint changed = True
    while changed:
        changed = False
        if not _settle_cards(node):
            return False
        for i in range(node.listed_cells):
            cell = node.cell_of[i]
            if not node.needed[cell >> 6] >> (cell & 63) & 1:
                continue
            can = node.domain[cell]
            if not can:
                return False
            if not can & (can - 1) and not can & settled:
                settled |= can
                changed = True
                _spread(node, cell)
    return True


cdef bint _settle_cards(Node node) noexcept nogil:
    """Give a card that fits one cell alone that cell; False: a card fits none, or two cards share their only one.

    `once` has the cards that fit a cell, `twice` those that fit more than one.
    """
    cdef uint64_t can, once = 0, twice = 0
    cdef int i, cell
    for i in range(node.listed_cells):
        can = node.domain[node.cell_of[i]]
        twice |= once & can
        once |= can
    if once != node.left:
        return False
    for i in range(node.listed_cells):
        cell = node.cell_of[i]
        can = node.domain[cell] & once & ~twice
        if can:
            if can & (can - 1):
                return False
            node.domain[cell] = can
            node.needed[cell >> 6] |= <uint64_t>1 << (cell & 63)
    return True


cdef void _spread(Node node, int cell) noexcept nogil:
    """Take the one card of a cell from all others, and leave its neighbours to cards that match."""
    cdef uint64_t own = node.domain[cell]
    cdef int i, near
    for i in range(node.listed_cells):
        node.domain[node.cell_of[i]] &= ~own
    node.domain[cell] = own
    for i in range(4):
        near = node.near[4 * cell + i]
        if near >= 0 and node.at[near] == UNDECIDED:
            node.domain[near] &= node.matching[1][lowest_bit(own)]
