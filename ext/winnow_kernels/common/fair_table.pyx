"""A game with cards face down, and players who look at seen cards alone: roll-outs and tree search.

Every game that is played on to estimate a move begins with a random order of the unseen cards, each order as likely as
any other. The true order is forgotten when the table is made, so no estimate can depend on it.
"""

from libc.math cimport log, sqrt
from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from winnow_kernels.common.random_words cimport next_word

cdef enum:
    NO_NODE = -1
    NO_MOVE = -1
    # The moves of a line of the tree; a game that is longer goes on naturally.
    DEEPEST = 512
    # The size of the tree at most, and the room for moves.
    MOST_SLOTS = 1 << 18
    ARMS_A_SLOT = 4


cdef struct Rivals:
    # The moves still compared, the natural one first; how much better each is, summed, and its square.
    int living
    int64_t games
    int moves[MOST_MOVES]
    double gain[MOST_MOVES]
    double square[MOST_MOVES]


cdef struct Node:
    uint64_t view
    int64_t first
    int64_t visits
    int arms
    int natural


cdef struct Arm:
    int64_t visits
    double total


cdef struct Tree:
    # Nodes by hash of the view (no arms: free), and the arms of all nodes one after the other.
    Node *nodes
    Arm *arms
    int64_t slots
    int64_t made
    int64_t used
    int64_t room
    double curiosity


cdef uint64_t below(uint64_t *random, uint64_t number) noexcept nogil:
    """Return a random number below `number`, without bias."""
    cdef uint64_t unfair = (0 - number) % number
    cdef uint64_t word = next_word(random)
    while word < unfair:
        word = next_word(random)
    return word % number


cdef void _sort(uint8_t **slots, int count) noexcept nogil:
    """Sort the cards in these slots by their numbers."""
    cdef int i, j
    cdef uint8_t card
    for i in range(1, count):
        card = slots[i][0]
        j = i
        while j and slots[j - 1][0] > card:
            slots[j][0] = slots[j - 1][0]
            j -= 1
        slots[j][0] = card


cdef int fill(uint8_t *slots, cards) except -1:
    """Write the numbers of cards into slots and return how many there are; ValueError for more than MOST_CARDS."""
    cdef int count = 0
    if len(cards) > MOST_CARDS:
        raise ValueError(f"{len(cards)} cards: at most {MOST_CARDS}")
    for card in cards:
        slots[count] = card
        count += 1
    return count


