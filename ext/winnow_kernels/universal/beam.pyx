"""Universal Solitaire: a beam search in layers, by the number of cards left in the talon.

The tableau never deadlocks: within a column ranks fall towards the foot, so all of it can be barred in order of rank as
soon as the talon is empty. One node per card that leaves the talon is therefore enough. Beams of growing width are
tried; one whose layers never overflowed has searched everything.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.universal.layer cimport SCORES, Layer, Node
from winnow_kernels.universal.state cimport (
    ABOVE, BELOW, CARDS, IMPOSSIBLE, MERGE, NONE, RANK_ZERO, RANKS, SLOT, SUITS, TO_BAR, Deck, State, Step, View,
    bar_closure, bar_safe_feet, fill_deck, host_closure, look, look_at_columns, placeable_above, placeable_below, play,
    relax, sort_columns, step_closure, take_out,
)

from winnow_kernels.universal.line import Found, Move

_KINDS = ("bar", "below", "above", "slot", "merge")
TECHNIQUES = frozenset(["hosting-dominance", "safe-foot", "talon-relaxation"])

# Beams keep FIRST_WIDTH nodes a layer, then by default WIDER times as many. The widths of the engine `universal`
# (games/universal/engine/solving.py) follow from FIRST_WIDTH. MAX_WIDTH keeps a layer's slots countable in 32 bits.
cdef enum:
    FIRST_WIDTH = 30
    WIDER = 10
    MAX_WIDTH = 300_000_000

MOST_WIDTH = MAX_WIDTH


# The origin of a kept node: its parent's index in the layer before, and the step from there.
cdef struct Trace:
    uint32_t parent
    Step step


def search(start, cards, target, without, Budget budget, widest, wider=WIDER):
    """Return the best score found from `start`, as a `Found`; a win (every card on the bar) ends the search at once.

    `start` is a `Start`. `cards` is the whole deck, a full grid of 10 * suit + rank; a card that is not in `start` lies
    on the bar. The search looks for scores of at least `target` (cards on the bar) and finds lower ones by chance only:
    if the result is exhausted, no score is better than both it and `target - 1`. `without` names the TECHNIQUES that
    are switched off. The beam keeps FIRST_WIDTH nodes a layer, then `wider` times as many, up to `widest`;
    with MOST_WIDTH only the budget limits the width. Each node costs one position of the budget.
    """
    cdef _Search one = _Search(start, cards, target, without, budget)
    one.run(widest, wider)
    return one.result()


cdef class _Search:
    """A question, the beam's two layers, the origins of the nodes in finished layers, and the best line so far."""

    cdef Budget budget
    cdef Deck deck
    cdef State start
    cdef Layer layer
    cdef Layer following
    cdef Trace* traces[CARDS + 1]
    cdef int64_t trace_counts[CARDS + 1]
    cdef Step best_steps[CARDS]
    cdef int best_length
    cdef int best
    cdef int target
    cdef bint exhausted
    cdef bint hosting, safe_foot, relaxation

    def __cinit__(self, start, cards, target, without, Budget budget):
        self.budget = budget
        self.target = target
        memset(&self.deck, 0, sizeof(Deck))
        memset(&self.start, 0, sizeof(State))
        for card in cards:
            self.deck.cards |= bit(card)
        self.deck.size = len(cards)
        self.deck.lowest = min(card % RANKS for card in cards)
        self.deck.columns = len(start.columns)
        self.deck.draw = min(start.draw, CARDS)
        fill_deck(&self.deck)
        for c, column in enumerate(start.columns):
            for card in column:
                self.start.columns[c] |= <uint64_t>(card // RANKS + 1) << (4 * <int>(card % RANKS))
        for i, card in enumerate(start.talon):
            self.deck.order[i] = card
            self.deck.place[card] = i
            self.start.talon |= bit(i)
        self.start.waste = start.waste
        # Each card that leaves needs one redeal at most.
        self.start.redeals = min(start.redeals, len(start.talon))
        self.hosting = "hosting-dominance" not in without
        self.safe_foot = "safe-foot" not in without
        self.relaxation = "talon-relaxation" not in without
        self.layer = Layer(budget)
        self.following = Layer(budget)
        self.best = -1

    def __dealloc__(self):
        self._forget_traces()

    def run(self, int64_t widest, int64_t wider):
        """Try wider and wider beams until one wins, is exhaustive, meets a limit, or is the widest allowed."""
        cdef int64_t width = min(<int64_t>FIRST_WIDTH, max(widest, 1))
        with nogil:
            while width <= widest and not self._beam(width):
                width *= wider
        if width > MAX_WIDTH:
            self.budget.out_of_memory()
        self._forget_traces()

    def result(self):
        """Return what was found: score, whether it is proven, and the steps that lead to it."""
        cdef State state = self.start
        cdef View view
        cdef uint64_t closure, barred
        cdef int i
        sort_columns(&state)
        steps = []
        look(&self.deck, &state, &view)
        for i in range(self.best_length):
            step = self.best_steps[i]
            closure = step_closure(&self.deck, &view, &step)
            barred = view.barred | closure | (bit(step.card) if step.kind == TO_BAR else 0)
            play(&self.deck, &view, &step, closure, &state)
            if self.safe_foot:
                bar_safe_feet(&self.deck, view.talon & ~bit(step.card), barred, &state)
            sort_columns(&state)
            look(&self.deck, &state, &view)
            before, after = _by_rank(closure), _by_rank(view.barred & ~barred)
            steps.append(Move(_KINDS[step.kind], step.card, step.first, step.second, before, after))
        return Found(self.best, self.exhausted, steps, _by_rank(view.barrable))

    cdef bint _won(self) noexcept nogil:
        return self.best == self.deck.size

    cdef bint _beam(self, int64_t width) except -1 nogil:
        """Run one beam; True means that the search is over."""
        cdef int depth = 0
        cdef int64_t i
        cdef bint overflowed = False
        cdef Node root
        cdef View view
        self._forget_traces()
        memset(&root, 0, sizeof(Node))
        root.state = self.start
        sort_columns(&root.state)
        # Noted at once: there is a line even if the budget ends now.
        look(&self.deck, &root.state, &view)
        self._note_score(&root, popcount(view.barred | view.barrable), 0)
        self.layer.clear(width)
        if not self.layer.add(&root):
            return True
        while self.layer.count:
            self.following.clear(width)
            for i in range(self.layer.count):
                if self.budget.charge(1):
                    return True
                if not self._expand(&self.layer.nodes[i], <uint32_t>i, depth):
                    return True
                if self._won():
                    return True
            if self.following.capacity:
                self.following.compact()
            overflowed |= self.following.overflowed
            depth += 1
            if not self._keep_trace(depth):
                return True
            self.layer.swap(self.following)
        self.exhausted = not overflowed
        return self.exhausted

    cdef bint _expand(self, const Node* node, uint32_t index, int depth) noexcept nogil:
        """Play every next card of the talon in every way; False: out of memory."""
        cdef View view
        cdef int waste, redeals
        # Bit w: the top of a waste of w cards has been played; in a later pass it would only cost redeals.
        cdef uint64_t tried = 0
        look(&self.deck, &node.state, &view)
        self._note_score(node, popcount(view.barred | view.barrable), depth)
        waste = node.state.waste
        redeals = node.state.redeals
        if waste and not self._play_top(node, index, &view, waste, redeals):
            return False
        tried |= bit(waste)
        while True:
            while waste < view.count:
                waste = min(waste + self.deck.draw, view.count)
                if tried >> waste & 1:
                    continue
                tried |= bit(waste)
                if not self._play_top(node, index, &view, waste, redeals):
                    return False
            if redeals < node.state.redeals or not redeals:
                return True
            redeals -= 1
            waste = 0

    cdef bint _play_top(
        self, const Node* node, uint32_t index, const View* view, int waste, int redeals
    ) noexcept nogil:
        """Play the talon's `waste`-th card, which lies on top of the waste, in every way; False: out of memory."""
        cdef int card = view.rest[waste - 1]
        cdef int other
        cdef uint64_t closure, others, to_bar = bar_closure(&self.deck, view, card)
        cdef bint hosted = False
        cdef Node base = node[0]
        base.parent = index
        base.state.waste = waste - 1
        base.state.redeals = redeals
        base.step.card = card
        base.step.first = base.step.second = NONE
        others = self.deck.fit_above[card] & view.hosts
        while others:
            other = lowest_bit(others)
            others &= others - 1
            closure = host_closure(view, other)
            hosted |= not closure & ~to_bar
            if not self._offer(&base, view, BELOW, other, NONE, closure):
                return False
        others = self.deck.fit_below[card] & view.heads
        while others:
            other = lowest_bit(others)
            others &= others - 1
            if not self._offer(&base, view, ABOVE, other, NONE, 0):
                return False
        if card % RANKS == RANKS - 1 and not self._play_galaxy(&base, view, to_bar, &hosted):
            return False
        if to_bar & IMPOSSIBLE or (self.hosting and hosted):
            return True
        return self._offer(&base, view, TO_BAR, NONE, NONE, to_bar)

    cdef bint _play_galaxy(self, const Node* base, const View* view, uint64_t to_bar, bint* hosted) noexcept nogil:
        """Play a Galaxy into every column that can be made empty; False: out of memory."""
        cdef int head, host
        cdef uint64_t closure, hosts, heads = view.heads
        if popcount(view.heads) < self.deck.columns:
            hosted[0] = True
            return self._offer(base, view, SLOT, NONE, NONE, 0)
        while heads:
            head = lowest_bit(heads)
            heads &= heads - 1
            if not view.closure[head] & IMPOSSIBLE:
                hosted[0] |= not view.closure[head] & ~to_bar
                if not self._offer(base, view, SLOT, head, NONE, view.closure[head]):
                    return False
            hosts = self.deck.fit_above[head] & view.hosts
            while hosts:
                host = lowest_bit(hosts)
                hosts &= hosts - 1
                closure = host_closure(view, host)
                # A closure that empties a column makes the merge needless: the Galaxy goes there.
                if not closure & view.heads and not self._offer(base, view, MERGE, head, host, closure):
                    return False
        return True

    cdef bint _offer(
        self, const Node* base, const View* view, int kind, int first, int second, uint64_t closure
    ) noexcept nogil:
        """Build one child, and add it to the next layer unless it is superfluous; False: out of memory."""
        cdef Node node = base[0]
        cdef State* state = &node.state
        cdef View after
        node.step.kind = kind
        node.step.first = first
        node.step.second = second
        play(&self.deck, view, &node.step, closure, state)
        after.talon = view.talon & ~bit(node.step.card)
        if self.safe_foot:
            if kind == TO_BAR:
                closure |= bit(node.step.card)
            bar_safe_feet(&self.deck, after.talon, view.barred | closure, state)
        sort_columns(state)
        if self.following.knows(state):
            return True
        look_at_columns(&self.deck, state, &after)
        node.score = _promise(&self.deck, state, &after)
        # The layer would drop it, and cannot claim to hold everything in any case.
        if self.following.overflowed and node.score < self.following.threshold:
            return True
        if self.relaxation:
            take_out(view, state.waste, &after)
            if popcount(relax(&self.deck, state, &after)) < max(self.target, self.best + 1):
                return True
        return self.following.add(&node)

    cdef void _note_score(self, const Node* node, int score, int depth) noexcept nogil:
        """Keep the steps that lead to the best score so far."""
        cdef int i
        cdef uint32_t parent = node.parent
        if score <= self.best:
            return
        self.best = score
        self.best_length = depth
        if depth:
            self.best_steps[depth - 1] = node.step
        for i in range(depth - 1, 0, -1):
            self.best_steps[i - 1] = self.traces[i][parent].step
            parent = self.traces[i][parent].parent

    cdef bint _keep_trace(self, int depth) noexcept nogil:
        """Record the origins of the nodes of the finished layer. False: out of memory."""
        cdef int64_t i, count = self.following.count
        cdef Trace* trace
        if not count:
            return True
        trace = <Trace*>self.budget.enlarged(NULL, 0, count * <int64_t>sizeof(Trace))
        if trace is NULL:
            return False
        for i in range(count):
            trace[i].parent = self.following.nodes[i].parent
            trace[i].step = self.following.nodes[i].step
        self.traces[depth] = trace
        self.trace_counts[depth] = count
        return True

    cdef void _forget_traces(self) noexcept nogil:
        cdef int depth
        for depth in range(CARDS + 1):
            if self.traces[depth] is not NULL:
                free(self.traces[depth])
                self.traces[depth] = NULL
                self.budget.release(self.trace_counts[depth] * <int64_t>sizeof(Trace))


cdef int _promise(const Deck* deck, const State* state, const View* view) noexcept nogil:
    """Return how promising a position is, 0..SCORES - 1; the weights were measured; they steer and prove nothing."""
    cdef int suit, size, score
    cdef uint64_t reached = view.barred | view.barrable
    cdef uint64_t hosted = view.talon & placeable_below(view.hosts)
    cdef uint64_t placeable = placeable_above(view.heads) | RANK_ZERO << deck.lowest | reached << 1
    score = 1200 + 1200 * min(<int>state.redeals, 8) - 20 * state.waste + 10 * popcount(reached)
    # Low cards are better out of the talon, and its cards better few in suits than spread.
    score += 2 * _sum_of_ranks(view.talon)
    for suit in range(SUITS):
        size = popcount(view.talon >> RANKS * suit & ((1 << RANKS) - 1))
        score += size * (size - 1)
    # A host is used up by its guest.
    score += 12 * popcount(hosted) + 20 * popcount(view.talon & placeable & ~hosted)
    return max(0, min(SCORES - 1, score))


cdef int _sum_of_ranks(uint64_t cards) noexcept nogil:
    """Add up the ranks, binary digit by digit: the masks are the ranks that have the digit, in every suit."""
    return (
        popcount(cards & RANK_ZERO * 0x2AA)
        + 2 * popcount(cards & RANK_ZERO * 0x0CC)
        + 4 * popcount(cards & RANK_ZERO * 0x0F0)
        + 8 * popcount(cards & RANK_ZERO * 0x300)
    )


def _by_rank(uint64_t cards):
    """List a set of cards in the order in which they can be barred."""
    return sorted((card for card in range(CARDS) if cards >> <int>card & 1), key=lambda card: card % RANKS)
