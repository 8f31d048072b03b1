"""The numbers of Universal Solitaire's cards, and which fits below which.

Cards are 10 * suit + rank, suits E J M N S V = 0..5, ranks 1..7 M S G = 0..9.
"""

cdef enum:
    SUITS = 6
    RANKS = 10
    CARDS = 60
    COLUMNS = 6
    VENUS = 5
    GALAXY = 9


cdef inline bint fits_below(int a, int b) noexcept nogil:
    """Return whether card a fits below card b: suits are numbered from high to low; Earth alone goes below Venus."""
    cdef int suit_a = a // RANKS, suit_b = b // RANKS
    return a % RANKS + 1 == b % RANKS and (suit_a > suit_b or (suit_a == 0 and suit_b == VENUS))