cdef class FairTable:
    """A position of a game as a player knows it; a game's kernel derives from it and fills it.

    A move is given by its place among the legal moves. Roll-outs and tree search seek the highest mean of
    (1 if won) + score_weight * worth, the worth being 0 to 1. `games_played` counts the games that they played on.
    """

    cdef void open(self, FairGame game, Py_ssize_t frame_size) except *:
        """Allocate the frame and the state, filled with zeros."""
        self.game = game
        self.score_weight = 1.0
        self.rooms = Rooms(Budget())
        self.frame = self.rooms.take(1, frame_size)
        self.state = self.rooms.take(1, game.size)
        self.sample = self.rooms.take(1, game.size)
        self.scratch = self.rooms.take(1, game.size)

    cdef int listed(self, int16_t *found) except -1:
        """Write the legal moves and return their number."""
        return self.game.moves(self.frame, self.state, found)

    def forget(self) -> None:
        """Sort the unseen cards: from now on the table does not know their order."""
        cdef uint8_t *slots[MOST_CARDS]
        _sort(slots, self.game.unseen(self.frame, self.state, slots))

    def moves(self) -> int:
        """Return the number of legal moves."""
        cdef int16_t found[MOST_MOVES]
        return self.listed(found)

    def natural(self) -> int:
        """Return the place of the natural player's move; -1 where that player stops."""
        cdef int16_t found[MOST_MOVES]
        cdef int count = self.listed(found)
        cdef int move = self.game.natural(self.frame, self.state)
        return -1 if move < 0 else [found[place] for place in range(count)].index(move)

    def play(self, int place) -> None:
        """Make the move at this place; raise IndexError if there is none."""
        cdef int16_t found[MOST_MOVES]
        if not 0 <= place < self.listed(found):
            raise IndexError(place)
        self.game.play(self.frame, self.state, found[place])

    def won(self) -> bool:
        """Return whether the game may end here as a win."""
        return bool(self.game.won(self.frame, self.state))

    def worth(self) -> float:
        """Return how far the game came, from 0 to 1."""
        return self.game.worth(self.frame, self.state)

    def decided(self) -> tuple[bool, float] | None:
        """Return whether a win was found from a position without unseen cards, and its value; None where that is open.

        The value is at least 1 with a win, and less without.
        """
        cdef bint won = False
        cdef double value
        if not self.decidable(self.state):
            return None
        memcpy(self.scratch, self.state, self.game.size)
        value = self.game.decide(self.frame, self.scratch, &won)
        return None if value == UNDECIDED else (bool(won), value)

    def view(self) -> int:
        """Return a hash of what the player knows."""
        return self.game.view(self.frame, self.state)

    cdef void shuffle(self, void *state) noexcept nogil:
        """Put the unseen cards of a position into a random order."""
        cdef uint8_t *slots[MOST_CARDS]
        cdef int count = self.game.unseen(self.frame, state, slots)
        cdef int i, j
        cdef uint8_t card
        for i in range(count - 1, 0, -1):
            j = <int>below(&self.random, i + 1)
            card = slots[i][0]
            slots[i][0] = slots[j][0]
            slots[j][0] = card

    cdef bint decidable(self, void *state) noexcept nogil:
        """Return whether the game values leaves, and no card of the position is unseen."""
        cdef uint8_t *slots[MOST_CARDS]
        return self.game.decide != NULL and not self.game.unseen(self.frame, state, slots)

    cdef double finish(self, void *state, bint *won) noexcept nogil:
        """Play a game naturally until every card is seen, then value it or play it to its end.

        Return its value, and whether it was won.
        """
        cdef double value
        cdef bint open = True
        cdef int move = self.game.natural(self.frame, state)
        while move >= 0:
            if open and self.decidable(state):
                value = self.game.decide(self.frame, state, won)
                if value != UNDECIDED:
                    return value
                open = False
            self.game.play(self.frame, state, move)
            move = self.game.natural(self.frame, state)
        won[0] = self.game.won(self.frame, state)
        return won[0] + self.score_weight * self.game.worth(self.frame, state)

    def played(self, int place, int64_t games, uint64_t seed, Budget budget not None) -> tuple[int, float, int]:
        """Return how many games `finish` won after the move at `place`, their mean worth, and their number.

        The same seed gives the same orders of the unseen cards for every move.
        """
        cdef int16_t found[MOST_MOVES]
        cdef int64_t game = 0
        cdef int64_t wins = 0
        cdef double total = 0
        cdef double value
        cdef bint won
        if not 0 <= place < self.listed(found):
            raise IndexError(place)
        self.random = seed
        with nogil:
            while game < games and not budget.charge(1):
                memcpy(self.scratch, self.state, self.game.size)
                self.shuffle(self.scratch)
                self.game.play(self.frame, self.scratch, found[place])
                value = self.finish(self.scratch, &won)
                total += (value - won) / self.score_weight
                wins += won
                game += 1
        return wins, total / max(<int64_t>1, game), game

    def roll_outs(self, int64_t games, double doubt, uint64_t seed, Budget budget not None) -> int:
        """Return the place of the best move, by games that the natural player plays on from each move; -1 without one.

        `games` are spread over the moves, with the same orders of the unseen cards for each. After every round the
        worse half is dropped, but not the natural player's move, which is chosen unless another is better by `doubt`
        standard errors of the mean difference. Each game is charged as one position.
        """
        return _best_move(self, NULL, games, doubt, seed, budget)

    def tree_search(self, int64_t games, double doubt, double curiosity, uint64_t seed, Budget budget not None) -> int:
        """Return the place of the best move, as `roll_outs` does, but the games follow a tree before they are played on.

        The tree's nodes are the states of knowledge after the moves compared (Pepels, Cazenave, Winands and Lanctot
        2014 call this a hybrid of sequential halving and UCT). A game goes on by a move not tried yet, the natural one
        first, else by that with the highest mean value plus `curiosity` standard bonuses; at a new node the natural
        player goes on. The tree's memory is claimed; without it the move is the natural one.
        """
        cdef Tree tree
        cdef Rooms rooms = Rooms(budget)
        try:
            _open_tree(&tree, games, curiosity, rooms)
        except MemoryError:
            return self.natural()
        return _best_move(self, &tree, games, doubt, seed, budget)


