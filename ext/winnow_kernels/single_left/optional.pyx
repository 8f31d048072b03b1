"""Single Left under optional discarding: the least number of cards that can be left, and moves to it."""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from winnow_kernels.common.bits cimport bit, lowest_bit
from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.exact_table cimport ExactTable
from winnow_kernels.single_left.lanes cimport SL_GROUP, sl_deal, sl_open_block, sl_random, sl_rows, sl_widest
from winnow_kernels.single_left.rules cimport DRAW, FOUR, PAIR, REDEAL


# ------------------------------------------------------------------------------------------------------------ relations

# Without redeals: what a deal can be brought to, in polynomial time.
#
# Cards are numbered 1..n in dealing order; 0 is the empty table. What can happen above a card x while it stays depends
# on x and the deck only, not on what lies below, so these relations, kept as one 64-bit word a row, say everything:
#
# A[x], bit m: from "x on top, just drawn", play can reach "x, and on it m, just drawn".
# G[x], bit t: from the same start, play can reach "x on top again" when the first t cards are drawn.
#
# games/single_left/ledger.md, `relations`, gives the recurrences and why they are complete.


cdef enum:
    ROWS = 64
    CODES = 256

MOST_CARDS = ROWS - 1
"""The longest deal: a bit for every card and one for the empty table."""


cdef struct Tables:
    int cards
    uint64_t above[ROWS]      # A
    uint64_t again[ROWS]      # G
    uint64_t second[ROWS]     # A.A
    uint64_t third[ROWS]      # A.A.A: bit d says that a window "a b c d", d just drawn, can be reached
    uint64_t cleared[ROWS]    # Q: bit t says that a and the three cards on it can go, as a four, at time t
    uint64_t same_rank[ROWS]  # the cards after x of its rank
    uint64_t same_suit[ROWS]


cdef int _read(Tables *tables, bytes ranks, bytes suits) except -1:
    if len(ranks) != len(suits) or len(ranks) > MOST_CARDS:
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {MOST_CARDS}")
    _lay_out(tables, ranks, suits, len(ranks))
    return 0


cdef void _lay_out(Tables *tables, const uint8_t *rank, const uint8_t *suit, int cards) noexcept nogil:
    cdef uint64_t of_rank[CODES]
    cdef uint64_t of_suit[CODES]
    cdef int x
    tables.cards = cards
    tables.same_rank[0] = tables.same_suit[0] = 0
    for x in range(tables.cards):
        of_rank[rank[x]] = of_suit[suit[x]] = 0
    # From the last card to the first, so that each finds the later ones.
    for x in range(tables.cards - 1, -1, -1):
        tables.same_rank[x + 1] = of_rank[rank[x]]
        tables.same_suit[x + 1] = of_suit[suit[x]]
        of_rank[rank[x]] |= <uint64_t>2 << x
        of_suit[suit[x]] |= <uint64_t>2 << x


cdef uint64_t _join(uint64_t members, const uint64_t *rows) noexcept nogil:
    """Return the union of the rows of these members."""
    cdef uint64_t joined = 0
    while members:
        joined |= rows[lowest_bit(members)]
        members &= members - 1
    return joined


cdef struct Row:
    uint64_t above
    uint64_t again
    uint64_t second
    uint64_t third


cdef Row _row(const Tables *tables, int x, uint64_t times, uint64_t uppers, uint64_t same_suit) noexcept nogil:
    """Return what can be reached above a card, drawn when x cards were, that is on top at `times` and below `uppers`.

    An entry m asks for smaller ones of the row only, so the next entry is always the lowest that is due.
    """
    cdef Row row
    cdef uint64_t due
    cdef uint64_t whole = ~<uint64_t>0 >> (ROWS - 1 - tables.cards)
    cdef int m = x
    row.above = row.second = row.third = 0
    row.again = times
    while m < tables.cards:
        due = (((row.again << 1) | uppers | (row.third & same_suit)) & whole) >> (m + 1)
        if not due:
            break
        m += 1 + lowest_bit(due)
        row.above |= bit(m)
        row.second |= tables.above[m]
        row.third |= tables.second[m]
        row.again |= tables.cleared[m]
    return row


