"""The moves of Single Left, as its kernels number them."""

cdef enum:
    DRAW, PAIR, FOUR, REDEAL
