"""Single Left: forced games, one or many; the least that optional discarding leaves; and partly known deals.

A card is one number: place in the deal * 65536 + rank * 256 + suit. A goal is a range: the game is won with low..high
cards left.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memset

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount, take_lowest
from winnow_kernels.common.budget cimport Budget, Rooms
from winnow_kernels.common.tables cimport ExactTable
from winnow_kernels.common.random_words cimport next_word
from winnow_kernels.single_left.rules cimport DRAW, FOUR, PAIR, REDEAL

cdef enum:
    STANDARD_CARDS = 52
    STANDARD_RANKS = 13

# Memory of a move in a line: one byte in here, eight in the caller's list.
cdef enum:
    MOVE_BYTES = 9

MOST_FORCED = LONGEST_DEAL
"""The longest deal of a forced game: places have 16 bits."""


# ------------------------------------------------------------------------------------------------------------ the rules

# The rules under forced discarding: nothing is ever chosen. They live in `play_pass` (discard what applies, else draw)
# and `finish` (redeal while one is due).

cdef enum:
    RANK = 0xFF00
    SUIT = 0x00FF
    CODE = 0xFFFF
    PLACE_SHIFT = 16
    LONGEST_DEAL = 0xFFFF
    # The greatest rank and suit; the guards take the two numbers above.
    MOST_RANK = 253

# What stands below the hand, so that a window reaching under it matches nothing: the lowest guard differs from the
# others too, since with an empty hand the window is guards only.
cdef enum:
    GUARDS = 4
    LOWEST_GUARD = 0xFFFF
    GUARD = 0xFEFE


cdef inline int play_pass(uint32_t *hand, int held, const uint32_t *deck, int size, uint8_t **moves) noexcept nogil:
    """Play until the deck is empty and no discard applies; return the number of cards in the hand.

    `moves`, if not NULL, points to where the next move is written.
    """
    cdef const uint32_t *end = deck + size
    cdef uint32_t difference
    while True:
        difference = hand[held - 4] ^ hand[held - 1]
        if not difference & RANK:
            held -= 4
            if moves != NULL:
                moves[0][0] = FOUR
                moves[0] += 1
        elif not difference & SUIT:
            hand[held - 3] = hand[held - 1]
            held -= 2
            if moves != NULL:
                moves[0][0] = PAIR
                moves[0] += 1
        elif deck != end:
            hand[held] = deck[0]
            held += 1
            deck += 1
            if moves != NULL:
                moves[0][0] = DRAW
                moves[0] += 1
        else:
            return held


cdef struct Game:
    int cards           # in the whole deal
    int held            # in the hand
    int size            # of the deck
    int64_t low         # the goal
    int64_t high
    int64_t redeals     # left
    uint32_t *deal      # every card, by place
    uint32_t *deck      # next card first
    uint32_t *hand      # oldest card first; GUARDS guards lie below
    uint32_t *mark      # an earlier hand, for the cycles of finish
    uint8_t *in_hand    # by place; scratch


cdef inline bint goal_met(const Game *game) noexcept nogil:
    return game.low <= game.held <= game.high


cdef inline bint redeal_is_due(const Game *game) noexcept nogil:
    """Return whether a game whose deck is empty continues: there are redeals and discards, and the goal is not met."""
    return game.redeals > 0 and game.held < game.cards and not goal_met(game)


cdef void redeal(Game *game) noexcept nogil:
    """Make the discards the deck, in the order of the deal. As the deck is empty, all that is not held is discards."""
    cdef int place
    memset(game.in_hand, 0, game.cards)
    for place in range(game.held):
        game.in_hand[game.hand[place] >> PLACE_SHIFT] = 1
    game.size = 0
    for place in range(game.cards):
        if not game.in_hand[place]:
            game.deck[game.size] = game.deal[place]
            game.size += 1
    game.redeals -= 1


cdef void finish(Game *game) noexcept nogil:
    """Play the redeals that are due, from an empty deck with no discard applying.

    The hand alone decides what follows, so a hand that comes back comes back for ever, without the goal: the redeals
    left then count modulo the length of that cycle (found by Brent's method).
    """
    cdef int marked = -1    # cards in the hand at the mark; -1: no mark
    cdef int64_t since = 0  # redeals since the mark
    cdef int64_t wait = 0   # redeals from this mark to the next
    while redeal_is_due(game):
        if marked == game.held and not memcmp(game.mark, game.hand, game.held * sizeof(uint32_t)):
            game.redeals %= since
            marked = -1
            wait = -1
            continue
        if since == wait:
            memcpy(game.mark, game.hand, game.held * sizeof(uint32_t))
            marked = game.held
            since = 0
            wait = 2 * wait + 1
        redeal(game)
        since += 1
        game.held = play_pass(game.hand, game.held, game.deck, game.size, NULL)


cdef void guard(uint32_t *below) noexcept nogil:
    """Write the guards that lie below a hand."""
    cdef int place
    below[0] = LOWEST_GUARD
    for place in range(1, GUARDS):
        below[place] = GUARD


cdef int open_game(Game *game, Rooms rooms, int cards, int64_t redeals, int64_t low, int64_t high) except -1:
    """Make room for a game of `cards` cards with an empty hand; `deal` and `deck` are the caller's to fill."""
    cdef size_t words = 4 * <size_t>cards + GUARDS
    game.deal = <uint32_t *>rooms.take(words * sizeof(uint32_t) + cards, 1)
    game.deck = game.deal + cards
    game.mark = game.deck + cards
    game.hand = game.mark + cards + GUARDS
    game.in_hand = <uint8_t *>(game.deal + words)
    guard(game.hand - GUARDS)
    game.cards = cards
    game.held = 0
    game.size = cards
    game.low = low
    game.high = high
    game.redeals = redeals
    return 0


cdef int read_cards(uint32_t *into, bytes ranks, bytes suits) except -1:
    """Write the cards with their places; raise ValueError for what a card's number cannot hold."""
    cdef Py_ssize_t place
    if len(ranks) != len(suits) or len(ranks) > LONGEST_DEAL:
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {LONGEST_DEAL}")
    if ranks and max(max(ranks), max(suits)) > MOST_RANK:
        raise ValueError(f"ranks and suits are numbers up to {MOST_RANK}")
    for place in range(len(ranks)):
        into[place] = <uint32_t>((place << PLACE_SHIFT) | (<int>ranks[place] << 8) | <int>suits[place])
    return 0


cdef int lay_out(Game *game, bytes ranks, bytes suits, hand, deck) except -1:
    """Set up a position; raise ValueError if a place is not in the deal, or taken twice."""
    cdef Py_ssize_t place
    read_cards(game.deal, ranks, suits)
    memset(game.in_hand, 0, game.cards)
    game.size = 0
    for place in (*hand, *deck):
        if not 0 <= place < game.cards or game.in_hand[place]:
            raise ValueError(f"place {place} is not one of the {game.cards} cards, or taken twice")
        game.in_hand[place] = 1
        if game.held < len(hand):
            game.hand[game.held] = game.deal[place]
            game.held += 1
        else:
            game.deck[game.size] = game.deal[place]
            game.size += 1
    return 0


# ------------------------------------------------------------------------------------------------------------- one game

def cards_left(
    bytes ranks, bytes suits, hand: Sequence[int], deck: Sequence[int], int64_t redeals, int64_t low, int64_t high
) -> int:
    """Play one game from any position to its end; return the number of cards left.

    `ranks` and `suits` give the whole deal; `hand` (oldest first) and `deck` (next card first) are places in it,
    0-based; every other card is a discard.
    """
    cdef Game game
    cdef Rooms rooms = Rooms(Budget())
    open_game(&game, rooms, len(ranks), redeals, low, high)
    lay_out(&game, ranks, suits, hand, deck)
    with nogil:
        game.held = play_pass(game.hand, game.held, game.deck, game.size, NULL)
        finish(&game)
    return game.held


def line_of_play(
    bytes ranks, bytes suits, hand: Sequence[int], deck: Sequence[int], int64_t redeals, int64_t low, int64_t high,
    Budget budget not None,
) -> bytes | None:
    """Return the moves of the game that `cards_left` plays: bytes, 0 draw, 1 pair, 2 four, 3 redeal.

    Every redeal is written out. One position is charged a pass and MOVE_BYTES claimed a move; None if that is too much.
    """
    cdef Game game
    cdef uint8_t *moves = NULL
    cdef uint8_t *grown
    cdef uint8_t *next_move
    cdef int64_t room = 0
    cdef int64_t used = 0
    cdef int64_t wanted
    cdef Rooms rooms = Rooms(Budget())
    open_game(&game, rooms, len(ranks), redeals, low, high)
    lay_out(&game, ranks, suits, hand, deck)
    try:
        while True:
            # A pass draws its deck, discards two cards or more at a time, and may be followed by a redeal.
            wanted = used + game.size + game.cards // 2 + 1
            if wanted > room:
                wanted *= 2
                if not budget.claim(MOVE_BYTES * (wanted - room)):
                    return None
                grown = <uint8_t *>realloc(moves, wanted)
                if grown == NULL:
                    raise MemoryError
                moves = grown
                room = wanted
            if budget.charge(1):
                return None
            next_move = moves + used
            game.held = play_pass(game.hand, game.held, game.deck, game.size, &next_move)
            used = next_move - moves
            if not redeal_is_due(&game):
                return moves[:used]
            redeal(&game)
            moves[used] = REDEAL
            used += 1
    finally:
        budget.release(MOVE_BYTES * room)
        free(moves)


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
    CODES = 256

MOST_CARDS = ROWS - 1
"""The longest deal of a game with optional discarding: a bit for every card and one for the empty table."""


cdef struct Tables:
    int cards
    uint64_t above[ROWS]      # A
    uint64_t again[ROWS]      # G
    uint64_t second[ROWS]     # A.A
    uint64_t third[ROWS]      # A.A.A: bit d says that a window "a b c d", d just drawn, can be reached
    uint64_t cleared[ROWS]    # Q: bit t says that a and the three cards on it can go, as a four, at time t
    uint64_t same_rank[ROWS]  # the cards after x of its rank
    uint64_t same_suit[ROWS]


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
        joined |= rows[take_lowest(&members)]
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
        a = take_lowest(&firsts)
        if not tables.cleared[a] >> drawn & 1:
            continue
        lasts = tables.third[a] & tables.same_rank[a]
        while True:
            d = take_lowest(&lasts)
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
        b = take_lowest(&seconds)
        if not tables.second[b] >> d & 1:
            continue
        thirds = tables.above[b]
        while True:
            c = take_lowest(&thirds)
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
    if len(ranks) != len(suits) or len(ranks) > MOST_CARDS:
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {MOST_CARDS}")
    _lay_out(&tables, ranks, suits, len(ranks))
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


# -------------------------------------------------------------------------------------------------------------- batches

cdef void _shuffle_numbered(uint32_t *deck, uint64_t number, const uint64_t *last_fair) noexcept nogil:
    """Write the numbered deal: the standard deck, by suits and then by ranks, shuffled exactly as deals are numbered.

    last_fair[i] is the greatest word that may be taken modulo i + 1 without bias.
    """
    cdef uint64_t state = number
    cdef uint64_t word
    cdef int i, j
    for i in range(STANDARD_CARDS):
        deck[i] = ((i % STANDARD_RANKS) << 8) | (i // STANDARD_RANKS)
    for i in range(STANDARD_CARDS - 1, 0, -1):
        word = next_word(&state)
        while word > last_fair[i]:
            word = next_word(&state)
        j = <int>(word % <uint64_t>(i + 1))
        deck[i], deck[j] = deck[j], deck[i]


def numbered_games(uint64_t first, int64_t games, Budget budget not None, bint optional=False) -> tuple[int, ...]:
    """Play the numbered deals first, first + 1, ... without redeals; return how many leave 0, 1, ..., 52 cards.

    With `optional` discarding that is the least that can be left. Each game is charged as one position; when the budget
    ends, those played so far are returned. ValueError for numbers beyond 2**64 - 1.
    """
    cdef uint32_t cards[STANDARD_CARDS]
    cdef uint32_t hand[GUARDS + STANDARD_CARDS]
    cdef uint64_t last_fair[STANDARD_CARDS]
    cdef int64_t histogram[STANDARD_CARDS + 1]
    cdef uint8_t ranks[STANDARD_CARDS]
    cdef uint8_t suits[STANDARD_CARDS]
    cdef uint8_t deck[STANDARD_CARDS]
    cdef uint64_t number
    cdef int64_t played
    cdef int place
    if games < 0 or games > 2**64 - first:
        raise ValueError(f"{games} deals from number {first}: numbers end at 2**64 - 1")
    for place in range(STANDARD_CARDS):
        deck[place] = place
        number = place + 1
        last_fair[place] = 0 - (0 - number) % number - 1
    memset(histogram, 0, sizeof(histogram))
    guard(hand)
    with nogil:
        for played in range(games):
            if budget.charge(1):
                break
            _shuffle_numbered(cards, first + <uint64_t>played, last_fair)
            if not optional:
                histogram[play_pass(hand + GUARDS, 0, cards, STANDARD_CARDS, NULL)] += 1
                continue
            for place in range(STANDARD_CARDS):
                ranks[place] = cards[place] >> 8
                suits[place] = cards[place] & SUIT
            histogram[least_left_of(ranks, suits, NULL, 0, deck, STANDARD_CARDS)] += 1
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


cdef class Search:
    """A search for the least number of cards that can be left from a position with redeals to go.

    `ranks` and `suits` give the whole deal, at most MOST_CARDS cards; `hand` (oldest first) and `deck` (next card
    first, in the order of the deal) are places in it, 0-based; all other cards are discards. `redeals` is 1 to
    MOST_REDEALS. A `forgetful` search empties its table when memory ends. Raises ValueError for anything else.

    `least` is the least number of cards left that has been found. `moves` leads to the position from which `least` can
    be left without another redeal: bytes, 0 draw, 1 pair, 2 four, 3 redeal.
    """

    cdef Budget budget
    cdef Rooms rooms
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
    cdef long long room
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
        self.rooms = Rooms(budget)
        self.seen = ExactTable(budget, forgetful)
        self.depth = -1
        self.moves = b""
        # The least that is left if no redeal is made, which the polynomial kernel finds at once.
        self.least = self._least_of(self.deck)

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
        cdef Frame *frame
        self.depth += 1
        if self.depth == self.room and not self.rooms.double(<void **>&self.frames, &self.room, sizeof(Frame), FIRST_FRAMES):
            return -1
        frame = &self.frames[self.depth]
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
            deck[size] = take_lowest(&rest)
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


# ---------------------------------------------------------------------------------------- what any completion can reach

# What optional discarding can bring a partly known deal to: a bound on every completion. No partly known deal has
# redeals here, but that of a forced game.
#
# The relations A, G and Q above, with one node for each card that is known and, for each one that is not, a
# node for every suit that it may have. An unknown card matches every card that one of its possible cards matches, so the
# least left by these relations is at most that of any completion; if unknown cards match nothing (`add_blank`), it is at
# least that. games/single_left/ledger.md, `completion-bound`, has the argument.


cdef enum:
    LONGEST_BOUND = 63          # cards: times are bits of a word
    BOUND_SUITS = 4
    BOUND_RANKS = 16
    NODE_WORDS = 4              # room for the empty table and 63 cards of four suits
    MOST_NODES = 64 * NODE_WORDS
    NO_SUIT = 255


cdef struct Bound:
    int nodes                           # node 0 is the empty table, then by time
    int end                             # the time when all cards are drawn
    uint8_t time[MOST_NODES]            # the number of cards drawn when this one is
    uint8_t suit[MOST_NODES]
    uint8_t unknown[MOST_NODES]
    uint16_t ranks[MOST_NODES]          # a bit for each rank that the card may have
    uint64_t above[MOST_NODES][NODE_WORDS]      # A, by node
    uint64_t second[MOST_NODES][NODE_WORDS]     # A.A
    uint64_t again[MOST_NODES]                  # G, by time
    uint64_t cleared[MOST_NODES]                # Q, by time


cdef void open_bound(Bound *bound) noexcept nogil:
    """Start with the empty table; cards are added in the order in which they are drawn."""
    bound.nodes = 0
    bound.end = 0
    _add_node(bound, NO_SUIT, 0, False)


cdef void _add_node(Bound *bound, int suit, int ranks, bint unknown) noexcept nogil:
    cdef int node = bound.nodes
    bound.time[node] = bound.end
    bound.suit[node] = suit
    bound.ranks[node] = ranks
    bound.unknown[node] = unknown
    bound.nodes += 1


cdef void add_card(Bound *bound, int suit, int ranks, bint unknown) noexcept nogil:
    """Add a card of this suit, of the one rank or, if it is unknown, of any that is left: a bit for each in `ranks`."""
    bound.end += 1
    _add_node(bound, suit, ranks, unknown)


cdef void add_unknown(Bound *bound, const uint16_t *spare_ranks) noexcept nogil:
    """Add a card that may be any of those left: spare_ranks[suit] has a bit for each."""
    cdef int suit
    bound.end += 1
    for suit in range(BOUND_SUITS):
        if spare_ranks[suit]:
            _add_node(bound, suit, spare_ranks[suit], True)


cdef void relate(Bound *bound) noexcept nogil:
    """Fill the relations, from the last node to the first."""
    cdef uint64_t third[NODE_WORDS]
    cdef uint64_t again, members
    cdef int words = (bound.nodes + 63) // 64
    cdef int x, m, d, word, suit
    cdef bint reached, alone
    for x in range(bound.nodes - 1, -1, -1):
        suit = bound.suit[x]
        # Two unknown cards cannot both be the one card that is left of a suit.
        alone = bound.unknown[x] and not bound.ranks[x] & (bound.ranks[x] - 1)
        again = bit(bound.time[x])
        for word in range(words):
            bound.above[x][word] = bound.second[x][word] = third[word] = 0
        bound.cleared[x] = 0
        for m in range(x + 1, bound.nodes):
            if bound.time[m] == bound.time[x]:
                continue
            reached = again >> (bound.time[m] - 1) & 1
            if not reached and suit == bound.suit[m] and suit != NO_SUIT and third[m >> 6] >> (m & 63) & 1:
                reached = not (alone and bound.unknown[m])
            if reached:
                bound.above[x][m >> 6] |= bit(m & 63)
                again |= bound.cleared[m]
                for word in range(words):
                    third[word] |= bound.second[m][word]
                    bound.second[x][word] |= bound.above[m][word]
        bound.again[x] = again
        for word in range(words):
            members = third[word]
            d = 64 * word
            while members:
                # Cards of one rank differ in suit.
                if members & 1 and bound.ranks[x] & bound.ranks[d] and suit != bound.suit[d]:
                    bound.cleared[x] |= bound.again[d]
                members >>= 1
                d += 1


cdef bint can_leave(const Bound *bound, int most) noexcept nogil:
    """Return whether, by the relations, `most` cards or fewer can be left in the end."""
    cdef uint64_t frontier[NODE_WORDS]
    cdef uint64_t following[NODE_WORDS]
    cdef int words = (bound.nodes + 63) // 64
    cdef int left, x, word
    memset(frontier, 0, sizeof(frontier))
    frontier[0] = 1
    for left in range(most + 1):
        memset(following, 0, sizeof(following))
        for x in range(bound.nodes):
            if frontier[x >> 6] >> (x & 63) & 1:
                if bound.again[x] >> bound.end & 1:
                    return True
                for word in range(words):
                    following[word] |= bound.above[x][word]
        for word in range(words):
            frontier[word] = following[word]
    return False


cdef int check_partly_known(bytes ranks, bytes suits, unknown, cards) except -1:
    """Raise ValueError unless this is a partly known deal: unknown places, as many cards for them, no two cards equal."""
    known = list(zip(ranks, suits))
    if not 0 < len(unknown) == len(cards):
        raise ValueError(f"{len(unknown)} unknown places and {len(cards)} cards: the numbers must be equal and not 0")
    if len(ranks) > LONGEST_BOUND or len(ranks) != len(suits):
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {LONGEST_BOUND}")
    if sorted(set(unknown)) != list(unknown) or min(unknown) < 0 or max(unknown) >= len(ranks):
        raise ValueError(f"unknown places {unknown} in a deal of {len(ranks)} cards")
    for number, place in enumerate(unknown):
        known[place] = cards[number]
    if len(set(known)) < len(known):
        raise ValueError("two cards of the deal are equal")
    if max([rank for rank, _ in known]) >= BOUND_RANKS or max([suit for _, suit in known]) >= BOUND_SUITS:
        raise ValueError(f"ranks are below {BOUND_RANKS} and suits below {BOUND_SUITS}")
    return 0


# ---------------------------------------------------------------------------------------------------- forced discarding

cdef enum:
    # Annealing accepts a completion that is d cards worse with a chance of 1 in 2 ** (d * coldness / 2).
    COLDEST = 6

cdef enum Outcome:
    NONE, FOUND, STOPPED


cdef class Completion:
    """Cards for the unknown places of a deal, in an order."""

    cdef int unknown
    cdef int order[CARDS]               # the card at each unknown place
    cdef uint64_t spare                 # bit c: card c has no place yet

    cdef void _count(self, int unknown) noexcept:
        cdef int depth
        self.unknown = unknown
        for depth in range(unknown):
            self.order[depth] = depth

    cdef void _exchange(self, int first, int second) noexcept:
        self.order[first], self.order[second] = self.order[second], self.order[first]

    cdef void _shuffle(self, uint64_t *words) noexcept:
        cdef int place
        for place in range(self.unknown - 1, 0, -1):
            self._exchange(place, next_word(words) % <uint64_t>(place + 1))

    cdef tuple _completion(self):
        return tuple([self.order[depth] for depth in range(self.unknown)])


cdef class Completions(Completion):
    """The completions of one partly known deal, and the goal: low..high cards left."""

    cdef Rooms rooms
    cdef Game game
    cdef int64_t redeals
    cdef int places[CARDS + 1]                  # the places of the unknown cards; places[unknown] is the end of the deal
    cdef uint32_t cards[CARDS]                  # the cards that may lie there, without their places
    cdef uint32_t hands[CARDS + 1][CARDS + GUARDS]  # the hand before each unknown card, guards below
    cdef int held[CARDS + 1]
    cdef uint64_t goal                          # bit n: n cards left meet it
    cdef uint64_t wanted                        # bit n: n cards left are what `search` looks for
    cdef int64_t limit                          # positions that `search` may still take; below 0: no end

    def __cinit__(
        self, bytes ranks, bytes suits, unknown: Sequence[int], cards: Sequence[tuple[int, int]], int64_t redeals,
        int64_t low, int64_t high,
    ) -> None:
        """Take the deal's ranks and suits (those at the `unknown` places mean nothing), and the cards missing there.

        `unknown` are places, ascending and 0-based; `cards` the (rank, suit) of as many different cards. Raises
        ValueError for anything else, or for more than 63 cards.
        """
        cdef int depth, left
        check_partly_known(ranks, suits, unknown, cards)
        self.rooms = Rooms(Budget())
        open_game(&self.game, self.rooms, len(ranks), redeals, low, high)
        read_cards(self.game.deal, ranks, suits)
        read_cards(self.cards, bytes([rank for rank, _ in cards]), bytes([suit for _, suit in cards]))
        self.redeals = redeals
        self._count(len(unknown))
        for depth in range(self.unknown):
            self.places[depth] = unknown[depth]
            self.cards[depth] &= CODE
        self.places[self.unknown] = self.game.cards
        self.goal = 0
        for left in range(self.game.cards + 1):
            if low <= left <= high:
                self.goal |= bit(left)
        memcpy(self.hands[0], self.game.hand - GUARDS, GUARDS * sizeof(uint32_t))
        self.held[0] = play_pass(self.hands[0] + GUARDS, 0, self.game.deal, self.places[0], NULL)

    def sample(self, int64_t games, Budget budget not None) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
        """Play random completions until one wins and one loses; return (winning, losing), each None if none did.

        A completion is a tuple that says which card stands at each unknown place. Each is charged as one position.
        """
        cdef uint64_t words = 0
        cdef int64_t game
        cdef int left
        winning = losing = None
        for game in range(games):
            if budget.charge(1) or (winning is not None and losing is not None):
                break
            self._shuffle(&words)
            left = self._play_from(0)
            if self.goal >> left & 1:
                winning = winning or self._completion()
            else:
                losing = losing or self._completion()
        return winning, losing

    def anneal(self, bint win, int rounds, int steps, Budget budget not None) -> tuple[int, ...] | None:
        """Exchange cards of random completions, preferring fewer cards away from the goal; return a winning order.

        With `win` false it looks for a losing one. Returns None if `rounds` starts of `steps` exchanges each find none,
        or the budget ends; each completion played costs one position.
        """
        cdef uint64_t words = 1
        cdef uint64_t word
        cdef int first, second, step, away, worse, now, stale, cold
        self._want(win)
        for _ in range(rounds):
            if budget.charge(1):
                return None
            self._shuffle(&words)
            now = self._away(self._play_from(0))
            stale = self.unknown
            for step in range(steps):
                if now == 0:
                    return self._completion()
                if budget.charge(1):
                    return None
                word = next_word(&words)
                first = (word & 0xFFFF) * self.unknown >> 16
                second = (word >> 16 & 0xFFFF) * self.unknown >> 16
                self._exchange(first, second)
                away = self._away(self._play_from(min(first, second, stale)))
                worse = (away - now + 1) // 2
                cold = 1 + step * COLDEST // steps
                if worse <= 0 or word >> 32 < bit(max(0, 32 - worse * cold)):
                    now = away
                    stale = self.unknown
                else:
                    self._exchange(first, second)
                    stale = min(first, second)
        return None

    def search(self, bint win, Budget budget not None, int64_t limit=-1) -> tuple[tuple[int, ...] | None, bool]:
        """Look through all completions for a winning one, or with `win` false for a losing one.

        Returns (order, whole): the completion or None, and whether the search came to its end: only then does None
        mean that there is none. It gives up when the budget ends or after `limit` positions (-1: never); each card
        tried at a place is one.
        """
        cdef Outcome outcome
        self._want(win)
        self.limit = limit
        self.spare = bit(self.unknown) - 1
        outcome = self._seek(0, budget)
        return (self._completion() if outcome == FOUND else None), outcome != STOPPED

    cdef Outcome _seek(self, int depth, Budget budget) except *:
        """Try every card at the unknown place `depth`, after those in `order` before it."""
        cdef int card
        cdef Outcome below
        if depth == self.unknown:
            return FOUND if self.wanted >> self._finish() & 1 else NONE
        for card in range(self.unknown):
            if not self.spare >> card & 1:
                continue
            if self.limit == 0 or budget.charge(1):
                return STOPPED
            self.limit -= 1
            self.spare ^= bit(card)
            self.order[depth] = card
            self._place(depth)
            below = self._seek(depth + 1, budget)
            if below != NONE:
                return below
            self.spare ^= bit(card)
        return NONE

    cdef void _want(self, bint win) noexcept:
        """Set `wanted`: the numbers of cards left that meet the goal, or those that do not."""
        cdef uint64_t all_numbers = (<uint64_t>2 << self.game.cards) - 1
        self.wanted = self.goal if win else all_numbers & ~self.goal

    cdef int _away(self, int left) noexcept:
        """Return how far `left` cards left are from the nearest wanted number."""
        cdef int distance = 0
        while distance < self.game.cards:
            if left >= distance and self.wanted >> (left - distance) & 1:
                break
            if left + distance <= self.game.cards and self.wanted >> (left + distance) & 1:
                break
            distance += 1
        return distance

    cdef void _place(self, int depth) noexcept:
        """Put the card in `order` at the unknown place `depth`, and play up to the next such place."""
        cdef int place = self.places[depth]
        cdef int held = self.held[depth]
        self.game.deal[place] = (<uint32_t>place << PLACE_SHIFT) | self.cards[self.order[depth]]
        memcpy(self.hands[depth + 1], self.hands[depth], (held + GUARDS) * sizeof(uint32_t))
        self.held[depth + 1] = play_pass(
            self.hands[depth + 1] + GUARDS, held, self.game.deal + place, self.places[depth + 1] - place, NULL
        )

    cdef int _play_from(self, int depth) noexcept:
        """Put the cards in `order` from the unknown place `depth` on; return the number of cards left."""
        while depth < self.unknown:
            self._place(depth)
            depth += 1
        return self._finish()

    cdef int _finish(self) noexcept:
        """Play the redeals that are due; return the number of cards left."""
        if self.redeals == 0:
            return self.held[self.unknown]
        self.game.held = self.held[self.unknown]
        self.game.redeals = self.redeals
        memcpy(self.game.hand, self.hands[self.unknown] + GUARDS, self.game.held * sizeof(uint32_t))
        finish(&self.game)
        return self.game.held


# -------------------------------------------------------------------------------------------------- optional discarding

cdef class OptionalCompletions(Completion):
    """The completions of one partly known deal, and the goal: low..high cards left."""

    cdef int size
    cdef int low
    cdef int high
    cdef uint8_t rank[CARDS]
    cdef uint8_t suit[CARDS]
    cdef int place_of[CARDS]            # the card in `order` that belongs to a place, -1 where the card is known
    cdef uint8_t card_rank[CARDS]
    cdef uint8_t card_suit[CARDS]
    cdef bint prune
    cdef object winning
    cdef object losing
    cdef Bound bound

    def __cinit__(
        self, bytes ranks, bytes suits, unknown: Sequence[int], cards: Sequence[tuple[int, int]], int low, int high
    ) -> None:
        """Take a deal and its missing cards as `Completions` does; raises ValueError likewise."""
        cdef int place, depth
        check_partly_known(ranks, suits, unknown, cards)
        self.size = len(ranks)
        self._count(len(unknown))
        self.low = low
        self.high = high
        for place in range(self.size):
            self.rank[place] = ranks[place]
            self.suit[place] = suits[place]
            self.place_of[place] = -1
        for depth in range(self.unknown):
            self.place_of[<int>unknown[depth]] = depth
            self.card_rank[depth], self.card_suit[depth] = cards[depth]

    def sample(self, int count, Budget budget not None) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
        """Judge random completions until one wins and one loses; return (winning, losing) as `search` does."""
        cdef uint64_t words = 0
        self.winning = self.losing = None
        for _ in range(count):
            if self._both() or budget.charge(1):
                break
            self._shuffle(&words)
            self._note(self._wins())
        return self.winning, self.losing

    def search(self, Budget budget not None, bint bound=True) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
        """Look through all completions for a winning and a losing one, until the budget ends; return (winning, losing).

        Each is None, or a tuple that says which card stands at each unknown place. Every card tried at a place is one
        position. `bound` is the technique completion-bound.
        """
        self.prune = bound
        self.winning = self.losing = None
        self.spare = bit(self.unknown) - 1
        self._seek(0, budget)
        return self.winning, self.losing

    cdef bint _seek(self, int depth, Budget budget) except -1:
        """Try every card at the unknown place `depth`; True means: stop, both kinds are known or the budget is spent."""
        cdef int card
        if depth == self.unknown:
            return self._note(self._wins())
        if self.prune:
            self._relate(depth, False)
            if not can_leave(&self.bound, self.high):
                self._fill(depth)
                return self._note(False)
            if self.low == 0:
                self._relate(depth, True)
                if can_leave(&self.bound, self.high):
                    self._fill(depth)
                    return self._note(True)
        for card in range(self.unknown):
            if not self.spare >> card & 1:
                continue
            if budget.charge(1):
                return True
            self.spare ^= bit(card)
            self.order[depth] = card
            if self._seek(depth + 1, budget):
                return True
            self.spare ^= bit(card)
        return False

    cdef void _relate(self, int depth, bint blank) noexcept:
        """Relate the cards, those from the unknown place `depth` on as any that is left, or as cards without a match."""
        cdef uint16_t spare_ranks[BOUND_SUITS]
        cdef int place, card
        memset(spare_ranks, 0, sizeof(spare_ranks))
        for card in range(self.unknown):
            if self.spare >> card & 1:
                spare_ranks[self.card_suit[card]] |= 1 << self.card_rank[card]
        open_bound(&self.bound)
        for place in range(self.size):
            if self.place_of[place] < 0:
                add_card(&self.bound, self.suit[place], 1 << self.rank[place], False)
            elif self.place_of[place] < depth:
                card = self.order[self.place_of[place]]
                add_card(&self.bound, self.card_suit[card], 1 << self.card_rank[card], False)
            elif blank:
                # It matches nothing.
                add_card(&self.bound, NO_SUIT, 0, False)
            else:
                add_unknown(&self.bound, spare_ranks)
        relate(&self.bound)

    cdef bint _wins(self) noexcept:
        """Return whether the completion in `order` wins."""
        self._relate(self.unknown, False)
        return can_leave(&self.bound, self.high) and (self.low == 0 or not can_leave(&self.bound, self.low - 1))

    cdef void _fill(self, int depth) noexcept:
        """Complete `order` from `depth` on, anyhow."""
        cdef int card
        for card in range(self.unknown):
            if self.spare >> card & 1:
                self.order[depth] = card
                depth += 1

    cdef bint _note(self, bint won):
        """Keep the completion in `order`, if it is the first of its kind; tell whether both kinds are known."""
        if won:
            self.winning = self.winning or self._completion()
        else:
            self.losing = self.losing or self._completion()
        return self._both()

    cdef bint _both(self):
        return self.winning is not None and self.losing is not None


# ---------------------------------------------------------------------------------------------------------- suits first

# Forced discarding without redeals, searched by what play can see of a card.
#
# At an unknown place only the suit is chosen; which card of that suit it is stays open until it makes a four. What is
# searched are courses of play, of which there are far fewer than completions. games/single_left/ledger.md, `suits-first`,
# has the argument.


cdef enum:
    # A card is rank * 4 + suit; the u-th unknown card is OPEN + u as long as its rank is open.
    OPEN = 64
    NO_RANK = 255
    KEY_HEAD = 3 * BOUND_SUITS


cdef class SuitSearch:
    """The courses that play of one partly known deal can take, and the goal: low..high cards left."""

    cdef int size
    cdef int unknown
    cdef object cards
    cdef uint8_t deal[CARDS]
    cdef uint64_t goal                      # bit n: n cards left meet it
    cdef uint64_t wanted                    # bit n: n cards left are what is looked for
    cdef int most                           # the most cards left that are wanted, or -1 if `wanted` is no such range
    cdef uint16_t spare[BOUND_SUITS]        # ranks of the missing cards that no unknown card is known to be
    cdef int waiting[BOUND_SUITS]           # unknown cards of this suit whose rank is open
    cdef uint8_t suit_of[CARDS]             # of each unknown card on this branch
    cdef uint8_t rank_of[CARDS]             # NO_RANK while open
    cdef uint8_t differ[CARDS][2]           # pairs of cards of this branch that were seen to differ in rank
    cdef int differing
    cdef bint unreal                        # a course as wanted was met that no completion takes
    cdef int64_t limit
    cdef bint prune
    cdef ExactTable failed
    cdef Budget budget
    cdef Bound bound

    def __cinit__(
        self, bytes ranks, bytes suits, unknown: Sequence[int], cards: Sequence[tuple[int, int]], int low, int high
    ) -> None:
        """Take a deal and its missing cards as `Completions` does; raises ValueError likewise."""
        cdef int place, left
        check_partly_known(ranks, suits, unknown, cards)
        self.size = len(ranks)
        self.unknown = len(unknown)
        self.cards = {card: number for number, card in enumerate(cards)}
        for place in range(self.size):
            self.deal[place] = <int>ranks[place] * BOUND_SUITS + <int>suits[place]
        for place in range(self.unknown):
            self.deal[<int>unknown[place]] = OPEN + place
        for left in range(self.size + 1):
            if low <= left <= high:
                self.goal |= bit(left)
        self.most = high

    def search(
        self, bint win, Budget budget not None, int64_t limit=-1, bint memo=True, bint bound=True
    ) -> tuple[tuple[int, ...] | None, bool]:
        """Look for a winning completion, or with `win` false for a losing one; arguments and result as in Completions.

        `memo` and `bound` are the techniques completion-memo and completion-bound. Each suit chosen, each four made of an unknown card, and each card tried to complete a course is one position.
        """
        cdef uint8_t hand[CARDS]
        cdef Outcome outcome
        cdef int most = self.most
        memset(self.spare, 0, sizeof(self.spare))
        memset(self.waiting, 0, sizeof(self.waiting))
        memset(self.rank_of, NO_RANK, sizeof(self.rank_of))
        for rank, suit in self.cards:
            self.spare[<int>suit] |= 1 << <int>rank
        self.wanted = self.goal if win else ((<uint64_t>2 << self.size) - 1) & ~self.goal
        self.most = most if win else -1
        self.differing = 0
        self.unreal = False
        self.limit = limit
        self.prune = bound
        self.budget = budget
        self.failed = ExactTable(budget) if memo else None
        try:
            outcome = self._draw(hand, 0, 0)
        finally:
            self.failed = None
            self.most = most
        order = None
        if outcome == FOUND:
            order = tuple([self.cards[self.rank_of[card], self.suit_of[card]] for card in range(self.unknown)])
        return order, outcome != STOPPED

    cdef bint _charge(self) except -1:
        """Count a position; True means: stop."""
        if self.limit == 0 or self.budget.charge(1):
            return True
        self.limit -= 1
        return False

    cdef int _suit(self, int card) noexcept:
        return self.suit_of[card - OPEN] if card >= OPEN else card % BOUND_SUITS

    cdef int _ranks(self, int card) noexcept:
        """Return the ranks that the card may have."""
        return self.spare[self.suit_of[card - OPEN]] if card >= OPEN else 1 << (card // BOUND_SUITS)

    cdef Outcome _settle(self, uint8_t *hand, int held, int drawn) except *:
        """Continue from a hand with a new last card: make the discards that apply, then draw the next card."""
        cdef uint8_t copy[CARDS]
        cdef int first = 0, last = 0, both, rank
        cdef bint seen = False
        cdef Outcome outcome
        while held >= 4:
            first = hand[held - 4]
            last = hand[held - 1]
            if self._suit(first) == self._suit(last):
                # Two different cards of a suit differ in rank.
                hand[held - 3] = last
                held -= 2
                continue
            both = self._ranks(first) & self._ranks(last)
            if first < OPEN and last < OPEN:
                # A four uncovers a window that was looked at when its last card was new: nothing applies there.
                return self._draw(hand, held - 4 if both else held, drawn)
            rank = 0
            while both >> rank:
                if both >> rank & 1:
                    if self._charge():
                        return STOPPED
                    self._name(first, rank)
                    self._name(last, rank)
                    memcpy(copy, hand, held)
                    outcome = self._draw(copy, held - 4, drawn)
                    if outcome != NONE:
                        return outcome
                    self._unname(first)
                    self._unname(last)
                rank += 1
            seen = True
            break
        if seen:
            self.differ[self.differing][0] = first
            self.differ[self.differing][1] = last
            self.differing += 1
        outcome = self._draw(hand, held, drawn)
        if seen:
            self.differing -= 1
        return outcome

    cdef void _name(self, int card, int rank) noexcept:
        """Let an open card have this rank."""
        if card >= OPEN:
            self.rank_of[card - OPEN] = rank
            self.spare[self._suit(card)] ^= 1 << rank
            self.waiting[self._suit(card)] -= 1

    cdef void _unname(self, int card) noexcept:
        if card >= OPEN:
            self.spare[self._suit(card)] ^= 1 << self.rank_of[card - OPEN]
            self.waiting[self._suit(card)] += 1
            self.rank_of[card - OPEN] = NO_RANK

    cdef Outcome _draw(self, uint8_t *hand, int held, int drawn) except *:
        """Continue from a hand to which no discard applies, after `drawn` cards."""
        cdef uint8_t copy[CARDS]
        cdef uint8_t key[KEY_HEAD + CARDS]
        cdef int suit, card
        cdef int length = 0
        cdef bint unreal_before
        cdef Outcome outcome
        if drawn == self.size:
            return self._complete() if self.wanted >> held & 1 else NONE
        card = self.deal[drawn]
        if card < OPEN:
            hand[held] = card
            return self._settle(hand, held + 1, drawn + 1)
        if self.failed is not None:
            length = self._key(hand, held, key)
            if self.failed.look(key, length) >= 0:
                return NONE
        unreal_before = self.unreal
        self.unreal = False
        if not self.prune or self._may_reach(hand, held, drawn):
            for suit in range(BOUND_SUITS):
                if self.waiting[suit] >= popcount(self.spare[suit]):
                    continue
                if self._charge():
                    return STOPPED
                self.waiting[suit] += 1
                self.suit_of[card - OPEN] = suit
                memcpy(copy, hand, held)
                copy[held] = card
                outcome = self._settle(copy, held + 1, drawn + 1)
                if outcome != NONE:
                    return outcome
                self.waiting[suit] -= 1
        # A course as wanted that was not real here may be real for other ranks seen on the way.
        if self.failed is not None and not self.unreal and not self.failed.note(key, length, 0):
            return STOPPED
        self.unreal = self.unreal or unreal_before
        return NONE

    cdef int _key(self, const uint8_t *hand, int held, uint8_t *key) noexcept:
        """Write all that the courses from here depend on: spare cards, open cards by suit, the hand."""
        cdef int suit, place
        memcpy(key, self.spare, 2 * BOUND_SUITS)
        for suit in range(BOUND_SUITS):
            key[2 * BOUND_SUITS + suit] = self.waiting[suit]
        for place in range(held):
            key[KEY_HEAD + place] = OPEN + self._suit(hand[place]) if hand[place] >= OPEN else hand[place]
        return KEY_HEAD + held

    cdef bint _may_reach(self, const uint8_t *hand, int held, int drawn) noexcept:
        """Return whether some course may end as wanted; False is certain."""
        cdef uint16_t choices[BOUND_SUITS]
        cdef int place, suit
        if self.most < 0:
            # No more cards can be left than are held or still to come.
            return self.wanted & ((<uint64_t>2 << (held + self.size - drawn)) - 1) != 0
        for suit in range(BOUND_SUITS):
            choices[suit] = self.spare[suit] if self.waiting[suit] < popcount(self.spare[suit]) else 0
        open_bound(&self.bound)
        for place in range(held):
            self._add(hand[place])
        for place in range(drawn, self.size):
            if self.deal[place] >= OPEN:
                add_unknown(&self.bound, choices)
            else:
                self._add(self.deal[place])
        relate(&self.bound)
        return can_leave(&self.bound, self.most)

    cdef void _add(self, int card) noexcept:
        add_card(&self.bound, self._suit(card), self._ranks(card), card >= OPEN)

    cdef Outcome _complete(self) except *:
        """Name the cards that are still open, so that all ranks seen to differ do; note if that cannot be."""
        cdef Outcome outcome = self._name_from(0)
        if outcome == NONE:
            self.unreal = True
        return outcome

    cdef Outcome _name_from(self, int card) except *:
        cdef int rank, suit
        cdef Outcome outcome
        while card < self.unknown and self.rank_of[card] != NO_RANK:
            card += 1
        if not self._ranks_differ():
            return NONE
        if card == self.unknown:
            return FOUND
        suit = self.suit_of[card]
        for rank in range(16):
            if self.spare[suit] >> rank & 1:
                if self._charge():
                    return STOPPED
                self._name(OPEN + card, rank)
                outcome = self._name_from(card + 1)
                if outcome != NONE:
                    return outcome
                self._unname(OPEN + card)
        return NONE

    cdef bint _ranks_differ(self) noexcept:
        """Return whether no two cards that were seen to differ in rank have the same, as far as they are named."""
        cdef int pair, first, second
        for pair in range(self.differing):
            first = self._rank(self.differ[pair][0])
            second = self._rank(self.differ[pair][1])
            if first == second != NO_RANK:
                return False
        return True

    cdef int _rank(self, int card) noexcept:
        return self.rank_of[card - OPEN] if card >= OPEN else card // BOUND_SUITS
