"""What a Universal Solitaire position allows: closures of bar moves, safe feet, and a relaxation that bounds the score.

A position is a `State`: the columns, the set of cards left in the talon, how many of those lie in the waste, and the
redeals left. The talon (waste from its bottom, then stock from its top) never changes its order: a redeal puts the same
row back, so bit i of `State.talon` stands for the i-th card of the row at the search's start.

A tableau card's *closure* is the set of cards that must be barred to bar it, itself included. It needs the next lower
card of its suit and the card beneath it, both one rank lower: one sweep by rank finds all closures.
"""

from winnow_kernels.common.bits cimport bit, highest_bit, lowest_bit

cdef int VENUS = 5
cdef int GALAXY = 9


cdef inline int card_at(uint64_t column, int rank) noexcept nogil:
    """Return the column's card of that rank, which must be there."""
    return <int>(((column >> (4 * rank)) & 15) - 1) * RANKS + rank


cdef inline int foot_of(uint64_t column) noexcept nogil:
    return card_at(column, lowest_bit(column) >> 2)


cdef inline int head_of(uint64_t column) noexcept nogil:
    return card_at(column, highest_bit(column) >> 2)


cdef void fill_deck(Deck* deck) noexcept nogil:
    """Fill in which cards fit below and above which; the deck's cards and options are set already."""
    cdef int a, b, suit_a, suit_b
    for a in range(CARDS):
        deck.fit_below[a] = deck.fit_above[a] = 0
    for a in range(CARDS):
        for b in range(CARDS):
            suit_a = a // RANKS
            suit_b = b // RANKS
            # Suits are numbered from high to low; Earth alone goes below Venus.
            if a % RANKS == b % RANKS - 1 and (suit_a > suit_b or (suit_a == 0 and suit_b == VENUS)):
                deck.fit_below[b] |= bit(a)
                deck.fit_above[a] |= bit(b)


cdef uint64_t _suit_closure(const Deck* deck, const View* view, int card) noexcept nogil:
    """Return what must be barred before the card's pile is ready for it."""
    if card % RANKS == deck.lowest or view.barred & bit(card - 1):
        return 0
    if view.talon & bit(card - 1):
        return IMPOSSIBLE
    return view.closure[card - 1]


cdef void look(const Deck* deck, const State* state, View* view) noexcept nogil:
    """Describe a position: who lies where, who can be barred without the talon, and who can host."""
    cdef int c, r, i, card, beneath
    cdef uint64_t column, tableau = 0, left = state.talon
    view.talon = view.heads = view.barrable = view.hosts = 0
    view.count = 0
    while left:
        i = lowest_bit(left)
        left &= left - 1
        card = deck.order[i]
        view.talon |= bit(card)
        view.rest[view.count] = card
        view.count += 1
    for c in range(deck.columns):
        column = state.columns[c]
        beneath = NONE
        while column:
            r = lowest_bit(column) >> 2
            card = card_at(column, r)
            column &= ~(<uint64_t>15 << (4 * r))
            tableau |= bit(card)
            view.column[card] = c
            view.beneath[card] = beneath
            view.above[card] = NONE
            if beneath != NONE:
                view.above[beneath] = card
            beneath = card
        if beneath != NONE:
            view.heads |= bit(beneath)
    view.barred = deck.cards & ~view.talon & ~tableau
    for r in range(deck.lowest, RANKS):
        for c in range(deck.columns):
            if not (state.columns[c] >> (4 * r)) & 15:
                continue
            card = card_at(state.columns[c], r)
            view.closure[card] = bit(card) | _suit_closure(deck, view, card) | host_closure(view, card)
            if not host_closure(view, card) & IMPOSSIBLE:
                view.hosts |= bit(card)
            if not view.closure[card] & IMPOSSIBLE:
                view.barrable |= bit(card)


cdef uint64_t bar_closure(const Deck* deck, const View* view, int card) noexcept nogil:
    """Return what must be barred before the talon's card can be."""
    return _suit_closure(deck, view, card)


cdef uint64_t host_closure(const View* view, int host) noexcept nogil:
    """Return what must be barred before a card can go below the tableau's card `host`."""
    return 0 if view.beneath[host] == NONE else view.closure[view.beneath[host]]


cdef uint64_t step_closure(const Deck* deck, const View* view, const Step* step) noexcept nogil:
    """Return the least set that must be barred before the step, which must be possible."""
    if step.kind == TO_BAR:
        return bar_closure(deck, view, step.card)
    if step.kind == BELOW:
        return host_closure(view, step.first)
    if step.kind == MERGE:
        return host_closure(view, step.second)
    return view.closure[step.first] if step.kind == SLOT and step.first != NONE else 0