cdef void _build(Tables *tables) noexcept nogil:
    """Fill the tables: x downwards, as a row asks for later rows only."""
    cdef Row row
    cdef int x
    for x in range(tables.cards, -1, -1):
        row = _row(tables, x, bit(x), 0, tables.same_suit[x])
        tables.above[x] = row.above
        tables.again[x] = row.again
        tables.second[x] = row.second
        tables.third[x] = row.third
        tables.cleared[x] = _join(row.third & tables.same_rank[x], tables.again)


cdef uint64_t _ends(const Tables *tables) noexcept nogil:
    """Return the cards that can be the last, on top when all are drawn."""
    cdef uint64_t ends = 0
    cdef int x
    for x in range(tables.cards + 1):
        if tables.again[x] >> tables.cards & 1:
            ends |= bit(x)
    return ends


cdef int _least(const Tables *tables) noexcept nogil:
    """Return the number of cards on the shortest way along A, from the empty table to a card that can be the last."""
    cdef uint64_t frontier = 1
    cdef uint64_t ends = _ends(tables)
    cdef int left = 0
    while not frontier & ends:
        frontier = _join(frontier, tables.above)
        left += 1
    return left


def least_left(bytes ranks, bytes suits) -> int:
    """Return the least number of cards that can be left of a deal, played from its start. At most MOST_CARDS cards."""
    cdef Tables tables
    _read(&tables, ranks, suits)
    _build(&tables)
    return _least(&tables)


# ---------------------------------------------------------------------------------------------------------------- lines

cdef enum:
    # Every card is drawn once, and a discard takes two cards or four.
    MOST_MOVES = 2 * ROWS


cdef struct Line:
    const Tables *tables
    int moves
    uint8_t move[MOST_MOVES]


cdef void _note(Line *line, int move) noexcept nogil:
    line.move[line.moves] = move
    line.moves += 1


cdef void _put(Line *line, int x, int m) noexcept nogil:
    """Play from "x on top, just drawn" to "x, and on it m, just drawn"."""
    if line.tables.again[x] >> (m - 1) & 1:
        _return(line, x, m - 1)
        _note(line, DRAW)
    else:
        _window(line, x, m)
        _note(line, PAIR)


cdef void _return(Line *line, int x, int drawn) noexcept nogil:
    """Play from "x on top, just drawn" to x on top again when `drawn` cards are drawn."""
    cdef const Tables *tables = line.tables
    cdef uint64_t firsts, lasts
    cdef int a, d
    if drawn == x:
        return
    firsts = tables.above[x]
    while True:
        a = lowest_bit(firsts)
        firsts &= firsts - 1
        if not tables.cleared[a] >> drawn & 1:
            continue
        lasts = tables.third[a] & tables.same_rank[a]
        while True:
            d = lowest_bit(lasts)
            lasts &= lasts - 1
            if tables.again[d] >> drawn & 1:
                _put(line, x, a)
                _window(line, a, d)
                _return(line, d, drawn)
                _note(line, FOUR)
                return


cdef void _window(Line *line, int a, int d) noexcept nogil:
    """Play from "a on top, just drawn" to a window of a, two more cards, and d, just drawn."""
    cdef const Tables *tables = line.tables
    cdef uint64_t seconds = tables.above[a]
    cdef uint64_t thirds
    cdef int b, c
    while True:
        b = lowest_bit(seconds)
        seconds &= seconds - 1
        if not tables.second[b] >> d & 1:
            continue
        thirds = tables.above[b]
        while True:
            c = lowest_bit(thirds)
            thirds &= thirds - 1
            if tables.above[c] >> d & 1:
                _put(line, a, b)
                _put(line, b, c)
                _put(line, c, d)
                return


