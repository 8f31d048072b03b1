"""Blink with the draw deck face down, for roll-outs and tree search."""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memmove, memset

from winnow_kernels.common.fair_table cimport MOST_CARDS, MOST_MOVES, FairGame, FairTable, fill
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down

cdef enum:
    # The largest table; the grid leaves room for a layout to grow either way.
    LARGEST = 12
    SIDE = 2 * LARGEST + 1
    CELLS = SIDE * SIDE
    EMPTY = 255
    # Cards that may be held back at most.
    MOST_HELD = 7

cdef struct Frame:
    int cards
    int hold
    int columns
    int rows
    uint8_t match[MOST_CARDS][MOST_CARDS]

cdef struct State:
    # The cards not laid in drawing order; a cell is SIDE * x + y, and the box spans the layout.
    int left
    int low_x
    int high_x
    int low_y
    int high_y
    uint8_t deck[MOST_CARDS]
    uint8_t grid[CELLS]


cdef int _beside(const State *state, int cell, int16_t *beside) noexcept nogil:
    """Write the cards beside a free cell and return their number."""
    cdef int steps[4]
    cdef int count = 0
    cdef int i
    steps[0], steps[1], steps[2], steps[3] = -SIDE, SIDE, -1, 1
    for i in range(4):
        if state.grid[cell + steps[i]] != EMPTY:
            beside[count] = state.grid[cell + steps[i]]
            count += 1
    return count


cdef int _hand(const Frame *frame, const State *state, int *places) noexcept nogil:
    """Write the places of the cards that may be laid, of equal ones the first, and return their number."""
    cdef int count = 0
    cdef int i, j
    cdef bint new
    for i in range(min(state.left, frame.hold + 1)):
        new = True
        for j in range(count):
            new = new and state.deck[places[j]] != state.deck[i]
        if new:
            places[count] = i
            count += 1
    return count


cdef int _open_cells(const Frame *frame, const State *state, int16_t *cells, int16_t *beside, int *number) noexcept nogil:
    """Write the cells that touch the layout and stay on the table, in their order, and the cards beside each."""
    cdef int count = 0
    cdef int x, y, cell
    for x in range(max(state.low_x - 1, state.high_x - frame.columns + 1),
                   min(state.high_x + 1, state.low_x + frame.columns - 1) + 1):
        for y in range(max(state.low_y - 1, state.high_y - frame.rows + 1),
                       min(state.high_y + 1, state.low_y + frame.rows - 1) + 1):
            cell = SIDE * x + y
            if state.grid[cell] != EMPTY:
                continue
            number[count] = _beside(state, cell, &beside[4 * count])
            if number[count]:
                cells[count] = cell
                count += 1
    return count


cdef int _moves(const void *frame_, const void *state_, int16_t *found) noexcept nogil:
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef int places[MOST_HELD + 1]
    cdef int16_t cells[CELLS]
    cdef int16_t beside[4 * CELLS]
    cdef int number[CELLS]
    cdef int held = _hand(frame, state, places)
    cdef int count = 0
    cdef int i, j, k, open_cells
    cdef bint fits
    if state.high_x < 0:
        for i in range(held):
            found[i] = places[i] * CELLS + SIDE * LARGEST + LARGEST
        return held
    open_cells = _open_cells(frame, state, cells, beside, number)
    for i in range(held):
        for j in range(open_cells):
            fits = True
            for k in range(number[j]):
                fits = fits and frame.match[state.deck[places[i]]][beside[4 * j + k]]
            if fits and count < MOST_MOVES:
                found[count] = places[i] * CELLS + cells[j]
                count += 1
    return count


cdef void _play(const void *frame_, void *state_, int move) noexcept nogil:
    cdef State *state = <State *>state_
    cdef int place = move // CELLS
    cdef int cell = move % CELLS
    cdef int x = cell // SIDE
    cdef int y = cell % SIDE
    state.grid[cell] = state.deck[place]
    memmove(&state.deck[place], &state.deck[place + 1], state.left - place - 1)
    state.left -= 1
    if state.high_x < 0:
        state.low_x, state.low_y = x, y
    state.low_x, state.high_x = min(state.low_x, x), max(state.high_x, x)
    state.low_y, state.high_y = min(state.low_y, y), max(state.high_y, y)


