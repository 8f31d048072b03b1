/* Lists of melds, each a set of cards: which of them are within a set, and which cards are in the fewest of them. Eight
   melds at a time (*_by_eights), four (*_by_fours) or one by one, with the same results. */

#ifndef HEAD_WAYS_H
#define HEAD_WAYS_H

#include <stdint.h>
#include <string.h>
#include "winnow_kernels/common/bits.h"

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

/* Return those of the cards whose numbers, a bit of each in a plane, are the least. */
static inline uint64_t head_least(const uint64_t *planes, uint64_t cards)
{
    int k;
    for (k = HEAD_BITS - 1; k >= 0; k--)
        if (cards & ~planes[k])
            cards &= ~planes[k];
    return cards;
}

#define LANES(name) name
#define LANES_WORD uint64_t
#define LANES_TARGET
#define LANES_INLINE static inline
#define LANES_LOAD(melds) (*(melds))
#define LANES_ANY(word) ((word) != 0)
#define LANES_HALVES 0
#define LANES_TURNED(word, half) (word)
#define LANES_LOWEST(word) (word)
#include "winnow_kernels/head/lanes_of.h"

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define HEAD_EIGHTS 1
#define HEAD_TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512vpopcntdq,popcnt,bmi,bmi2")))
#define HEAD_INLINE HEAD_TARGET static inline __attribute__((always_inline))

HEAD_INLINE __m512i head_front(__m512i eight, __m512i without, int count, uint32_t *in)
{
    *in = _mm512_testn_epi64_mask(eight, without) & (count < 8 ? (1u << count) - 1 : 0xFFu);
    return _mm512_maskz_compress_epi64((__mmask8)*in, eight);
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

#define LANES(name) name##_by_eights
#define LANES_WORD __m512i
#define LANES_TARGET HEAD_TARGET
#define LANES_INLINE HEAD_INLINE
#define LANES_ALL(word) _mm512_set1_epi64((long long)(word))
#define LANES_LOAD(melds) _mm512_loadu_si512(melds)
#define LANES_STORE(melds, word) _mm512_storeu_si512(melds, word)
#define LANES_FRONT head_front
#define LANES_ANY(word) _mm512_test_epi64_mask(word, word)
#define LANES_HALVES 3
#define LANES_TURNED(word, half) head_turned(word, half)
#define LANES_LOWEST(word) head_lowest(word)
#include "winnow_kernels/head/lanes_of.h"

/* Four melds at a time, with AVX2. */

#define HEAD_FOURS_TARGET __attribute__((target("avx2,popcnt,bmi,bmi2")))
#define HEAD_FOURS_INLINE HEAD_FOURS_TARGET static inline __attribute__((always_inline))

/* By which of four words are chosen: the order of their halves with the chosen words in front. */
static const uint32_t head_fronts[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
    {2, 3, 0, 1, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 0, 1, 2, 3, 6, 7},
    {0, 1, 4, 5, 2, 3, 6, 7},
    {2, 3, 4, 5, 0, 1, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
    {6, 7, 0, 1, 2, 3, 4, 5},
    {0, 1, 6, 7, 2, 3, 4, 5},
    {2, 3, 6, 7, 0, 1, 4, 5},
    {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3},
    {0, 1, 4, 5, 6, 7, 2, 3},
    {2, 3, 4, 5, 6, 7, 0, 1},
    {0, 1, 2, 3, 4, 5, 6, 7},
};

HEAD_FOURS_INLINE __m256i head_chosen(__m256i four, __m256i without)
{
    return _mm256_cmpeq_epi64(_mm256_and_si256(four, without), _mm256_setzero_si256());
}

HEAD_FOURS_INLINE uint32_t head_mask(__m256i chosen)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(chosen));
}

HEAD_FOURS_INLINE __m256i head_four_in_front(__m256i four, __m256i without, int count, uint32_t *in)
{
    __m256i chosen = head_chosen(four, without);
    if (count < 4)
        chosen = _mm256_and_si256(chosen, _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_set_epi64x(3, 2, 1, 0)));
    *in = head_mask(chosen);
    four = _mm256_and_si256(four, chosen);
    return _mm256_permutevar8x32_epi32(four, _mm256_loadu_si256((const __m256i *)head_fronts[*in]));
}