cdef int _play(Line *line) noexcept nogil:
    """Write a line that leaves as few cards as can be; return how many."""
    cdef const Tables *tables = line.tables
    cdef uint64_t frontiers[ROWS]
    cdef uint64_t ends = _ends(tables)
    cdef int stack[ROWS]
    cdef int left = 0
    cdef int level, x
    frontiers[0] = 1
    while not frontiers[left] & ends:
        frontiers[left + 1] = _join(frontiers[left], tables.above)
        left += 1
    # From the last card back to the empty table.
    stack[left] = lowest_bit(frontiers[left] & ends)
    for level in range(left - 1, -1, -1):
        x = 0
        while not (frontiers[level] >> x & 1 and tables.above[x] >> stack[level + 1] & 1):
            x += 1
        stack[level] = x
    for level in range(left):
        _put(line, stack[level], stack[level + 1])
    _return(line, stack[left], tables.cards)
    return left


def best_line(bytes ranks, bytes suits) -> tuple[int, bytes]:
    """Return the least number of cards that can be left of a deal, and moves to it: bytes, 0 draw, 1 pair, 2 four."""
    cdef Tables tables
    cdef Line line
    cdef int left
    _read(&tables, ranks, suits)
    line.tables = &tables
    line.moves = 0
    with nogil:
        _build(&tables)
        left = _play(&line)
    return left, line.move[:line.moves]


# ------------------------------------------------------------------------------------------------------- from a position

cdef struct Hand:
    int held
    uint64_t same_rank[ROWS]    # the cards of the deck with the rank of the i-th card of the hand, i from 1
    uint64_t same_suit[ROWS]
    uint8_t rank[ROWS]
    uint8_t suit[ROWS]
    uint64_t tops[ROWS]         # when i cards of the hand are left and no other: bit t, for the time t
    uint64_t uppers[ROWS]       # the cards just drawn that can come to lie on the first i cards of the hand
    uint64_t reached[2 * ROWS]  # by number of cards in all: those that can be on top, just drawn
    bint left[ROWS]             # by number of cards, all of the hand: whether the game can end with them


cdef uint64_t _work_off(
    const Tables *tables, Hand *hand, int under, int top, uint64_t times, uint64_t uppers
) noexcept nogil:
    """Find what follows when card `top` lies on the first `under` cards of the hand: on top at `times`, or below `uppers`.

    `top` 0 is the empty table. Results go to fewer cards of the hand; returned are the times when `top` is on top, for
    the caller to move it down by a pair.
    """
    cdef Row row = _row(tables, 0, times, uppers, hand.same_suit[top] if top else 0)
    cdef int size = under + (1 if top else 0)
    hand.left[size] |= row.again >> tables.cards & 1
    hand.reached[size + 1] |= row.above
    if not top:
        return row.again
    # Fours whose first card is `top`, or one of the two below it; their last card comes from the deck.
    hand.tops[under] |= _join(row.third & hand.same_rank[top], tables.again)
    if under >= 1:
        hand.tops[under - 1] |= _join(row.second & hand.same_rank[under], tables.again)
        hand.uppers[under] |= row.second & hand.same_suit[under]
    if under >= 2:
        hand.tops[under - 2] |= _join(row.above & hand.same_rank[under - 1], tables.again)
        hand.uppers[under - 1] |= row.above & hand.same_suit[under - 1]
    if under >= 3 and hand.rank[under - 2] == hand.rank[top]:
        hand.tops[under - 3] |= row.again
    return row.again