cdef void play(const Deck* deck, const View* view, const Step* step, uint64_t closure, State* state) noexcept nogil:
    """Bar the step's closure and take its card from the talon to its place; `view` shows `state` before."""
    cdef uint64_t mark = <uint64_t>(step.card // RANKS + 1) << (4 * (step.card % RANKS))
    cdef int c = 0, card
    while closure:
        card = lowest_bit(closure)
        closure &= closure - 1
        state.columns[view.column[card]] &= ~(<uint64_t>15 << (4 * (card % RANKS)))
    while deck.order[c] != step.card:
        c += 1
    state.talon &= ~bit(c)
    if step.kind == BELOW or step.kind == ABOVE:
        state.columns[view.column[step.first]] |= mark
    elif step.kind == MERGE:
        state.columns[view.column[step.second]] |= state.columns[view.column[step.first]]
        state.columns[view.column[step.first]] = mark
    elif step.kind == SLOT:
        c = 0
        while state.columns[c]:
            c += 1
        state.columns[c] = mark


cdef void bar_safe_feet(const Deck* deck, uint64_t talon, State* state) noexcept nogil:
    """Bar every foot that is of no more use (docs/soundness: safe-foot), until none is left."""
    cdef uint64_t heads = 0, tableau = 0, column, galaxies = 0, barred
    cdef int c, r, card
    cdef bint more = True
    for c in range(SUITS):
        galaxies |= talon & bit(c * RANKS + GALAXY)
    barred = deck.cards & ~talon
    for c in range(deck.columns):
        column = state.columns[c]
        if column:
            heads |= bit(head_of(column))
        while column:
            r = lowest_bit(column) >> 2
            barred &= ~bit(card_at(column, r))
            column &= ~(<uint64_t>15 << (4 * r))
    while more:
        more = False
        for c in range(deck.columns):
            column = state.columns[c]
            if not column:
                continue
            card = foot_of(column)
            if card % RANKS != deck.lowest and not barred & bit(card - 1):
                continue
            if deck.fit_below[card] & (talon | (heads if galaxies else 0)):
                continue
            if heads & bit(card) and deck.fit_above[card] & talon:
                continue
            state.columns[c] &= ~(<uint64_t>15 << (4 * (card % RANKS)))
            barred |= bit(card)
            heads &= ~bit(card)
            more = True


cdef void sort_columns(State* state) noexcept nogil:
    """Put the columns into canonical order; they are interchangeable."""
    cdef int i, j
    cdef uint64_t column
    for i in range(1, COLUMNS):
        column = state.columns[i]
        j = i
        while j and state.columns[j - 1] < column:
            state.columns[j] = state.columns[j - 1]
            j -= 1
        state.columns[j] = column


# The relaxation's growing sets: cards that can be barred, that take a card below or above, that have left the talon.
cdef struct Pool:
    uint64_t barrable
    uint64_t hosts
    uint64_t crowns
    uint64_t left


cdef inline bint _ready(const Deck* deck, const Pool* pool, int card) noexcept nogil:
    return card % RANKS == deck.lowest or (pool.barrable & bit(card - 1)) != 0


cdef void _spread(const Deck* deck, const View* view, Pool* pool, int card) noexcept nogil:
    """Add a card that can reach the bar, and the tableau's cards that it lets follow."""
    cdef int todo[2 * CARDS]
    cdef int depth = 1, above, beneath
    todo[0] = card
    while depth:
        depth -= 1
        card = todo[depth]
        if pool.barrable & bit(card):
            continue
        pool.barrable |= bit(card)
        if not pool.left & bit(card):
            above = view.above[card]
            if above != NONE:
                pool.hosts |= bit(above)
                if _ready(deck, pool, above):
                    todo[depth] = above
                    depth += 1
        if card % RANKS < RANKS - 1 and deck.cards & bit(card + 1) and not (view.talon & ~pool.left) & bit(card + 1):
            beneath = NONE if pool.left & bit(card + 1) else view.beneath[card + 1]
            if beneath == NONE or pool.barrable & bit(beneath):
                todo[depth] = card + 1
                depth += 1


cdef bint _leave(const Deck* deck, const View* view, Pool* pool, int card) noexcept nogil:
    """Let a talon card leave if any host, crown or the bar could take it."""
    cdef bint ready = _ready(deck, pool, card)
    if not (
        ready
        or deck.fit_above[card] & pool.hosts
        or deck.fit_below[card] & pool.crowns
        or card % RANKS == GALAXY
    ):
        return False
    pool.left |= bit(card)
    pool.hosts |= bit(card)
    pool.crowns |= bit(card)
    if ready:
        _spread(deck, view, pool, card)
    return True


cdef uint64_t relax(const Deck* deck, const State* state, const View* view) noexcept nogil:
    """Return the cards that can be barred if hosts are never used up and a Galaxy always finds a column."""
    cdef Pool pool
    cdef uint8_t stack[CARDS]
    cdef int depth = 0, turned = 0, k
    cdef bint more = True
    pool.barrable = view.barred | view.barrable
    pool.hosts = view.hosts
    pool.crowns = view.heads
    pool.left = 0
    while True:
        # Before a redeal the waste is a stack, and the stock's groups stay as they are.
        k = state.waste if turned < state.waste else min(turned + deck.draw, view.count)
        while turned < k:
            stack[depth] = view.rest[turned]
            depth += 1
            turned += 1
        while depth and _leave(deck, view, &pool, stack[depth - 1]):
            depth -= 1
        if turned == view.count:
            break
    while state.redeals and depth and more:
        # After a redeal any order is allowed.
        more = False
        k = 0
        while k < depth:
            if _leave(deck, view, &pool, stack[k]):
                depth -= 1
                stack[k] = stack[depth]
                more = True
            else:
                k += 1
    return pool.barrable
