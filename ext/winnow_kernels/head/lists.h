/* Lists of melds, each a set of cards: which of them are within a set, and which cards are in the fewest of them. Eight
   melds at a time (*_by_eights), four (lists_by_fours.h) or one by one, with the same results. */

#ifndef HEAD_LISTS_H
#define HEAD_LISTS_H

#include <stdint.h>
#include <string.h>

/* HEAD_BITS: of how many melds a card is in. HEAD_BEHIND: words behind a list that may be read and written. */
enum { HEAD_BITS = 15, HEAD_BEHIND = 32 };

/* The cards that are in at least one, two and three melds. */
typedef struct {
    uint64_t one, two, three;
} head_uses;

/* Copy the melds within the set to `out`, which may be where they are, and count their uses; return their number. */
static int head_within(const uint64_t *melds, int count, uint64_t cards, uint64_t *out, head_uses *uses)
{
    uint64_t one = 0, two = 0, three = 0, meld;
    int i, found = 0;
    for (i = 0; i < count; i++) {
        meld = melds[i];
        out[found] = meld;
        /* Without a branch: whether a meld is one of the set is a toss-up. */
        found += !(meld & ~cards);
    }
    for (i = 0; i < found; i++) {
        three |= two & out[i];
        two |= one & out[i];
        one |= out[i];
    }
    uses->one = one, uses->two = two, uses->three = three;
    return found;
}

/* Copy the melds within a set that has few of them; return their number. */
static int head_few_within(const uint64_t *melds, int count, uint64_t cards, uint64_t *out)
{
    int i, found = 0;
    for (i = 0; i < count; i++)
        if (!(melds[i] & ~cards))
            out[found++] = melds[i];
    return found;
}

/* Return those of the cards whose numbers, a bit of each in a plane, are the least. */
static inline uint64_t head_least(const uint64_t *planes, uint64_t cards)
{
    int k;
    for (k = HEAD_BITS - 1; k >= 0; k--)
        if (cards & ~planes[k])
            cards &= ~planes[k];
    return cards;
}

#define RAREST(name) name
#define RAREST_WORD uint64_t
#define RAREST_TARGET
#define RAREST_INLINE static inline
#define RAREST_LOAD(melds) (*(melds))
#define RAREST_ANY(word) ((word) != 0)
#define RAREST_HALVES 0
#define RAREST_TURNED(word, half) (word)
#define RAREST_LOWEST(word) (word)
#include "winnow_kernels/head/rarest_of.h"

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define HEAD_EIGHTS 1
#define HEAD_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512vpopcntdq,popcnt,bmi,bmi2")))
#define HEAD_INLINE HEAD_TARGET static inline __attribute__((always_inline))

/* All ones for the first `count` of eight. */
HEAD_INLINE __mmask8 head_first(int count)
{
    return count < 8 ? (__mmask8)((1 << count) - 1) : (__mmask8)0xFF;
}

/* Combine eight words by exchanging fours, pairs and single ones: afterwards each of them holds the total. */
HEAD_INLINE __m512i head_turned(__m512i eight, int half)
{
    if (half == 0)
        return _mm512_shuffle_i64x2(eight, eight, 0x4E);
    return half == 1 ? _mm512_shuffle_i64x2(eight, eight, 0xB1) : _mm512_permutex_epi64(eight, 0xB1);
}

HEAD_INLINE uint64_t head_lowest(__m512i eight)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(eight));
}

HEAD_TARGET static int
head_within_by_eights(const uint64_t *melds, int count, uint64_t cards, uint64_t *out, head_uses *uses)
{
    const __m512i without = _mm512_set1_epi64((long long)~cards);
    __m512i one = _mm512_setzero_si512(), two = one, three = one, eight, more, most;
    __mmask8 in;
    int i, half, found = 0;
    for (i = 0; i < count; i += 8) {
        eight = _mm512_loadu_si512(melds + i);
        in = _mm512_testn_epi64_mask(eight, without) & head_first(count - i);
        eight = _mm512_maskz_compress_epi64(in, eight);
        _mm512_storeu_si512(out + found, eight);
        found += __builtin_popcount(in);
        three = _mm512_or_si512(three, _mm512_and_si512(two, eight));
        two = _mm512_or_si512(two, _mm512_and_si512(one, eight));
        one = _mm512_or_si512(one, eight);
    }
    for (half = 0; half < 3; half++) {
        eight = head_turned(one, half), more = head_turned(two, half), most = head_turned(three, half);
        three = (three | most) | (two & eight) | (one & more);
        two = (two | more) | (one & eight);
        one |= eight;
    }
    uses->one = head_lowest(one), uses->two = head_lowest(two), uses->three = head_lowest(three);
    return found;
}

HEAD_TARGET static int
head_few_within_by_eights(const uint64_t *melds, int count, uint64_t cards, uint64_t *out)
{
    const __m512i without = _mm512_set1_epi64((long long)~cards);
    uint32_t in;
    int i, found = 0;
    for (i = 0; i < count; i += 32) {
        in = _mm512_testn_epi64_mask(_mm512_loadu_si512(melds + i), without);
        in |= (uint32_t)_mm512_testn_epi64_mask(_mm512_loadu_si512(melds + i + 8), without) << 8;
        in |= (uint32_t)_mm512_testn_epi64_mask(_mm512_loadu_si512(melds + i + 16), without) << 16;
        in |= (uint32_t)_mm512_testn_epi64_mask(_mm512_loadu_si512(melds + i + 24), without) << 24;
        if (count - i < 32)
            in &= ((uint32_t)1 << (count - i)) - 1;
        for (; in; in &= in - 1)
            out[found++] = melds[i + __builtin_ctz(in)];
    }
    return found;
}

#define RAREST(name) name##_by_eights
#define RAREST_WORD __m512i
#define RAREST_TARGET HEAD_TARGET
#define RAREST_INLINE HEAD_INLINE
#define RAREST_LOAD(melds) _mm512_loadu_si512(melds)
#define RAREST_ANY(word) _mm512_test_epi64_mask(word, word)
#define RAREST_HALVES 3
#define RAREST_TURNED(word, half) head_turned(word, half)
#define RAREST_LOWEST(word) head_lowest(word)
#include "winnow_kernels/head/rarest_of.h"
#endif
#endif