cdef int _least_from(const Tables *tables, Hand *hand) noexcept nogil:
    """Return the least number of cards that can be left from a hand, whose last card is on top, and a whole deck."""
    cdef uint64_t times, uppers
    cdef uint64_t ends = _ends(tables)
    cdef int top, under, left
    memset(hand.tops, 0, sizeof(hand.tops))
    memset(hand.uppers, 0, sizeof(hand.uppers))
    memset(hand.reached, 0, sizeof(hand.reached))
    memset(hand.left, 0, sizeof(hand.left))
    hand.tops[hand.held] = 1
    for top in range(hand.held, 0, -1):
        under = top - 1
        times = hand.tops[top]
        uppers = hand.uppers[top]
        while times or uppers:
            times = _work_off(tables, hand, under, top, times, uppers)
            # A pair with `top` as its last card; nothing but `top` itself lies on the cards under it then.
            if under < 3 or hand.suit[under - 2] != hand.suit[top]:
                break
            under -= 2
            uppers = 0
    _work_off(tables, hand, 0, 0, hand.tops[0], hand.uppers[0])
    left = 0
    while not hand.left[left] and not hand.reached[left] & ends:
        hand.reached[left + 1] |= _join(hand.reached[left], tables.above)
        left += 1
    return left


cdef int least_left_of(
    const uint8_t *ranks, const uint8_t *suits, const uint8_t *hand, int held, const uint8_t *deck, int size
) noexcept nogil:
    """Return the least number of cards that can be left from a position, at most MOST_CARDS cards in hand and deck."""
    cdef Tables tables
    cdef Hand cards
    cdef uint8_t rank[ROWS]
    cdef uint8_t suit[ROWS]
    cdef int i, x
    for x in range(size):
        rank[x] = ranks[deck[x]]
        suit[x] = suits[deck[x]]
    _lay_out(&tables, rank, suit, size)
    cards.held = held
    for i in range(1, held + 1):
        cards.rank[i] = ranks[hand[i - 1]]
        cards.suit[i] = suits[hand[i - 1]]
        cards.same_rank[i] = cards.same_suit[i] = 0
        for x in range(size):
            if rank[x] == cards.rank[i]:
                cards.same_rank[i] |= <uint64_t>2 << x
            if suit[x] == cards.suit[i]:
                cards.same_suit[i] |= <uint64_t>2 << x
    _build(&tables)
    return _least_from(&tables, &cards)


def least_left_from(bytes ranks, bytes suits, hand: Sequence[int], deck: Sequence[int]) -> int:
    """Return the least number of cards that can be left from a position.

    `ranks` and `suits` give the whole deal; `hand` (oldest first) and `deck` (next card first) are places in it, 0-based.
    Raises ValueError if the two are more than MOST_CARDS together, or name no place of the deal.
    """
    cdef bytes held = bytes(hand), drawn = bytes(deck)
    if len(held) + len(drawn) > MOST_CARDS:
        raise ValueError(f"{len(held)} cards in the hand and {len(drawn)} in the deck: at most {MOST_CARDS}")
    if len(ranks) != len(suits) or max(held + drawn, default=-1) >= len(ranks):
        raise ValueError(f"places up to {max(held + drawn, default=-1)} in {len(ranks)} ranks and {len(suits)} suits")
    return least_left_of(ranks, suits, held, len(held), drawn, len(drawn))


# ----------------------------------------------------------------------------------------------------------- many deals

# The least left for many deals without redeals, eight at once where the processor has the vectors.


cdef extern from "winnow_kernels/single_left/least.h" nogil:
    enum:
        SL_DEALS

    ctypedef struct sl_matches:
        pass

    void sl_match(sl_matches *matches, int deal, int cards, const uint8_t *ranks, const uint8_t *suits)
    void sl_least(int cards, const sl_matches *matches, uint8_t *least)

cdef enum:
    STANDARD_CARDS = 52

LANES = tuple([lanes for lanes in (1, 8) if 8 * lanes <= sl_widest()])
"""How many deals this processor can decide at once, the most last."""


cdef int _check_lanes(int lanes) except -1:
    """Return the number of lanes to use; 0 asks for the most."""
    if lanes and lanes not in LANES:
        raise ValueError(f"{lanes} deals at once: this processor has {', '.join(map(str, LANES))}")
    return lanes or LANES[len(LANES) - 1]