/* Combine four words by exchanging pairs and single ones: afterwards each of them holds the total. */
HEAD_FOURS_INLINE __m256i head_exchanged(__m256i four, int half)
{
    return half == 0 ? _mm256_permute4x64_epi64(four, 0x4E) : _mm256_permute4x64_epi64(four, 0xB1);
}

HEAD_FOURS_INLINE uint64_t head_first_of(__m256i four)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(four));
}

#define LANES(name) name##_by_fours
#define LANES_WORD __m256i
#define LANES_TARGET HEAD_FOURS_TARGET
#define LANES_INLINE HEAD_FOURS_INLINE
#define LANES_ALL(word) _mm256_set1_epi64x((long long)(word))
#define LANES_LOAD(melds) _mm256_loadu_si256((const __m256i *)(melds))
#define LANES_STORE(melds, word) _mm256_storeu_si256((__m256i *)(melds), word)
#define LANES_FRONT head_four_in_front
#define LANES_ANY(word) (!_mm256_testz_si256(word, word))
#define LANES_HALVES 2
#define LANES_TURNED(word, half) head_exchanged(word, half)
#define LANES_LOWEST(word) head_first_of(word)
#include "winnow_kernels/head/lanes_of.h"
#endif

/* Can disjoint melds leave at most `spare` cards of a set that has at most 64 melds? There is a bit for each meld and for
   each card; the melds that each card is in are counted for eight cards at a time or one by one, with the same results. */

enum { FEW_MELDS = 64, FEW_CARDS = 32 };

typedef struct {
    uint64_t uses[FEW_CARDS]; /* for each card the melds that it is in */
    uint32_t melds[FEW_MELDS];
    int eights; /* of cards */
    int work;
} few;

#define FEW(name) name
#define FEW_TARGET
#define FEW_INLINE static inline
#define FEW_COUNT winnow_popcount
#define FEW_COUNT_WORD winnow_popcount
#include "winnow_kernels/head/few_of.h"

#if defined(HEAD_EIGHTS)
#undef FEW
#undef FEW_TARGET
#undef FEW_INLINE
#undef FEW_COUNT
#undef FEW_COUNT_WORD
#define FEW(name) name##_by_fours
#define FEW_TARGET HEAD_FOURS_TARGET
#define FEW_INLINE HEAD_FOURS_INLINE
#define FEW_COUNT __builtin_popcount
#define FEW_COUNT_WORD __builtin_popcountll
#include "winnow_kernels/head/few_of.h"

#undef FEW
#undef FEW_TARGET
#undef FEW_INLINE
#define FEW(name) name##_by_eights
#define FEW_TARGET HEAD_TARGET
#define FEW_INLINE HEAD_INLINE
#define FEW_EIGHTS 1
#include "winnow_kernels/head/few_of.h"
#endif

/* The ways of going through melds that suit the processor. */

typedef struct {
    int (*within)(const uint64_t *melds, int count, uint64_t cards, uint64_t *out, head_uses *uses);
    uint64_t (*rarest)(uint64_t *melds, int count, uint64_t cards);
    int (*few_covers)(const uint64_t *melds, int count, uint64_t cards, int spare, int *work);
} head_ways;

/* The most melds at a time for which the processor has the instructions. */
static inline int head_widest(void)
{
#if defined(HEAD_EIGHTS)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
        return 1;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vpopcntdq"))
        return 8;
    if (__builtin_cpu_supports("avx2"))
        return 4;
#endif
    return 1;
}

/* Choose them: the most melds at a time, at most `lanes`, that this processor can examine. */
static inline head_ways head_choose_ways(int lanes)
{
    const head_ways plain = {head_within, head_rarest, few_covers};
#if defined(HEAD_EIGHTS)
    const int widest = head_widest();
    const head_ways eights = {head_within_by_eights, head_rarest_by_eights, few_covers_by_eights};
    const head_ways fours = {head_within_by_fours, head_rarest_by_fours, few_covers_by_fours};
    if (lanes >= 8 && widest >= 8)
        return eights;
    if (lanes >= 4 && widest >= 4)
        return fours;
#endif
    return plain;
}
#endif
