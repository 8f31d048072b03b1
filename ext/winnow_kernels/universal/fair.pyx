"""Universal with the stock face down, for roll-outs and tree search."""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from winnow_kernels.common.fair_table cimport MOST_CARDS, FairGame, FairTable, fill
from winnow_kernels.common.mixing cimport mix, mix_in, mixed_down
from winnow_kernels.universal.rules cimport CARDS, COLUMNS, GALAXY, RANKS, SUITS, fits_below

cdef enum:
    TURN = 0
    REDEAL = 1
    WASTE_BAR = 2
    # W>c, W^c and c! by column, c>d by both.
    BELOW = 8
    ABOVE = 16
    FOOT = 24
    MERGE = 32

cdef struct Frame:
    int cards
    int draw
    int columns
    int lowest

cdef struct State:
    # A card is 10 * suit + rank. Columns run from head to foot; the stock's next card is at `turned`.
    int turned
    int size
    int wasted
    int redeals
    uint8_t length[COLUMNS]
    uint8_t bar[SUITS]
    uint8_t column[COLUMNS][RANKS]
    uint8_t stock[CARDS]
    uint8_t waste[CARDS]
    uint8_t seen[CARDS]


cdef inline bint _barred(const Frame *frame, const State *state, uint8_t card) noexcept nogil:
    return card % RANKS == frame.lowest + state.bar[card // RANKS]


cdef int _moves(const void *frame_, const void *state_, int16_t *found) noexcept nogil:
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef int count = 0
    cdef int c, d
    if state.turned < state.size:
        found[count] = TURN
        count += 1
    elif state.wasted and state.redeals:
        found[count] = REDEAL
        count += 1
    if state.wasted:
        count = _waste_moves(frame, state, found, count)
    for c in range(frame.columns):
        if not state.length[c]:
            continue
        if _barred(frame, state, state.column[c][state.length[c] - 1]):
            found[count] = FOOT + c
            count += 1
        for d in range(frame.columns):
            if d != c and state.length[d] and fits_below(state.column[c][0], state.column[d][state.length[d] - 1]):
                found[count] = MERGE + 8 * c + d
                count += 1
    return count


cdef int _waste_moves(const Frame *frame, const State *state, int16_t *found, int count) noexcept nogil:
    cdef uint8_t card = state.waste[state.wasted - 1]
    cdef int c
    if _barred(frame, state, card):
        found[count] = WASTE_BAR
        count += 1
    for c in range(frame.columns):
        if _hosted(state, card, c):
            found[count] = BELOW + c
            count += 1
        if state.length[c] and fits_below(state.column[c][0], card):
            found[count] = ABOVE + c
            count += 1
    return count


cdef void _show(State *state) noexcept nogil:
    """Note the top of the waste as seen."""
    if state.wasted:
        state.seen[state.waste[state.wasted - 1]] = 1


cdef void _play(const void *frame_, void *state_, int move) noexcept nogil:
    cdef const Frame *frame = <const Frame *>frame_
    cdef State *state = <State *>state_
    cdef int c = move & 7
    cdef int d, number
    cdef uint8_t card
    if move == TURN:
        number = min(frame.draw, state.size - state.turned)
        memcpy(&state.waste[state.wasted], &state.stock[state.turned], number)
        state.wasted += number
        state.turned += number
    elif move == REDEAL:
        memcpy(state.stock, state.waste, state.wasted)
        state.turned, state.size, state.wasted = 0, state.wasted, 0
        state.redeals -= 1
    elif move >= MERGE:
        d = c
        c = (move - MERGE) >> 3
        memcpy(&state.column[d][state.length[d]], state.column[c], state.length[c])
        state.length[d] += state.length[c]
        state.length[c] = 0
    elif move >= FOOT:
        state.length[c] -= 1
        state.bar[state.column[c][state.length[c]] // RANKS] += 1
    else:
        state.wasted -= 1
        card = state.waste[state.wasted]
        if move == WASTE_BAR:
            state.bar[card // RANKS] += 1
        elif move >= ABOVE:
            memmove(&state.column[c][1], state.column[c], state.length[c])
            state.column[c][0] = card
            state.length[c] += 1
        else:
            state.column[c][state.length[c]] = card
            state.length[c] += 1
    _show(state)


cdef int _natural(const void *frame_, const void *state_) noexcept nogil:
    """Return the first move to the bar, else the waste's below a column, above one, turn or redeal; -1 without one."""
    cdef const Frame *frame = <const Frame *>frame_
    cdef const State *state = <const State *>state_
    cdef uint8_t card = state.waste[max(0, state.wasted - 1)]
    cdef int c
    if state.wasted and _barred(frame, state, card):
        return WASTE_BAR
    for c in range(frame.columns):
        if state.length[c] and _barred(frame, state, state.column[c][state.length[c] - 1]):
            return FOOT + c
    if state.wasted:
        for c in range(frame.columns):
            if _hosted(state, card, c):
                return BELOW + c
        for c in range(frame.columns):
            if state.length[c] and fits_below(state.column[c][0], card):
                return ABOVE + c
    if state.turned < state.size:
        return TURN
    return REDEAL if state.wasted and state.redeals else -1


cdef inline bint _hosted(const State *state, uint8_t card, int c) noexcept nogil:
    """Return whether a card of the waste may go below column c."""
    if state.length[c]:
        return fits_below(card, state.column[c][state.length[c] - 1])
    return card % RANKS == GALAXY


cdef int _unseen(const void *frame_, void *state_, uint8_t **slots) noexcept nogil:
    cdef State *state = <State *>state_
    cdef int count = 0
    cdef int i
    for i in range(state.turned, state.size):
        if not state.seen[state.stock[i]]:
            slots[count] = &state.stock[i]
            count += 1
    for i in range(state.wasted):
        if not state.seen[state.waste[i]]:
            slots[count] = &state.waste[i]
            count += 1
    return count


cdef uint64_t _view(const void *frame_, const void *state_) noexcept nogil:
    """Return a hash of columns, bar, redeals, and the talon with its unseen cards alike; which they are follows."""
    cdef const State *state = <const State *>state_
    cdef uint64_t found = mix(state.redeals)
    cdef int c, i
    for c in range(COLUMNS):
        found = mix_in(found, 256 + state.length[c])
        for i in range(state.length[c]):
            found = mix_in(found, state.column[c][i])
    for i in range(SUITS):
        found = mix_in(found, state.bar[i])
    for i in range(state.turned, state.size):
        found = mix_in(found, 512 + (state.stock[i] if state.seen[state.stock[i]] else 255))
    for i in range(state.wasted):
        found = mix_in(found, 1024 + (state.waste[i] if state.seen[state.waste[i]] else 255))
    return mixed_down(found)


cdef int _on_bar(const State *state) noexcept nogil:
    cdef int suit
    cdef int total = 0
    for suit in range(SUITS):
        total += state.bar[suit]
    return total


cdef bint _won(const void *frame_, const void *state_) noexcept nogil:
    return _on_bar(<const State *>state_) == (<const Frame *>frame_).cards


cdef double _worth(const void *frame_, const void *state_) noexcept nogil:
    return <double>_on_bar(<const State *>state_) / (<const Frame *>frame_).cards


cdef class UniversalTable(FairTable):
    """A position of Universal.

    A card is 10 * suit + rank, suits from Earth on and ranks from 0. `columns` run from head to foot; `seen` are the
    cards of the talon that have lain on top of the waste. `lowest` is the deck's lowest rank.
    """

    def __init__(
        self, int cards, int draw, int lowest, columns: Sequence[Sequence[int]], bar: Sequence[int],
        stock: Sequence[int], waste: Sequence[int], int redeals, seen: Iterable[int],
    ) -> None:
        cdef Frame *frame
        cdef State *state
        cdef int c
        if len(columns) > COLUMNS or not 0 < cards <= CARDS:
            raise ValueError(f"{cards} cards and {len(columns)} columns: 1 to 60, and 1 to 6")
        self.open(FairGame(sizeof(State), _moves, _play, _natural, _unseen, _view, _won, _worth, NULL, NULL), sizeof(Frame))
        frame, state = <Frame *>self.frame, <State *>self.state
        frame.cards, frame.draw, frame.lowest, frame.columns = cards, draw, lowest, len(columns)
        for c, column in enumerate(columns):
            state.length[c] = fill(state.column[c], column)
        fill(state.bar, bar)
        state.size, state.wasted, state.redeals = fill(state.stock, stock), fill(state.waste, waste), redeals
        for card in seen:
            state.seen[<int>card] = 1
        _show(state)