def least_left_of_many(deals: Sequence[tuple[bytes, bytes]], int lanes=0) -> bytes:
    """Return the least number of cards that can be left of each deal, as bytes.

    Deals are pairs (ranks, suits) of one length, at most MOST_CARDS. `lanes` of them are decided at once (one of LANES; 0:
    the most), with the same result for any number. Raises ValueError for other lengths.
    """
    cdef sl_matches matches
    cdef uint8_t least[SL_DEALS]
    cdef int cards = 0
    cdef int deal, first, last
    cdef const uint8_t *rank
    cdef const uint8_t *suit
    if len({len(part) for pair in deals for part in pair}) > 1:
        raise ValueError("deals of different lengths")
    found = bytearray()
    if _check_lanes(lanes) == 1:
        return bytes([least_left(ranks, suits) for ranks, suits in deals])
    memset(&matches, 0, sizeof(matches))
    for first in range(0, len(deals), SL_DEALS):
        last = min(first + SL_DEALS, len(deals))
        for deal in range(first, last):
            ranks, suits = deals[deal]
            cards = len(ranks)
            if cards > MOST_CARDS:
                raise ValueError(f"{cards} cards in a deal: at most {MOST_CARDS}")
            rank = ranks
            suit = suits
            sl_match(&matches, deal - first, cards, rank, suit)
        sl_least(cards, &matches, least)
        found += bytes([least[deal] for deal in range(last - first)])
    return bytes(found)


def random_least(uint64_t seed, uint64_t block, int games, Budget budget not None, int lanes=0) -> tuple[int, ...]:
    """Decide random deals of the standard deck; return of how many at least 0, 1, ..., 52 cards are left (53 numbers).

    The deals are those of `random_games` in forced.pyx; lanes as in `least_left_of_many`. Each deal is charged as one
    position; when the budget ends, the deals decided so far are returned.
    """
    cdef sl_random random
    cdef sl_rows cards
    cdef sl_matches matches
    cdef uint8_t least[SL_GROUP]
    cdef uint8_t ranks[STANDARD_CARDS]
    cdef uint8_t suits[STANDARD_CARDS]
    cdef int64_t histogram[STANDARD_CARDS + 1]
    cdef int played = 0
    cdef int wanted, deal, place
    cdef bint one_by_one = _check_lanes(lanes) == 1
    cdef int dealing = sl_widest()
    memset(histogram, 0, sizeof(histogram))
    sl_open_block(&random, seed, block)
    while played < games:
        wanted = min(<int>SL_GROUP, games - played)
        if 0 <= budget.max_positions < budget.positions + wanted:
            wanted = <int>max(<long long>1, budget.max_positions - budget.positions)
        if budget.charge(wanted):
            break
        with nogil:
            sl_deal(dealing, &random, cards)
            for deal in range(<int>SL_GROUP):
                for place in range(STANDARD_CARDS):
                    ranks[place] = cards[place][deal] >> 2
                    suits[place] = cards[place][deal] & 3
                if one_by_one:
                    with gil:
                        least[deal] = least_left(ranks[:STANDARD_CARDS], suits[:STANDARD_CARDS])
                    continue
                sl_match(&matches, deal % SL_DEALS, STANDARD_CARDS, ranks, suits)
                if deal % SL_DEALS == SL_DEALS - 1:
                    sl_least(STANDARD_CARDS, &matches, least + deal + 1 - SL_DEALS)
            for deal in range(wanted):
                histogram[least[deal]] += 1
        played += wanted
    return tuple(histogram)


# -------------------------------------------------------------------------------------------------------------- redeals

# With redeals: all positions of the passes but the last, each met once.
#
# The search goes as deep as it can: `draw` or `redeal` first, then `pair`, then `four`.
# games/single_left/ledger.md, *redeals under optional discarding*, says what it proves.


MOST_REDEALS = 1 << 62

cdef enum:
    CARDS = ROWS - 1
    WINDOW = 4
    FIRST_FRAMES = 1 << 7
    # A key: the cards of the deck, the redeals, the hand.
    KEY = 16 + CARDS
    START = 4           # the move to the first position


# A position on the line being searched: the move that led to it, the cards it removed, the next move to try.
cdef struct Frame:
    uint8_t move
    uint8_t gone[WINDOW]
    uint8_t tried


