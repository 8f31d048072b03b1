/* Going through melds, included by ways.h once for each kind of word: of one, four or eight melds.
   LANES_HALVES: how often two halves of a word are combined until each meld's place holds the total. LANES_FRONT: of
   the first `count` melds of a word those with no card of another, in front and the rest 0. */

/* Add two bits to each bit of the sums; return the carries. */
LANES_INLINE LANES_WORD LANES(head_added)(LANES_WORD *sums, LANES_WORD one, LANES_WORD other)
{
    LANES_WORD either = *sums ^ one, carries = (*sums & one) | (either & other);
    *sums = either ^ other;
    return carries;
}

/* Return those of the cards that are in the fewest melds. Writes behind the list. */
LANES_TARGET static uint64_t LANES(head_rarest)(uint64_t *melds, int count, uint64_t cards)
{
    enum { LANES = sizeof(LANES_WORD) / sizeof *melds };
    LANES_WORD sums[HEAD_BITS], pair, carry, both, other;
    uint64_t planes[HEAD_BITS] = {0};
    int i, k, half, bits = 2;
    memset(sums, 0, sizeof sums);
    memset(melds + count, 0, (4 * LANES - 1) * sizeof *melds);
    for (i = 0; i < count; i += 4 * LANES, melds += 4 * LANES) {
        /* Carries of the lower bits are added up before they are propagated. */
        pair = LANES(head_added)(sums, LANES_LOAD(melds), LANES_LOAD(melds + LANES));
        other = LANES(head_added)(sums, LANES_LOAD(melds + 2 * LANES), LANES_LOAD(melds + 3 * LANES));
        carry = LANES(head_added)(sums + 1, pair, other);
        for (k = 2; LANES_ANY(carry); k++) {
            both = sums[k] & carry;
            sums[k] ^= carry;
            carry = both;
        }
        if (k > bits)
            bits = k;
    }
    for (half = 0; half < LANES_HALVES; half++) {
        memset(&carry, 0, sizeof carry);
        for (k = 0; k <= bits && k < HEAD_BITS; k++) {
            other = LANES_TURNED(sums[k], half);
            both = (sums[k] & other) | (carry & (sums[k] | other));
            sums[k] ^= other ^ carry;
            carry = both;
        }
        bits = k;
    }
    for (k = 0; k < bits && k < HEAD_BITS; k++)
        planes[k] = LANES_LOWEST(sums[k]);
    return head_least(planes, cards);
}

#if LANES_HALVES
/* Copy the melds within the set to `out`, which may be where they are, and count their uses; return their number. */
LANES_TARGET static int
LANES(head_within)(const uint64_t *melds, int count, uint64_t cards, uint64_t *out, head_uses *uses)
{
    enum { LANES = sizeof(LANES_WORD) / sizeof *melds };
    const LANES_WORD without = LANES_ALL(~cards);
    LANES_WORD one = LANES_ALL(0), two = one, three = one, word, more, most;
    uint32_t in;
    int i, half, found = 0;
    for (i = 0; i < count; i += LANES) {
        word = LANES_FRONT(LANES_LOAD(melds + i), without, count - i, &in);
        LANES_STORE(out + found, word);
        found += __builtin_popcount(in);
        three |= two & word;
        two |= one & word;
        one |= word;
    }
    for (half = 0; half < LANES_HALVES; half++) {
        word = LANES_TURNED(one, half), more = LANES_TURNED(two, half), most = LANES_TURNED(three, half);
        three = (three | most) | (two & word) | (one & more);
        two = (two | more) | (one & word);
        one |= word;
    }
    uses->one = LANES_LOWEST(one), uses->two = LANES_LOWEST(two), uses->three = LANES_LOWEST(three);
    return found;
}

#undef LANES_ALL
#undef LANES_STORE
#undef LANES_FRONT
#endif

#undef LANES
#undef LANES_WORD
#undef LANES_TARGET
#undef LANES_INLINE
#undef LANES_LOAD
#undef LANES_ANY
#undef LANES_HALVES
#undef LANES_TURNED
#undef LANES_LOWEST
