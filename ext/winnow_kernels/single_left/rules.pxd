"""The rules of Single Left under forced discarding, as C, for the kernels that play it: nothing is ever chosen.

They live in `play_pass` (discard what applies, else draw) and `finish` (redeal while one is due). A card is one
number: place in the deal * 65536 + rank * 256 + suit. A goal is a range: the game is won with low..high cards left.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

cdef enum:
    RANK = 0xFF00
    SUIT = 0x00FF
    CODE = 0xFFFF
    PLACE_SHIFT = 16
    LONGEST_DEAL = 0xFFFF
    # The greatest rank and suit; the guards take the two numbers above.
    MOST_RANK = 253

cdef enum:
    DRAW, PAIR, FOUR, REDEAL

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


cdef inline void redeal(Game *game) noexcept nogil:
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


cdef inline void finish(Game *game) noexcept nogil:
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


cdef inline int open_game(Game *game, int cards, int64_t redeals, int64_t low, int64_t high) except -1:
    """Allocate a game of `cards` cards with an empty hand; `deal` and `deck` are the caller's to fill."""
    cdef size_t words = 4 * <size_t>cards + GUARDS
    cdef int guard
    game.deal = <uint32_t *>malloc(words * sizeof(uint32_t) + cards)
    if game.deal == NULL:
        raise MemoryError
    game.deck = game.deal + cards
    game.mark = game.deck + cards
    game.hand = game.mark + cards + GUARDS
    game.in_hand = <uint8_t *>(game.deal + words)
    game.hand[-GUARDS] = LOWEST_GUARD
    for guard in range(1, GUARDS):
        game.hand[-guard] = GUARD
    game.cards = cards
    game.held = 0
    game.size = cards
    game.low = low
    game.high = high
    game.redeals = redeals
    return 0


cdef inline void close_game(Game *game) noexcept:
    free(game.deal)


cdef inline int read_cards(uint32_t *into, bytes ranks, bytes suits) except -1:
    """Write the cards with their places; raise ValueError for what a card's number cannot hold."""
    cdef Py_ssize_t place
    if len(ranks) != len(suits) or len(ranks) > LONGEST_DEAL:
        raise ValueError(f"{len(ranks)} ranks and {len(suits)} suits: the numbers must be equal, at most {LONGEST_DEAL}")
    if ranks and max(max(ranks), max(suits)) > MOST_RANK:
        raise ValueError(f"ranks and suits are numbers up to {MOST_RANK}")
    for place in range(len(ranks)):
        into[place] = <uint32_t>((place << PLACE_SHIFT) | (<int>ranks[place] << 8) | <int>suits[place])
    return 0


cdef inline int lay_out(Game *game, bytes ranks, bytes suits, hand, deck) except -1:
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