@cython.no_gc_clear
cdef class Search:
    """A search for the least number of cards that can be left from a position with redeals to go.

    `ranks` and `suits` give the whole deal, at most MOST_CARDS cards; `hand` (oldest first) and `deck` (next card
    first, in the order of the deal) are places in it, 0-based; all other cards are discards. `redeals` is 1 to
    MOST_REDEALS. A `forgetful` search empties its table when memory ends. Raises ValueError for anything else.

    `least` is the least number of cards left that has been found. `moves` leads to the position from which `least` can
    be left without another redeal: bytes, 0 draw, 1 pair, 2 four, 3 redeal.
    """

    cdef Budget budget
    cdef ExactTable seen
    cdef bytes rank_bytes
    cdef bytes suit_bytes
    cdef const uint8_t *ranks
    cdef const uint8_t *suits
    cdef uint64_t every         # the cards of the deal, and those of the deck, by place
    cdef uint64_t deck
    cdef int64_t redeals
    cdef uint8_t hand[CARDS + WINDOW]
    cdef int held
    cdef Frame *frames
    cdef int64_t depth          # of the current position; -1 before the first and behind the last
    cdef int64_t room
    cdef readonly int least
    cdef readonly bytes moves

    def __cinit__(
        self, bytes ranks, bytes suits, hand: Sequence[int], deck: Sequence[int], int64_t redeals,
        Budget budget not None, bint forgetful,
    ) -> None:
        cdef int place
        if len(ranks) != len(suits) or len(ranks) > MOST_CARDS:
            raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {MOST_CARDS}")
        if not 0 < redeals <= MOST_REDEALS or list(deck) != sorted(deck):
            raise ValueError("this search takes positions with redeals to go and the deck in the order of the deal")
        self.every = bit(len(ranks)) - 1
        for place in (*hand, *deck):
            if not 0 <= place < len(ranks):
                raise ValueError(f"place {place} is not one of the {len(ranks)} cards")
        for place in deck:
            self.deck |= bit(place)
        for place in hand:
            self.hand[self.held] = place
            self.held += 1
        self.rank_bytes, self.suit_bytes = ranks, suits
        self.ranks, self.suits = ranks, suits
        self.redeals = redeals
        self.budget = budget
        self.seen = ExactTable(budget, forgetful)
        self.depth = -1
        self.moves = b""
        # The least that is left if no redeal is made, which the polynomial kernel finds at once.
        self.least = self._least_of(self.deck)

    def __dealloc__(self):
        if self.budget is not None:
            self.budget.release(self.room * <int64_t>sizeof(Frame))
        free(self.frames)

    def run(self, int enough) -> bool:
        """Visit positions until `least` is at most `enough` or all are visited; return False if a limit ended it.

        After True, no line leaves fewer than `least` cards, unless `least` is at most `enough`. Each position visited
        for the first time costs one position of the budget.
        """
        cdef bint done
        with nogil:
            done = self._run(enough)
        return done

    cdef bint _run(self, int enough) except -1 nogil:
        cdef int entered
        if self.least <= enough:
            return True
        entered = self._enter(START)
        while entered >= 0 and self.depth >= 0 and self.least > enough:
            if not entered:
                self._leave()
            entered = self._go_on()
        return entered >= 0

    cdef int _enter(self, int move) except -2 nogil:
        """Enter the position after a move; return 1, 0 if it was met before, or -1 if the budget ends the search."""
        cdef uint8_t key[KEY]
        cdef Frame *frame = self._next_frame()
        if frame is NULL:
            return -1
        frame.move = move
        frame.tried = 0
        memcpy(key, &self.deck, 8)
        memcpy(key + 8, &self.redeals, 8)
        memcpy(key + 16, self.hand, self.held)
        if self.seen.look(key, 16 + self.held) >= 0:
            return 0
        if self.budget.charge(1):
            return -1
        if not self.seen.note(key, 16 + self.held, 0):
            with gil:
                self.budget.out_of_memory()
            return -1
        if not self.deck:
            self._note_end(self._least_of(0), False)
        return 1

    cdef Frame *_next_frame(self) noexcept nogil:
        """Return the frame of the next position; NULL if there is no room."""
        cdef int64_t wanted = 2 * self.room if self.room else FIRST_FRAMES
        cdef void *fresh
        if self.depth + 1 == self.room:
            fresh = self.budget.enlarged(self.frames, self.room * sizeof(Frame), wanted * sizeof(Frame))
            if fresh is NULL:
                return NULL
            self.frames = <Frame *>fresh
            self.room = wanted
        self.depth += 1
        return &self.frames[self.depth]

    cdef int _go_on(self) except -2 nogil:
        """Make the next move from the current position and enter its successor, or leave the position."""
        cdef Frame *frame = &self.frames[self.depth]
        cdef uint8_t *window = self.hand + self.held - WINDOW
        cdef uint64_t discards
        frame.tried += 1
        if frame.tried == 1:
            if self.deck:
                window[WINDOW] = lowest_bit(self.deck)
                self.deck &= self.deck - 1
                self.held += 1
                return self._enter(DRAW)
            discards = self._discards()
            if not discards:
                return 1
            if self.redeals == 1:
                self._note_end(self._least_of(discards), True)
                return 1
            self.deck = discards
            self.redeals -= 1
            return self._enter(REDEAL)
        if frame.tried == 2:
            if self.held < WINDOW or self.suits[window[0]] != self.suits[window[3]]:
                return 1
            memcpy(frame.gone, window + 1, 2)
            window[1] = window[3]
            self.held -= 2
            return self._enter(PAIR)
        if frame.tried == 3:
            if self.held < WINDOW or self.ranks[window[0]] != self.ranks[window[3]]:
                return 1
            memcpy(frame.gone, window, WINDOW)
            self.held -= WINDOW
            return self._enter(FOUR)
        self._leave()
        return 1

    cdef void _leave(self) noexcept nogil:
        """Take back the move that led to the position."""
        cdef int move = self.frames[self.depth].move
        self.depth -= 1
        if move == DRAW:
            self.held -= 1
            self.deck |= bit(self.hand[self.held])
        elif move == REDEAL:
            self.deck = 0
            self.redeals += 1
        elif move == PAIR:
            self.hand[self.held + 1] = self.hand[self.held - 1]
            memcpy(self.hand + self.held - 1, self.frames[self.depth].gone, 2)
            self.held += 2
        elif move == FOUR:
            memcpy(self.hand + self.held, self.frames[self.depth].gone, WINDOW)
            self.held += WINDOW

    cdef uint64_t _discards(self) noexcept nogil:
        """Return the discards while the deck is empty: the cards that are not held."""
        cdef uint64_t rest = self.every
        cdef int i
        for i in range(self.held):
            rest &= ~bit(self.hand[i])
        return rest

    cdef int _least_of(self, uint64_t rest) noexcept nogil:
        """Return the least that can be left from this hand and these cards as the deck, without another redeal."""
        cdef uint8_t deck[CARDS]
        cdef int size = 0
        while rest:
            deck[size] = lowest_bit(rest)
            rest &= rest - 1
            size += 1
        return least_left_of(self.ranks, self.suits, self.hand, self.held, deck, size)

    cdef int _note_end(self, int least, bint redealt) except -1 nogil:
        """Keep the least that can be left from here without another redeal, if nothing less is known."""
        # In a function of its own: one with names of Python takes the GIL in every call, for them alone.
        if least < self.least:
            self.least = least
            self._keep_moves(redealt)
        return 0

    cdef int _keep_moves(self, bint redealt) except -1 with gil:
        """Keep the moves that led to the current position."""
        cdef int64_t i
        moves = [self.frames[i].move for i in range(1, self.depth + 1)]
        self.moves = bytes([*moves, REDEAL] if redealt else moves)
        return 0
