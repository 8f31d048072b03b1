"""Cells that cards can lie in when their turn comes, where nothing is held back.

games/blink/ledger.md, `cells-in-time`, has the argument.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from winnow_kernels.blink.box cimport MOST, Box
from winnow_kernels.blink.components cimport Components
from winnow_kernels.blink.grid cimport beside_cells, grid_of
from winnow_kernels.blink.reach cimport Reach
from winnow_kernels.blink.remaining cimport Remaining
from winnow_kernels.common.bits cimport bit, lowest_bit
from winnow_kernels.common.budget cimport Budget


cdef class ShareNode(Box):
    """A box with the placements and the cells that a share leaves its cards (see share_node.pxd)."""


cdef int take_components(ShareNode node, pairs, placements, bint sifts, without, Budget budget) except -1:
    """List the placements that the share leaves of each component; set `sifts` where it is asked and possible."""
    cdef int card, cell, k
    node.components = Components(node)
    if placements is not None:
        node.remaining = Remaining(placements, node.components, pairs, pairs, node.cards, node.area, budget)
        if not node.remaining.listed:
            node.remaining = None
    for k in range(node.components.count):
        node.lists[k] = node.remaining is not None and node.remaining.table[k] is not NULL
    for card in range(node.cards):
        node.by_draw[node.draw[card]] = card
    node.in_deal_order = not node.hold
    node.sifts = sifts and node.in_deal_order and node.area <= MOST and node.remaining is not None
    if node.sifts:
        _take_cells(node, "reachable-pairs" not in without)
    return 0


cdef int _take_cells(ShareNode node, bint reaches) except -1:
    """Note which cells are neighbours, and for `reaches` what pairs can touch in them."""
    cdef int card, cell
    node.grid = grid_of(node.columns, node.rows)
    if not reaches:
        return 0
    node.reach = Reach()
    for cell in range(node.area):
        node.reach.near[cell] = beside_cells(&node.grid, bit(cell))
    for card in range(node.cards):
        node.reach.matching[card] = node.matching[1][card]
        node.reach.partners[card] = node.matching[2][card]
    return 0


cdef void reasons_of_lists(ShareNode node, uint64_t* why) noexcept nogil:
    """Note by card what leaves it fewer cells at the root: its component, if that has a list."""
    cdef int card, k
    for card in range(node.cards):
        k = node.components.part_of[2][card]
        why[card] = bit(k) if k >= 0 and node.lists[k] else 0


cdef uint64_t cards_for(ShareNode node, int depth, int cell) noexcept nogil:
    """Return the cards that may lie in an undecided cell."""
    cdef uint64_t cards = node.fit[cell] & node.left
    if node.remaining is not None:
        cards &= node.remaining.allowed[depth * node.area + cell]
    if not node.quarter[cell >> 6] >> (cell & 63) & 1:
        cards &= ~bit(node.pivot)
    return cards


cdef bint sift(ShareNode node, int depth, uint64_t* why) noexcept nogil:
    """Keep for each card the cells next to one in which an earlier card may lie; False: some card has no cell.

    `why` says by card what its cells rest on, and is brought up to date; of the card without a cell, `rested`.
    """
    cdef uint64_t* allowed = node.remaining.allowed + depth * node.area
    cdef uint64_t earlier = bit(node.by_draw[0])
    cdef int draw, card, k
    _find_domains(node, depth)
    for draw in range(1, node.cards):
        card = node.by_draw[draw]
        if not _sift_card(node, card, earlier & node.matching[1][card], why, allowed):
            node.rested = why[card] if node.fitting[card] else 0
            return False
        earlier |= bit(card)
    if node.reach is not None:
        for k in range(node.components.count):
            if node.is_limited[k] and not node.lists[k] and not _enough_touch(node, k, why):
                return False
    return True


cdef bint _enough_touch(ShareNode node, int k, const uint64_t* why) noexcept nogil:
    """Tell whether `to_touch[k]` pairs of component k, which has no list, can touch in its cards' cells."""
    cdef uint64_t members = node.components.part[k].members, decided = members & ~node.left, rest = members & node.left
    cdef int card
    if not rest or not decided:
        return True
    node.rested = bit(k)
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        node.reach.fitting[0][card].cells = node.domain[card]
        node.rested |= why[card]
    rest = decided
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        node.reach.place[card] = lowest_bit(node.domain[card])
    return node.reach.can_touch(members & node.left, decided, node.touch[k], node.to_touch[k])


cdef void _find_domains(ShareNode node, int depth) noexcept nogil:
    """Find the cells of each card, one for a card that lies."""
    cdef int cell
    memset(node.domain, 0, sizeof(node.domain))
    memset(node.fitting, 0, sizeof(node.fitting))
    for cell in range(node.area):
        if node.undecided[0] >> cell & 1:
            node.domain[cell] = cards_for(node, depth, cell)
            node.fitting[cell] = node.fit[cell] & node.left
        elif node.at[cell] < node.cards:
            node.domain[cell] = node.fitting[cell] = bit(node.at[cell])
    _exchange(node.domain)
    _exchange(node.fitting)


cdef bint _sift_card(ShareNode node, int card, uint64_t earlier, uint64_t* why, uint64_t* allowed) noexcept nogil:
    """Keep for a card the cells next to those of the earlier cards that match it; False: it has none."""
    cdef uint64_t near = 0, rest = earlier, gone
    while rest:
        near |= node.domain[lowest_bit(rest)]
        rest &= rest - 1
    gone = node.domain[card] & ~beside_cells(&node.grid, near)
    if gone:
        near = beside_cells(&node.grid, gone)
        node.domain[card] &= ~gone
        while gone:
            allowed[lowest_bit(gone)] &= ~bit(card)
            gone &= gone - 1
        # What keeps an earlier card from a cell beside one that is gone is a reason.
        rest = earlier
        while rest:
            if node.fitting[lowest_bit(rest)] & ~node.domain[lowest_bit(rest)] & near:
                why[card] |= why[lowest_bit(rest)]
            rest &= rest - 1
    return node.domain[card] != 0


cdef void _exchange(uint64_t* rows) noexcept nogil:
    """Exchange the rows and the columns of 64 words of 64 bits: blocks of half the width, a quarter and so on."""
    cdef int width = 32, row
    cdef uint64_t right = 0xFFFFFFFF, moved
    while width:
        row = 0
        while row < 64:
            moved = (rows[row] >> width ^ rows[row + width]) & right
            rows[row + width] ^= moved
            rows[row] ^= moved << width
            row = (row + width + 1) & ~width
        width >>= 1
        right ^= right << width
