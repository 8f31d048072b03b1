"""Single Left under forced discarding: one game from any position, and batches of random or numbered deals."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from winnow_kernels.common.budget cimport Budget
from winnow_kernels.common.random_words cimport next_word
from winnow_kernels.single_left.lanes cimport SL_GROUP, sl_deal, sl_play, sl_open_block, sl_random, sl_rows, sl_widest
from winnow_kernels.single_left.rules cimport (
    LONGEST_DEAL, PLACE_SHIFT, REDEAL, Game, close_game, finish, lay_out, open_game, play_pass, redeal, redeal_is_due
)

cdef enum:
    STANDARD_CARDS = 52
    STANDARD_RANKS = 13

# Memory of a move in a line: one byte in here, eight in the caller's list.
cdef enum:
    MOVE_BYTES = 9

MOST_CARDS = LONGEST_DEAL
"""The longest deal: places have 16 bits."""

BLOCK_GAMES = 1 << 16
"""The most games in one block of `random_games`."""

LANES = tuple([lanes for lanes in (1, 16, 32, 64) if lanes <= sl_widest()])
"""How many random games this processor can play at once, the most last."""


# ------------------------------------------------------------------------------------------------------------- one game

def cards_left(
    bytes ranks, bytes suits, hand: Sequence[int], deck: Sequence[int], int64_t redeals, int64_t low, int64_t high
) -> int:
    """Play one game from any position to its end; return the number of cards left.

    `ranks` and `suits` give the whole deal; `hand` (oldest first) and `deck` (next card first) are places in it,
    0-based; every other card is a discard.
    """
    cdef Game game
    open_game(&game, len(ranks), redeals, low, high)
    try:
        lay_out(&game, ranks, suits, hand, deck)
        with nogil:
            game.held = play_pass(game.hand, game.held, game.deck, game.size, NULL)
            finish(&game)
        return game.held
    finally:
        close_game(&game)


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
    open_game(&game, len(ranks), redeals, low, high)
    try:
        lay_out(&game, ranks, suits, hand, deck)
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
        close_game(&game)


# -------------------------------------------------------------------------------------------------------------- batches

cdef inline void _swap(uint32_t *deck, uint32_t i, uint32_t j) noexcept nogil:
    cdef uint32_t card = deck[i]
    deck[i] = deck[j]
    deck[j] = card


cdef void _standard_deck(uint32_t *deck) noexcept nogil:
    """Write the standard deck in canonical order: suits outside, ranks inside."""
    cdef int card
    for card in range(STANDARD_CARDS):
        deck[card] = ((card % STANDARD_RANKS) << 8) | (card // STANDARD_RANKS)


cdef void _shuffle_numbered(uint32_t *deck, uint64_t number, const uint64_t *last_fair) noexcept nogil:
    """Write the numbered deal: the canonical deck, shuffled exactly as deals are numbered.

    last_fair[i] is the greatest word that may be taken modulo i + 1 without bias.
    """
    cdef uint64_t state = number
    cdef uint64_t word
    cdef int i
    _standard_deck(deck)
    for i in range(STANDARD_CARDS - 1, 0, -1):
        word = next_word(&state)
        while word > last_fair[i]:
            word = next_word(&state)
        _swap(deck, i, <uint32_t>(word % <uint64_t>(i + 1)))


cdef int _play_shuffled(Game *game, const uint32_t *shuffled) noexcept nogil:
    """Play the 52 cards in this order; return the number of cards left."""
    cdef int place
    game.held = play_pass(game.hand, 0, shuffled, STANDARD_CARDS, NULL)
    if redeal_is_due(game):
        # Places matter to redeals only, so they are written now and the first pass is played again with them.
        for place in range(STANDARD_CARDS):
            game.deal[place] = (<uint32_t>place << PLACE_SHIFT) | shuffled[place]
        game.held = play_pass(game.hand, 0, game.deal, STANDARD_CARDS, NULL)
        finish(game)
    return game.held


cdef int _check_lanes(int lanes) except -1:
    """Return the number of lanes to use; 0 asks for the most."""
    if lanes and lanes not in LANES:
        raise ValueError(f"{lanes} games at once: this processor has {', '.join(map(str, LANES))}")
    return lanes or LANES[len(LANES) - 1]


def random_games(
    uint64_t seed, uint64_t block, int games, int64_t redeals, int64_t low, int64_t high, Budget budget not None,
    int lanes=0,
) -> tuple[int, ...]:
    """Play random deals of the standard deck; return how many ended with 0, 1, ..., 52 cards left (53 numbers).

    Every block has random numbers of its own, so blocks can be played in any order, by several threads; at most
    BLOCK_GAMES games belong to one. `lanes` games are played at once (one of LANES; 0: the most), with the same
    result for any number. Each game is charged as one position; when the budget ends, the games played so far are
    returned.
    """
    cdef sl_random random
    cdef sl_rows cards
    cdef uint8_t left[SL_GROUP]
    cdef uint32_t deck[STANDARD_CARDS]
    cdef int64_t histogram[STANDARD_CARDS + 1]
    cdef Game game
    cdef int wanted, deal, place
    cdef int played = 0
    cdef int width = _check_lanes(lanes)
    if not 0 <= games <= BLOCK_GAMES:
        raise ValueError(f"{games} games in one block: 0 to {BLOCK_GAMES}")
    memset(histogram, 0, sizeof(histogram))
    open_game(&game, STANDARD_CARDS, redeals, low, high)
    try:
        with nogil:
            sl_open_block(&random, seed, block)
            while played < games:
                wanted = min(<int>SL_GROUP, games - played)
                if 0 <= budget.max_positions < budget.positions + wanted:
                    wanted = <int>max(<long long>1, budget.max_positions - budget.positions)
                if budget.charge(wanted):
                    break
                sl_deal(width, &random, cards)
                if redeals > 0 or not sl_play(width, cards, left):
                    for deal in range(wanted):
                        for place in range(STANDARD_CARDS):
                            deck[place] = ((cards[place][deal] >> 2) << 8) | (cards[place][deal] & 3)
                        game.redeals = redeals
                        left[deal] = _play_shuffled(&game, deck)
                for deal in range(wanted):
                    histogram[left[deal]] += 1
                played += wanted
    finally:
        close_game(&game)
    return tuple(histogram)


def random_deals(uint64_t seed, uint64_t block, int games, int lanes=0) -> list[bytes]:
    """Return the deals that `random_games` plays: for each its cards in order, as bytes of rank * 4 + suit."""
    cdef sl_random random
    cdef sl_rows cards
    cdef int played
    cdef int width = _check_lanes(lanes)
    deals = []
    sl_open_block(&random, seed, block)
    for played in range(games):
        if played % SL_GROUP == 0:
            sl_deal(width, &random, cards)
        deals.append(bytes([cards[place][played % SL_GROUP] for place in range(STANDARD_CARDS)]))
    return deals


def numbered_games(
    uint64_t first, int64_t games, int64_t redeals, int64_t low, int64_t high, Budget budget not None
) -> tuple[int, ...]:
    """Play the numbered deals first, first + 1, ...; result and budget as in `random_games`."""
    cdef uint32_t deck[STANDARD_CARDS]
    cdef uint64_t last_fair[STANDARD_CARDS]
    cdef int64_t histogram[STANDARD_CARDS + 1]
    cdef Game game
    cdef uint64_t number
    cdef int64_t played
    cdef int i
    if games < 0 or games > 2**64 - first:
        raise ValueError(f"{games} deals from number {first}: numbers end at 2**64 - 1")
    for i in range(STANDARD_CARDS):
        number = i + 1
        last_fair[i] = 0 - (0 - number) % number - 1
    memset(histogram, 0, sizeof(histogram))
    open_game(&game, STANDARD_CARDS, redeals, low, high)
    try:
        with nogil:
            for played in range(games):
                if budget.charge(1):
                    break
                _shuffle_numbered(deck, first + <uint64_t>played, last_fair)
                game.redeals = redeals
                histogram[_play_shuffled(&game, deck)] += 1
    finally:
        close_game(&game)
    return tuple(histogram)
