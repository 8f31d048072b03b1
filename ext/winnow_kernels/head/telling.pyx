"""Lines of lazy positions spelled card by card: cards left open are named as the rest of the line needs them."""

from libc.stdint cimport uint64_t

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.head.lazy cimport BURN, DISCARD, KEEP, MELD, NAME, Move, State, hand_of
from winnow_kernels.head.melds cimport MOST_CARDS

_KINDS = {MELD: "meld", DISCARD: "discard", BURN: "burn"}


cdef class Telling:
    """The moves of one line, added from the first to the last."""

    def __cinit__(self):
        self._steps = []
        self._parting = None

    cdef add(self, State *before, Move *move, bint last_pass):
        """Add a move and the position before it."""
        cdef uint64_t cards = move.cards
        if move.kind == KEEP:
            return
        if move.kind == NAME:
            self._put_down(self._parted & ~move.named)
            return
        if move.kind == DISCARD:
            cards |= hand_of(before) | move.named
        if self._parting is not None and last_pass:
            # Those in hand when the pass began are those needed first.
            while popcount(self._parted) > self._down and self._parted & cards:
                self._parted &= ~bit(lowest_bit(self._parted & cards))
        elif self._parting is not None and move.kind == MELD:
            self._parted &= ~cards
            if popcount(self._parted) == self._down:
                self._put_down(self._parted)
        if move.kind == DISCARD and not last_pass:
            self._add_discard(before, move)
        else:
            self._steps.append([_KINDS[move.kind], cards, 0])

    cdef _add_discard(self, State *before, Move *move):
        cdef uint64_t cards = hand_of(before) | move.named | move.cards, joined = 0, named = move.named
        if self._parting is not None:
            if not named:
                # Any of its cards may be those put down first.
                joined = named = self._parted
                while popcount(named) > popcount(joined) - self._down:
                    named &= named - 1
            self._put_down(self._parted & ~named)
        self._steps.append(["discard", cards | named, joined])
        if move.parts:
            self._parting = len(self._steps) - 1
            self._parted, self._down = before.pile[0], before.loose

    cdef _put_down(self, uint64_t cards):
        """Say which cards of the parted block were put down before the others."""
        self._steps[self._parting][1] |= cards
        self._parting = None

    cdef list steps(self):
        """Return the line: each move as (kind, leaving, joined).

        `kind` is meld, discard or burn; `leaving` the cards that leave the hand. Where `joined` is not empty, its cards
        left with this discard and the one before, and any of them may change places.
        """
        if self._parting is not None:
            while popcount(self._parted) > self._down:
                self._parted &= self._parted - 1
            self._put_down(self._parted)
        return [(kind, _numbers(leaving), _numbers(joined)) for kind, leaving, joined in self._steps]


cdef list _numbers(uint64_t cards):
    return [card for card in range(MOST_CARDS) if cards >> card & 1]
