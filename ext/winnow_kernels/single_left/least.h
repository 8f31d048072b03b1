/* The least left of a deal of Single Left under optional discarding, for eight deals of the same length at a time, in
   vectors of 64 bytes: the recurrences of search.pyx with a 64-bit word for each deal, and masks
   instead of branches. Vectors of 32 bytes were no faster than one deal after the other. */

#ifndef SINGLE_LEFT_LEAST_H
#define SINGLE_LEFT_LEAST_H

#include <stdint.h>
#include <string.h>

enum { SL_ROWS = 64, SL_DEALS = 8 };

/* For each card of each deal, numbered from 1, the later cards of its rank and of its suit. */
typedef struct {
    uint64_t same_rank[SL_ROWS][SL_DEALS];
    uint64_t same_suit[SL_ROWS][SL_DEALS];
} sl_matches;

#if defined(__GNUC__) && defined(__x86_64__)
typedef uint64_t sl_sets __attribute__((vector_size(64)));

/* All ones in the deals whose set has the member. */
#define HAS(set, member) (none - ((set) >> (member) & 1))

static __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))) void
sl_least_of_eight(int cards, const sl_matches *matches, uint8_t *least)
{
    sl_sets above[SL_ROWS], again[SL_ROWS], second[SL_ROWS], cleared[SL_ROWS];
    sl_sets up, back, two, three, gone, ranks, suits, due, four, ends, frontier, following, met, open;
    const sl_sets none = {0};
    int x, m, deal, left, waiting;
    for (x = cards; x >= 0; x--) {
        memcpy(&ranks, matches->same_rank[x], sizeof ranks);
        memcpy(&suits, matches->same_suit[x], sizeof suits);
        up = two = three = gone = none;
        back = none + ((uint64_t)1 << x);
        for (m = x + 1; m <= cards; m++) {
            due = HAS(back << 1 | (three & suits), m);
            four = HAS(three & ranks, m);
            up |= due & ((uint64_t)1 << m);
            two |= due & above[m];
            three |= due & second[m];
            back |= due & cleared[m];
            gone |= four & again[m];
        }
        above[x] = up, again[x] = back, second[x] = two, cleared[x] = gone;
    }
    ends = none;
    for (x = 0; x <= cards; x++)
        ends |= HAS(again[x], cards) & ((uint64_t)1 << x);
    frontier = none + 1;
    open = ~none;
    for (left = 0; left <= cards; left++) {
        met = open & (sl_sets)((frontier & ends) != 0);
        open &= ~met;
        waiting = 0;
        for (deal = 0; deal < SL_DEALS; deal++) {
            if (met[deal])
                least[deal] = (uint8_t)left;
            waiting |= open[deal] != 0;
        }
        if (!waiting)
            break;
        following = none;
        for (x = left; x <= cards; x++)
            following |= HAS(frontier, x) & above[x];
        frontier = following;
    }
}

#undef HAS
#endif

/* Write the least left of eight deals; for processors that `sl_widest` says have vectors of 64 bytes. */
static inline void sl_least(int cards, const sl_matches *matches, uint8_t *least)
{
#if defined(__GNUC__) && defined(__x86_64__)
    sl_least_of_eight(cards, matches, least);
#else
    (void)cards, (void)matches, (void)least;
#endif
}

#endif
