"""Which of a Blink layout's mirror images is searched for (games/blink/ledger.md: mirrors)."""

from libc.stdint cimport uint8_t, uint64_t

from winnow_kernels.blink.box cimport EMPTY, MOST, MOST_CELLS, UNDECIDED
from winnow_kernels.blink.node cimport Node
from winnow_kernels.blink.placements cimport Table
from winnow_kernels.common.bits cimport popcount

cdef enum:
    IMAGES = 8


cdef void choose_pivot(Node node, int component):
    """Choose the card that is decided first: unlike all others, of a large component, and with few matches.

    A card of `component` goes before all others.
    """
    cdef int card, k, size
    cdef uint64_t single = 0 if node.laid else single_kinds(node)
    node.pivot = -1
    node.mirrored[0] = node.mirrored[1] = 0
    best = None
    for card in range(node.cards):
        if single >> card & 1:
            k = node.components.part_of[2][card]
            size = 1 if k < 0 else node.part[k].size - (node.part[k].most - node.least[k])
            value = (k >= 0 and k == component, size, -popcount(node.matching[1][card]))
            if best is None or value > best:
                best, node.pivot = value, card
    if node.mirrors and node.pivot >= 0:
        node.find_quarter(node.mirrored)
        node.mirrored[0], node.mirrored[1] = ~node.mirrored[0], ~node.mirrored[1]


cdef uint64_t single_kinds(Node node) noexcept nogil:
    """Return the cards to come that have no equal: equal cards would change places."""
    return node.left & ~(node.same_as_next | node.same_as_next << 1)


cdef bint is_first_mirror(Node node, int cell) noexcept nogil:
    """Tell whether no corner decided so far has a card of a smaller kind than the first (of squares: the next)."""
    cdef int value[4]
    cdef int corner[4]
    cdef int i
    corner[0], corner[1] = 0, node.columns - 1
    corner[2], corner[3] = node.area - node.columns, node.area - 1
    if cell != corner[0] and cell != corner[1] and cell != corner[2] and cell != corner[3]:
        return True
    for i in range(4):
        value[i] = node.at[corner[i]]
        if value[i] >= 0 and value[i] < EMPTY:
            value[i] = node.kind[value[i]]
    if value[0] == UNDECIDED:
        return True
    for i in range(1, 4):
        if value[i] != UNDECIDED and value[i] < value[0]:
            return False
    return (
        node.columns != node.rows or value[1] == UNDECIDED or value[2] == UNDECIDED or value[1] <= value[2]
    )


cdef void leave_one_image(Node node) noexcept nogil:
    """Keep one of each set of mirror images among the listed placements of the pivot's component."""
    cdef int image[IMAGES][MOST_CELLS]
    cdef int order[MOST]
    cdef int k, i, j, images, kept = 0, later = 1
    cdef const Table* table
    cdef uint64_t word
    cdef uint64_t* words
    if not node.mirrors or node.pivot < 0 or not node.remaining.listed >> node.pivot & 1:
        return
    k = node.components.part_of[2][node.pivot]
    table = node.remaining.table[k]
    for j in range(table.size):
        if table.card_bit[j] >> node.pivot & 1:
            order[0] = j
        else:
            order[later] = j
            later += 1
    images = _map_cells(node, image)
    words = node.remaining.word + node.remaining.first_word[k]
    for i in range(table.words):
        word = 0
        for j in range(64 * i, min(64 * i + 64, table.placements)):
            if _is_least(node, table.cells + <long long>j * table.size, order, table.size, image, images):
                word |= <uint64_t>1 << (j & 63)
        words[kept] = word
        node.remaining.place[node.remaining.first_word[k] + kept] = i
        kept += word != 0
    node.remaining.count[k] = kept


cdef int _map_cells(Node node, int image[IMAGES][MOST_CELLS]) noexcept nogil:
    """Note where each mirror image has each cell of the box; return how many images there are."""
    cdef int cell, i, x, y
    cdef int images = 8 if node.columns == node.rows else 4
    for cell in range(node.area):
        for i in range(images):
            x, y = cell % node.columns, cell // node.columns
            if i & 4:
                x, y = y, x
            if i & 1:
                x = node.columns - 1 - x
            if i & 2:
                y = node.rows - 1 - y
            image[i][cell] = y * node.columns + x
    return images


cdef int _rank(Node node, int cell) noexcept nogil:
    """Return the cell's place in an order by columns, in which the least image of a cell lies in the quarter."""
    return cell % node.columns * node.rows + cell // node.columns


cdef bint _is_least(
    Node node, const uint8_t* cells, const int* order, int size, int image[IMAGES][MOST_CELLS], int images
) noexcept nogil:
    """Tell whether no mirror image has the cells, compared one after the other, of lesser rank."""
    cdef int i, j, own, other
    for i in range(1, images):
        for j in range(size):
            own, other = _rank(node, cells[order[j]]), _rank(node, image[i][cells[order[j]]])
            if own < other:
                break
            if other < own:
                return False
    return True
