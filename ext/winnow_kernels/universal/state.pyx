"""What a Universal Solitaire position allows: closures of bar moves, safe feet, and a relaxation that bounds the score.

A position is a `State`: the columns, the set of cards left in the talon, how many of those lie in the waste, and the
redeals left. The talon (waste from its bottom, then stock from its top) never changes its order: a redeal puts the same
row back, so bit i of `State.talon` is the i-th card of the row at the search's start.

A tableau card's *closure* is the set of cards that must be barred to bar it, itself included. It needs the next lower
card of its suit and the card beneath it, both one rank lower: one sweep by rank finds all closures.
"""

from libc.string cimport memcpy

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


cdef void look(const Deck* deck, const State* state, View* view) noexcept nogil:
    """Describe a position: who lies where, who can be barred without the talon, and who can host."""
    cdef int i
    cdef uint64_t left = state.talon
    view.talon = 0
    view.count = 0
    while left:
        i = lowest_bit(left)
        left &= left - 1
        view.talon |= bit(deck.order[i])
        view.rest[view.count] = deck.order[i]
        view.count += 1
    look_at_columns(deck, state, view)


cdef void look_at_columns(const Deck* deck, const State* state, View* view) noexcept nogil:
    """Describe all but the order of the talon, whose cards `view` knows already."""
    cdef int c, r, card
    cdef uint64_t ranks = 0, tableau = 0, closure, under, mark
    cdef uint8_t beneath[COLUMNS]
    view.heads = view.barrable = view.hosts = 0
    for c in range(deck.columns):
        ranks |= state.columns[c]
        beneath[c] = NONE
    # What a closure needs has a lower rank.
    for r in range(deck.lowest, RANKS):
        if not (ranks >> (4 * r)) & 15:
            continue
        for c in range(deck.columns):
            mark = (state.columns[c] >> (4 * r)) & 15
            if not mark:
                continue
            card = <int>(mark - 1) * RANKS + r
            under = 0
            view.beneath[card] = beneath[c]
            if beneath[c] != NONE:
                view.above[beneath[c]] = card
                under = view.closure[beneath[c]]
            closure = bit(card) | under
            if r != deck.lowest:
                if view.talon & bit(card - 1):
                    closure |= IMPOSSIBLE
                elif tableau & bit(card - 1):
                    closure |= view.closure[card - 1]
            tableau |= bit(card)
            view.closure[card] = closure
            view.column[card] = c
            beneath[c] = card
            if not under & IMPOSSIBLE:
                view.hosts |= bit(card)
            if not closure & IMPOSSIBLE:
                view.barrable |= bit(card)
    for c in range(deck.columns):
        if beneath[c] != NONE:
            view.heads |= bit(beneath[c])
            view.above[beneath[c]] = NONE
    view.barred = deck.cards & ~view.talon & ~tableau


cdef void take_out(const View* view, int place, View* after) noexcept nogil:
    """Fill in the order of the talon without its card at that place."""
    after.count = view.count - 1
    memcpy(after.rest, view.rest, place)
    memcpy(after.rest + place, view.rest + place + 1, after.count - place)


cdef uint64_t placeable_below(uint64_t hosts) noexcept nogil:
    """Return all cards that fit below one of these (`fill_deck` says which); bits from 60 on say nothing."""
    cdef uint64_t lower
    hosts &= ~RANK_ZERO
    # Shift to every lower suit, and wrap from Venus to Earth; then one rank down.
    lower = hosts << RANKS
    lower |= lower << RANKS
    lower |= lower << 2 * RANKS
    lower |= hosts << 5 * RANKS
    return (lower | hosts >> 5 * RANKS) >> 1


cdef uint64_t placeable_above(uint64_t heads) noexcept nogil:
    """Return all cards that one of these fits below; bits from 60 on say nothing."""
    cdef uint64_t higher
    heads &= ~(RANK_ZERO << GALAXY)
    higher = heads >> RANKS
    higher |= higher >> RANKS
    higher |= higher >> 2 * RANKS
    higher |= heads >> 5 * RANKS
    return (higher | heads << 5 * RANKS) << 1


cdef uint64_t bar_closure(const Deck* deck, const View* view, int card) noexcept nogil:
    """Return what must be barred before the talon's card can be: the next lower card of its suit."""
    if card % RANKS == deck.lowest or view.barred & bit(card - 1):
        return 0
    if view.talon & bit(card - 1):
        return IMPOSSIBLE
    return view.closure[card - 1]


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
    state.talon &= ~bit(deck.place[step.card])
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


cdef void bar_safe_feet(const Deck* deck, uint64_t talon, uint64_t barred, State* state) noexcept nogil:
    """Bar every foot that no later move needs (games/universal/ledger.md: safe-foot), until none is left."""
    cdef uint64_t heads = 0, column
    cdef bint galaxies = (talon & RANK_ZERO << GALAXY) != 0
    cdef int c, card
    cdef bint more = True
    for c in range(deck.columns):
        if state.columns[c]:
            heads |= bit(head_of(state.columns[c]))
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


cdef void _leave_in_any_order(const Deck* deck, const View* view, Pool* pool) noexcept nogil:
    """Let every talon card leave that any host, crown, column or the bar could take, in any order."""
    cdef uint64_t ready, ways, leaving
    while pool.left != view.talon:
        ready = RANK_ZERO << deck.lowest | pool.barrable << 1
        ways = ready | placeable_below(pool.hosts) | placeable_above(pool.crowns) | RANK_ZERO << GALAXY
        leaving = view.talon & ~pool.left & ways
        pool.left |= leaving
        pool.hosts |= leaving
        pool.crowns |= leaving
        if leaving:
            continue
        # The bar's cards are followed up only when nothing else leaves, which is rare.
        leaving = pool.left & ready & ~pool.barrable
        if not leaving:
            return
        while leaving:
            _spread(deck, view, pool, lowest_bit(leaving))
            leaving &= leaving - 1
    # An empty talon wins.
    pool.barrable = deck.cards


cdef uint64_t relax(const Deck* deck, const State* state, const View* view) noexcept nogil:
    """Return the cards that can be barred if hosts are never used up and a Galaxy always finds a column."""
    cdef Pool pool
    cdef uint8_t stack[CARDS]
    cdef int depth = 0, turned = 0, k
    pool.barrable = view.barred | view.barrable
    pool.hosts = view.hosts
    pool.crowns = view.heads
    pool.left = 0
    if state.redeals:
        # After a redeal any order is allowed.
        _leave_in_any_order(deck, view, &pool)
        return pool.barrable
    while turned < view.count:
        # Before a redeal the waste is a stack, and the stock's groups stay as they are.
        k = state.waste if turned < state.waste else min(turned + deck.draw, view.count)
        while turned < k:
            stack[depth] = view.rest[turned]
            depth += 1
            turned += 1
        while depth and _leave(deck, view, &pool, stack[depth - 1]):
            depth -= 1
    return pool.barrable