cdef int _best_move(FairTable table, Tree *tree, int64_t games, double doubt, uint64_t seed, Budget budget) except -2:
    """Return the place of the move whose games end best by sequential halving; NO_MOVE where the natural player stops."""
    cdef int16_t found[MOST_MOVES]
    cdef Rivals rivals
    cdef int count = table.listed(found)
    cdef int base = table.natural()
    cdef int rounds = 1
    cdef int64_t each
    if base == NO_MOVE or count < 2:
        return base
    table.random = seed
    if table.game.more != NULL:
        count = table.game.more(table.frame, table.state, &table.random, found, count)
    while (1 << rounds) < count:
        rounds += 1
    _begin(&rivals, count, base)
    with nogil:
        while rivals.living > 1:
            each = max(<int64_t>2, games // (rounds * rivals.living))
            if _round(table, tree, &rivals, found, each, budget):
                break
            _halve(&rivals)
    base = _chosen(&rivals, doubt)
    table.chosen = found[base]
    return base


cdef int _round(
    FairTable table, Tree *tree, Rivals *rivals, const int16_t *found, int64_t games, Budget budget
) except -1 nogil:
    """Play games from every living move and add up how much better than the first each is; 1 if the budget ends.

    Without a tree (NULL) the natural player goes on at once.
    """
    cdef int64_t game
    cdef int i, move
    cdef bint won
    cdef double first = 0
    cdef double better
    for game in range(games):
        if budget.charge(rivals.living):
            return 1
        memcpy(table.sample, table.state, table.game.size)
        table.shuffle(table.sample)
        for i in range(rivals.living):
            move = rivals.moves[i]
            memcpy(table.scratch, table.sample, table.game.size)
            table.game.play(table.frame, table.scratch, found[move])
            better = table.finish(table.scratch, &won) if tree == NULL else _walk(table, tree)
            if i == 0:
                first = better
            rivals.gain[move] += better - first
            rivals.square[move] += (better - first) * (better - first)
        rivals.games += 1
        table.games_played += rivals.living
    return 0


cdef void _begin(Rivals *rivals, int count, int base) noexcept:
    cdef int move
    memset(rivals, 0, sizeof(Rivals))
    rivals.living = count
    for move in range(count):
        rivals.moves[move] = move
    rivals.moves[0], rivals.moves[base] = base, 0


cdef void _halve(Rivals *rivals) noexcept nogil:
    """Sort the moves behind the first by their gain, and keep the better half; the last round leaves the first two."""
    cdef int i, j, move
    for i in range(2, rivals.living):
        move = rivals.moves[i]
        j = i
        while j > 1 and rivals.gain[rivals.moves[j - 1]] < rivals.gain[move]:
            rivals.moves[j] = rivals.moves[j - 1]
            j -= 1
        rivals.moves[j] = move
    rivals.living = (rivals.living + 1) // 2 if rivals.living > 2 else 1


cdef int _chosen(const Rivals *rivals, double doubt) noexcept:
    """Return the best move but the first if it is surely better than that."""
    cdef int best = rivals.moves[1]
    cdef double mean, spread
    if rivals.games < 2:
        return rivals.moves[0]
    mean = rivals.gain[best] / rivals.games
    spread = max(0.0, rivals.square[best] / rivals.games - mean * mean)
    return best if mean > doubt * sqrt(spread / rivals.games) else rivals.moves[0]


cdef int _place_of(const int16_t *found, int move) noexcept nogil:
    """Return the place of a move that is among those found."""
    cdef int place = 0
    while found[place] != move:
        place += 1
    return place


# ------------------------------------------------------------------------------------------------------------- the tree

cdef double _walk(FairTable table, Tree *tree) noexcept nogil:
    """Follow the tree from the table's scratch position, add a node, play on, note the value and return it."""
    cdef int16_t found[MOST_MOVES]
    cdef int64_t line[DEEPEST]
    cdef int depth = 0
    cdef int count, place
    cdef int64_t node
    cdef bint new = False
    cdef bint won
    cdef double value
    while depth < DEEPEST and not new and not table.decidable(table.scratch):
        place = table.game.natural(table.frame, table.scratch)
        if place < 0:
            break
        count = table.game.moves(table.frame, table.scratch, found)
        if count == 1:
            table.game.play(table.frame, table.scratch, found[0])
            continue
        node = _node(tree, table.game.view(table.frame, table.scratch), count, _place_of(found, place), &new)
        if node < 0:
            break
        place = _selected(tree, node)
        line[depth] = tree.nodes[node].first + place
        tree.nodes[node].visits += 1
        depth += 1
        table.game.play(table.frame, table.scratch, found[place])
    value = table.finish(table.scratch, &won)
    while depth:
        depth -= 1
        tree.arms[line[depth]].visits += 1
        tree.arms[line[depth]].total += value
    return value


cdef int _open_tree(Tree *tree, int64_t games, double curiosity, Rooms rooms) except -1:
    """Make room for a tree of `games` games; raises MemoryError."""
    memset(tree, 0, sizeof(Tree))
    tree.curiosity = curiosity
    tree.slots = 64
    while tree.slots < 2 * games and tree.slots < MOST_SLOTS:
        tree.slots *= 2
    tree.room = tree.slots * ARMS_A_SLOT + MOST_MOVES
    tree.nodes = <Node *>rooms.take(tree.slots, sizeof(Node))
    tree.arms = <Arm *>rooms.take(tree.room, sizeof(Arm))
    return 0


cdef int64_t _node(Tree *tree, uint64_t view, int count, int natural, bint *new) noexcept nogil:
    """Return the node of a view, made new if there is none; NO_NODE if the tree is full."""
    cdef int64_t slot = <int64_t>(view % <uint64_t>tree.slots)
    while tree.nodes[slot].arms and tree.nodes[slot].view != view:
        slot = (slot + 1) % tree.slots
    if tree.nodes[slot].arms:
        return slot if tree.nodes[slot].arms == count else NO_NODE
    if tree.used + count > tree.room or tree.made >= tree.slots // 2:
        return NO_NODE
    tree.nodes[slot] = Node(view, tree.used, 0, count, natural)
    tree.used += count
    tree.made += 1
    new[0] = True
    return slot


cdef int _selected(const Tree *tree, int64_t node) noexcept nogil:
    """Return the arm to follow: the natural one, then one not tried yet, else that with the highest bound."""
    cdef const Node *here = &tree.nodes[node]
    cdef const Arm *arms = &tree.arms[here.first]
    cdef double scale = tree.curiosity * sqrt(log(<double>here.visits + 1))
    cdef double bound
    cdef double most = -1e300
    cdef int best = here.natural
    cdef int place
    if not arms[best].visits:
        return best
    for place in range(here.arms):
        if not arms[place].visits:
            return place
        bound = arms[place].total / arms[place].visits + scale / sqrt(<double>arms[place].visits)
        if bound > most:
            most, best = bound, place
    return best
