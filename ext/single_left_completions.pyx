"""The completions of a partly known deal of Single Left under forced discarding, played one and all."""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from ext.budget cimport Budget
from ext.single_left_rules cimport (
    CODE, GUARDS, PLACE_SHIFT, Game, close_game, finish, goal_met, open_game, play_pass, read_cards
)


cdef struct Completions:
    Game game               # deal: the known cards; the unknown ones are filled in along the branch
    int64_t redeals
    int unknown
    int *places             # of the unknown cards; places[unknown] is the end of the deal
    uint32_t *cards         # that may stand there, without place
    uint32_t *hands         # the hand before each unknown card, one below the other, guards included
    uint8_t *used           # by card
    int *chosen             # card at each unknown place of this branch
    int *winning            # a copy of `chosen`, once found (else -1 first)
    int *losing


cdef bint _fill(Completions *search, int depth, const uint32_t *hand, int held, Budget budget) except -1 nogil:
    """Try every card at the unknown place `depth`; True means: stop, all is known or the budget is spent."""
    cdef Game *game = &search.game
    cdef uint32_t *after
    cdef int *found
    cdef int place, card, left
    if depth == search.unknown:
        memcpy(game.hand, hand, held * sizeof(uint32_t))
        game.held = held
        game.redeals = search.redeals
        finish(game)
        found = search.winning if goal_met(game) else search.losing
        if found[0] < 0:
            memcpy(found, search.chosen, search.unknown * sizeof(int))
        return search.winning[0] >= 0 and search.losing[0] >= 0
    place = search.places[depth]
    after = search.hands + <size_t>(depth + 1) * (game.cards + GUARDS) + GUARDS
    for card in range(search.unknown):
        if search.used[card]:
            continue
        if budget.charge(1):
            return True
        search.used[card] = 1
        search.chosen[depth] = card
        game.deal[place] = (<uint32_t>place << PLACE_SHIFT) | search.cards[card]
        memcpy(after - GUARDS, hand - GUARDS, (held + GUARDS) * sizeof(uint32_t))
        left = play_pass(after, held, game.deal + place, search.places[depth + 1] - place, NULL)
        if _fill(search, depth + 1, after, left, budget):
            return True
        search.used[card] = 0
    return False


def search_completions(
    bytes ranks, bytes suits, unknown, cards, int64_t redeals, int64_t low, int64_t high, Budget budget not None,
    bint need_winning=True, bint need_losing=True,
):
    """Play every completion of a partly known deal until one wins and one loses; return (winning, losing).

    `unknown` are the places (ascending, 0-based) whose `ranks` and `suits` mean nothing; `cards` the (rank, suit) of
    as many cards. A completion is a tuple saying which of `cards` stands at each place; None if there is none, or
    none was found before the budget stopped. A kind not needed is not kept; completions are tried in lexicographic
    order, and each card tried is charged as one position.
    """
    cdef Completions search
    cdef Game *game = &search.game
    cdef int depth
    cdef uint32_t *deal
    if not unknown or len(cards) != len(unknown):
        raise ValueError(f"{len(unknown)} unknown places and {len(cards)} cards: as many of both, and at least one")
    search.unknown = len(unknown)
    search.redeals = redeals
    search.places = NULL
    search.hands = NULL
    search.used = NULL
    open_game(game, len(ranks), redeals, low, high)
    try:
        read_cards(game.deal, ranks, suits)
        search.places = <int *>malloc((4 * search.unknown + 1) * sizeof(int))
        search.hands = <uint32_t *>malloc(
            (<size_t>(search.unknown + 1) * (game.cards + GUARDS) + search.unknown) * sizeof(uint32_t)
        )
        search.used = <uint8_t *>malloc(search.unknown)
        if search.places == NULL or search.hands == NULL or search.used == NULL:
            raise MemoryError
        search.chosen = search.places + search.unknown + 1
        search.winning = search.chosen + search.unknown
        search.losing = search.winning + search.unknown
        search.cards = search.hands + <size_t>(search.unknown + 1) * (game.cards + GUARDS)
        memset(search.used, 0, search.unknown)
        read_cards(search.cards, bytes([rank for rank, _ in cards]), bytes([suit for _, suit in cards]))
        for depth in range(search.unknown):
            search.cards[depth] &= CODE
            search.places[depth] = unknown[depth]
            if not (0 if depth == 0 else search.places[depth - 1] + 1) <= search.places[depth] < game.cards:
                raise ValueError(f"unknown places {unknown} in a deal of {game.cards} cards")
        search.places[search.unknown] = game.cards
        # A kind that is not needed counts as found already.
        search.winning[0] = -1 if need_winning else 0
        search.losing[0] = -1 if need_losing else 0
        memcpy(search.hands, game.hand - GUARDS, GUARDS * sizeof(uint32_t))
        deal = search.hands + GUARDS
        with nogil:
            game.held = play_pass(deal, 0, game.deal, search.places[0], NULL)
            _fill(&search, 0, deal, game.held, budget)
        return (
            tuple([search.winning[depth] for depth in range(search.unknown)])
            if need_winning and search.winning[0] >= 0 else None,
            tuple([search.losing[depth] for depth in range(search.unknown)])
            if need_losing and search.losing[0] >= 0 else None,
        )
    finally:
        free(search.places)
        free(search.hands)
        free(search.used)
        close_game(game)
