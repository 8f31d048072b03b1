/* The search of ways.h in few melds, included by it once for each kind of processor. */

/* Number the cards of the set from 0, and note the melds by these numbers. */
FEW_TARGET static void FEW(few_lay_out)(few *of, const uint64_t *melds, int count, uint64_t cards)
{
    int card = 0, i;
    uint64_t rest;
#if defined(FEW_EIGHTS)
    for (rest = cards; rest; rest &= rest - 1) {
        __m512i one = _mm512_set1_epi64((long long)(rest & -rest));
        uint64_t uses = 0;
        for (i = 0; i < count; i += 8)
            uses |= (uint64_t)_mm512_test_epi64_mask(one, _mm512_loadu_si512(melds + i)) << i;
        /* Behind the melds anything may stand: it is never among those asked of. */
        of->uses[card++] = uses;
    }
    of->eights = (card + 7) / 8;
    for (; card & 7; card++)
        of->uses[card] = 0;
    for (i = 0; i < count; i++)
        of->melds[i] = (uint32_t)_pext_u64(melds[i], cards);
#else
    int places[64];
    for (rest = cards; rest; rest &= rest - 1) {
        of->uses[card] = 0;
        places[winnow_lowest_bit(rest)] = card++;
    }
    for (i = 0; i < count; i++) {
        of->melds[i] = 0;
        for (rest = melds[i] & cards; rest; rest &= rest - 1) {
            card = places[winnow_lowest_bit(rest)];
            of->uses[card] |= (uint64_t)1 << i;
            of->melds[i] |= (uint32_t)1 << card;
        }
    }
#endif
}

/* Return the melds that have any of these cards. */
FEW_INLINE uint64_t FEW(few_with)(const few *of, uint32_t cards)
{
    uint64_t melds = 0;
    for (; cards; cards &= cards - 1)
        melds |= of->uses[winnow_lowest_bit(cards)];
    return melds;
}

/* Return the cards that are in the fewest of the melds, and in *least in how many; at once if there are cards in none. */
FEW_INLINE uint32_t FEW(few_rarest)(const few *of, uint64_t among, uint32_t cards, int *least)
{
    uint32_t found = 0;
#if defined(FEW_EIGHTS)
    __m512i counts[FEW_CARDS / 8], all = _mm512_set1_epi64((long long)among);
    int i;
    for (i = 0; i < of->eights; i++)
        counts[i] = _mm512_popcnt_epi64(_mm512_and_si512(all, _mm512_loadu_si512(of->uses + 8 * i)));
    for (*least = 0;; ++*least) {
        __m512i wanted = _mm512_set1_epi64(*least);
        for (i = 0; i < of->eights; i++)
            found |= (uint32_t)_mm512_cmpeq_epi64_mask(counts[i], wanted) << 8 * i;
        found &= cards;
        if (found)
            return found;
    }
#else
    int count;
    *least = FEW_MELDS + 1;
    for (; cards; cards &= cards - 1) {
        count = FEW_COUNT_WORD(among & of->uses[winnow_lowest_bit(cards)]);
        if (count < *least) {
            *least = count;
            found = 0;
        }
        if (count == *least)
            found |= cards & -cards;
    }
    return found;
#endif
}

/* Return 1 if disjoint melds among these can leave at most `spare` of the cards, 0 if not, -1 if work ran out. */
FEW_TARGET static int FEW(few_branch)(few *of, uint64_t among, uint32_t cards, int spare)
{
    uint32_t rarest, meld, forced;
    uint64_t rest;
    int least, answer, pivot;
    for (;;) {
        if (FEW_COUNT(cards) <= spare)
            return 1;
        if (--of->work < 0)
            return -1;
        rarest = FEW(few_rarest)(of, among, cards, &least);
        if (!least) {
            spare -= FEW_COUNT(rarest);
            if (spare < 0)
                return 0;
            cards &= ~rarest;
            continue;
        }
        if (least > 1 || spare)
            break;
        /* Each of these cards needs the one meld that it is in. */
        forced = 0;
        for (rest = among & FEW(few_with)(of, rarest); rest; rest &= rest - 1) {
            meld = of->melds[winnow_lowest_bit(rest)];
            if (forced & meld)
                return 0;
            forced |= meld;
        }
        cards &= ~forced;
        among &= ~FEW(few_with)(of, forced);
    }
    pivot = winnow_lowest_bit(rarest);
    for (rest = among & of->uses[pivot]; rest; rest &= rest - 1) {
        meld = of->melds[winnow_lowest_bit(rest)];
        answer = FEW(few_branch)(of, among & ~FEW(few_with)(of, meld), cards & ~meld, spare);
        if (answer)
            return answer;
    }
    if (!spare)
        return 0;
    return FEW(few_branch)(of, among & ~of->uses[pivot], cards & ~((uint32_t)1 << pivot), spare - 1);
}

/* Return 1 if disjoint melds can leave at most `spare` of the cards, 0 if not, -1 if work ran out. The melds are all those
   of the set; `work` is how many sets may be examined; the search writes back how many are left. */
FEW_TARGET static int FEW(few_covers)(const uint64_t *melds, int count, uint64_t cards, int spare, int *work)
{
    few of;
    int answer, size = winnow_popcount(cards);
    of.work = *work;
    FEW(few_lay_out)(&of, melds, count, cards);
    answer = FEW(few_branch)(&of, count < 64 ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0,
                             size < 32 ? ((uint32_t)1 << size) - 1 : ~(uint32_t)0, spare);
    *work = of.work;
    return answer;
}
