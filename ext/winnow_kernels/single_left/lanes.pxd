"""Random deals of the standard deck, 64 at a time: lanes.h says how."""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from "winnow_kernels/single_left/lanes.h" nogil:
    enum:
        SL_CARDS
        SL_GROUP

    ctypedef struct sl_random:
        uint64_t again

    ctypedef uint8_t sl_rows[52][64]

    void sl_open_block(sl_random *random, uint64_t seed, uint64_t block)
    int sl_widest()
    void sl_deal(int width, sl_random *random, uint8_t (*cards)[64])
    bint sl_play(int width, uint8_t (*cards)[64], uint8_t *left)
