"""Lazy positions of Head Solitaire as bytes: all that decides the future, spent cards aside."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from winnow_kernels.common.bits cimport bit, lowest_bit, popcount
from winnow_kernels.head.lazy cimport State, hand_of


cdef int encode(State *state, uint8_t *key) noexcept nogil:
    """Write the state's key; return the length. No two states have the same key."""
    cdef int length = sizeof(int64_t)
    memcpy(key, &state.turn, length)
    key[length] = state.loose | state.held << 3 | state.burn << 6
    key[length + 1] = popcount(hand_of(state))
    length = _encode_blocks(&state.parted, state.held != 0, key, length + 3)
    length = _encode_blocks(state.hand, state.hand_blocks, key, length)
    length = _encode_blocks(state.pile, state.pile_blocks, key, length)
    # With the hand's cards counted above, this says where the pile ends and the discards begin.
    key[sizeof(int64_t) + 2] = length
    return _encode_blocks(state.discards, state.discard_blocks, key, length)


cdef int _encode_blocks(uint64_t *blocks, int count, uint8_t *key, int length) noexcept nogil:
    """Write the cards of each block in rising order, a byte each, the last of a block marked."""
    cdef uint64_t rest
    cdef int i
    for i in range(count):
        rest = blocks[i]
        while rest:
            key[length] = lowest_bit(rest)
            length += 1
            rest &= rest - 1
        key[length - 1] |= 0x80
    return length


cdef void decode(const uint8_t *key, int length, int spent, State *state) noexcept nogil:
    """Write the state that has this key and `spent` spent cards; it is not over."""
    cdef int at = sizeof(int64_t)
    cdef int hand_end, pile_end = key[at + 2], parted = 0
    memcpy(&state.turn, key, at)
    state.loose = key[at] & 7
    state.held = key[at] >> 3 & 7
    state.burn = key[at] >> 6
    state.spent = spent
    state.over = False
    state.live = state.parted = 0
    state.hand_blocks = state.pile_blocks = state.discard_blocks = 0
    at += 3
    hand_end = at
    if state.held:
        while not key[hand_end] & 0x80:
            hand_end += 1
        hand_end += 1
        _decode_blocks(key, at, hand_end, &state.parted, &parted, &state.live)
        at = hand_end
    hand_end += key[sizeof(int64_t) + 1]
    _decode_blocks(key, at, hand_end, state.hand, &state.hand_blocks, &state.live)
    _decode_blocks(key, hand_end, pile_end, state.pile, &state.pile_blocks, &state.live)
    _decode_blocks(key, pile_end, length, state.discards, &state.discard_blocks, &state.live)


cdef void _decode_blocks(const uint8_t *key, int at, int end, uint64_t *blocks, int *count,
                         uint64_t *live) noexcept nogil:
    cdef uint64_t block = 0
    while at < end:
        block |= bit(key[at] & 0x7F)
        if key[at] & 0x80:
            blocks[count[0]] = block
            count[0] += 1
            live[0] |= block
            block = 0
        at += 1