cdef int _first(const Frame *frame, const State *state, const int16_t *found, int count) noexcept nogil:
    """Return the move of the card that most of the cards in hand match, of these the first by number; -1 without one."""
    cdef int best = -1
    cdef int most = -1
    cdef int i, j, card, matched
    for i in range(count):
        card = state.deck[found[i] // CELLS]
        matched = 0
        for j in range(min(state.left, frame.hold + 1)):
            matched += frame.match[card][state.deck[j]]
        if matched > most or (matched == most and card < state.deck[best // CELLS]):
            most, best = matched, found[i]
    return best


cdef int _natural(const void *frame_, const void *state_) noexcept nogil:
    """Return a placement of the card that has fewest cells, where it touches most cards; -1 without one.

    The first card is that which most of the cards in hand match.
    """
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef int16_t found[MOST_MOVES]
    cdef int16_t beside[4]
    cdef int cells[MOST_HELD + 1]
    cdef int count = _moves(frame_, state_, found)
    cdef int card = -1
    cdef int best = -1
    cdef int most = -1
    cdef int i, touched
    if state.high_x < 0:
        return _first(frame, state, found, count)
    memset(cells, 0, sizeof(cells))
    for i in range(count):
        cells[found[i] // CELLS] += 1
    for i in range(min(state.left, frame.hold + 1)):
        if cells[i] and (card < 0 or cells[i] < cells[card]
                         or (cells[i] == cells[card] and state.deck[i] < state.deck[card])):
            card = i
    for i in range(count):
        if found[i] // CELLS == card:
            touched = _beside(state, found[i] % CELLS, beside)
            if touched > most:
                most, best = touched, found[i]
    return best


cdef int _unseen(const void *frame_, void *state_, uint8_t **slots) noexcept nogil:
    cdef State *state = <State *>state_
    cdef int first = (<const Frame *>frame_).hold + 1
    cdef int i
    for i in range(first, state.left):
        slots[i - first] = &state.deck[i]
    return max(0, state.left - first)


cdef uint64_t _view(const void *frame_, const void *state_) noexcept nogil:
    """Return a hash of the layout, wherever it lies, and the cards that may be laid; the unseen ones follow."""
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef uint64_t found = mix(state.left)
    cdef int x, y, i
    if state.high_x >= 0:
        for x in range(state.low_x, state.high_x + 1):
            for y in range(state.low_y, state.high_y + 1):
                if state.grid[SIDE * x + y] != EMPTY:
                    i = SIDE * (x - state.low_x) + y - state.low_y
                    found = mix_in(found, (<uint64_t>i << 8) | state.grid[SIDE * x + y])
    for i in range(min(state.left, frame.hold + 1)):
        found = mix_in(found, 1 << 20 | state.deck[i])
    return mixed_down(found)


cdef bint _won(const void *frame_, const void *state_) noexcept nogil:
    return not (<const State *>state_).left


cdef double _worth(const void *frame_, const void *state_) noexcept nogil:
    return 1 - <double>(<const State *>state_).left / (<const Frame *>frame_).cards


cdef class BlinkTable(FairTable):
    """A position of Blink.

    `match[a]` are bytes: 1 where card a may touch the card of that number. `layout` holds (x, y, card), the layout's
    left and upper edges being 0; `left` are the cards not laid, in drawing order. Cards are numbered in the order of
    their tokens.
    """

    def __init__(
        self, int cards, int hold, int columns, int rows, match: Iterable[bytes],
        layout: Iterable[tuple[int, int, int]], left: Sequence[int],
    ) -> None:
        cdef Frame *frame
        cdef State *state
        cdef int i, j
        if not 0 < cards <= MOST_CARDS or hold > MOST_HELD or max(columns, rows) > LARGEST:
            raise ValueError(f"at most {MOST_CARDS} cards, {MOST_HELD} held back, and {LARGEST} columns and rows")
        self.open(FairGame(sizeof(State), _moves, _play, _natural, _unseen, _view, _won, _worth, NULL, NULL), sizeof(Frame))
        frame, state = <Frame *>self.frame, <State *>self.state
        frame.cards, frame.hold, frame.columns, frame.rows = cards, hold, columns, rows
        for i, row in enumerate(match):
            fill(frame.match[i], row)
        memset(state.grid, EMPTY, CELLS)
        state.high_x = state.high_y = -1
        for x, y, card in layout:
            # Room on either side: a table's width less one.
            i, j = LARGEST + x, LARGEST + y
            state.grid[SIDE * i + j] = card
            if state.high_x < 0:
                state.low_x, state.low_y = i, j
            state.low_x, state.high_x = min(state.low_x, i), max(state.high_x, i)
            state.low_y, state.high_y = min(state.low_y, j), max(state.high_y, j)
        state.left = fill(state.deck, left)
