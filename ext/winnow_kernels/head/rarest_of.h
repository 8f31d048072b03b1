/* Which cards are in the fewest melds, included by ways.h once for each kind of word: of one, four or eight melds.
   RAREST_HALVES: how often two halves of a word are added up until each meld's place holds the total. */

/* Add two bits to each bit of the sums; return the carries. */
RAREST_INLINE RAREST_WORD RAREST(head_added)(RAREST_WORD *sums, RAREST_WORD one, RAREST_WORD other)
{
    RAREST_WORD either = *sums ^ one, carries = (*sums & one) | (either & other);
    *sums = either ^ other;
    return carries;
}

/* Return those of the cards that are in the fewest melds. Writes behind the list. */
RAREST_TARGET static uint64_t RAREST(head_rarest)(uint64_t *melds, int count, uint64_t cards)
{
    enum { LANES = sizeof(RAREST_WORD) / sizeof *melds };
    RAREST_WORD sums[HEAD_BITS], pair, carry, both, other;
    uint64_t planes[HEAD_BITS] = {0};
    int i, k, half, bits = 2;
    memset(sums, 0, sizeof sums);
    memset(melds + count, 0, (4 * LANES - 1) * sizeof *melds);
    for (i = 0; i < count; i += 4 * LANES, melds += 4 * LANES) {
        /* Carries of the lower bits are added up before they are propagated. */
        pair = RAREST(head_added)(sums, RAREST_LOAD(melds), RAREST_LOAD(melds + LANES));
        other = RAREST(head_added)(sums, RAREST_LOAD(melds + 2 * LANES), RAREST_LOAD(melds + 3 * LANES));
        carry = RAREST(head_added)(sums + 1, pair, other);
        for (k = 2; RAREST_ANY(carry); k++) {
            both = sums[k] & carry;
            sums[k] ^= carry;
            carry = both;
        }
        if (k > bits)
            bits = k;
    }
    for (half = 0; half < RAREST_HALVES; half++) {
        memset(&carry, 0, sizeof carry);
        for (k = 0; k <= bits && k < HEAD_BITS; k++) {
            other = RAREST_TURNED(sums[k], half);
            both = (sums[k] & other) | (carry & (sums[k] | other));
            sums[k] ^= other ^ carry;
            carry = both;
        }
        bits = k;
    }
    for (k = 0; k < bits && k < HEAD_BITS; k++)
        planes[k] = RAREST_LOWEST(sums[k]);
    return head_least(planes, cards);
}

#undef RAREST
#undef RAREST_WORD
#undef RAREST_TARGET
#undef RAREST_INLINE
#undef RAREST_LOAD
#undef RAREST_ANY
#undef RAREST_HALVES
#undef RAREST_TURNED
#undef RAREST_LOWEST
