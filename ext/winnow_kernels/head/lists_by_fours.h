/* Lists of melds gone through for four melds at a time, with AVX2; lists.h says what each function does. */

#ifndef HEAD_LISTS_BY_FOURS_H
#define HEAD_LISTS_BY_FOURS_H

#include "winnow_kernels/head/lists.h"

#if defined(HEAD_EIGHTS)
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

/* Return the words of which no bit is in `without`, as all ones, of the first `count` of four. */
HEAD_FOURS_INLINE __m256i head_chosen(__m256i four, __m256i without, int count)
{
    __m256i chosen = _mm256_cmpeq_epi64(_mm256_and_si256(four, without), _mm256_setzero_si256());
    if (count < 4)
        chosen = _mm256_and_si256(chosen, _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_set_epi64x(3, 2, 1, 0)));
    return chosen;
}

HEAD_FOURS_INLINE uint32_t head_mask(__m256i chosen)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(chosen));
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

HEAD_FOURS_TARGET static int
head_within_by_fours(const uint64_t *melds, int count, uint64_t cards, uint64_t *out, head_uses *uses)
{
    const __m256i without = _mm256_set1_epi64x((long long)~cards);
    __m256i one = _mm256_setzero_si256(), two = one, three = one, four, chosen, more, most;
    uint32_t in;
    int i, half, found = 0;
    for (i = 0; i < count; i += 4) {
        four = _mm256_loadu_si256((const __m256i *)(melds + i));
        chosen = head_chosen(four, without, count - i);
        in = head_mask(chosen);
        four = _mm256_and_si256(four, chosen);
        three = _mm256_or_si256(three, _mm256_and_si256(two, four));
        two = _mm256_or_si256(two, _mm256_and_si256(one, four));
        one = _mm256_or_si256(one, four);
        four = _mm256_permutevar8x32_epi32(four, _mm256_loadu_si256((const __m256i *)head_fronts[in]));
        _mm256_storeu_si256((__m256i *)(out + found), four);
        found += __builtin_popcount(in);
    }
    for (half = 0; half < 2; half++) {
        four = head_exchanged(one, half), more = head_exchanged(two, half), most = head_exchanged(three, half);
        three = (three | most) | (two & four) | (one & more);
        two = (two | more) | (one & four);
        one |= four;
    }
    uses->one = head_first_of(one), uses->two = head_first_of(two), uses->three = head_first_of(three);
    return found;
}

HEAD_FOURS_TARGET static int
head_few_within_by_fours(const uint64_t *melds, int count, uint64_t cards, uint64_t *out)
{
    const __m256i without = _mm256_set1_epi64x((long long)~cards);
    uint32_t in;
    int i, k, found = 0;
    for (i = 0; i < count; i += 16) {
        in = 0;
        for (k = 0; k < 16; k += 4)
            in |= head_mask(head_chosen(_mm256_loadu_si256((const __m256i *)(melds + i + k)), without, 4)) << k;
        if (count - i < 16)
            in &= ((uint32_t)1 << (count - i)) - 1;
        for (; in; in &= in - 1)
            out[found++] = melds[i + __builtin_ctz(in)];
    }
    return found;
}

#define RAREST(name) name##_by_fours
#define RAREST_WORD __m256i
#define RAREST_TARGET HEAD_FOURS_TARGET
#define RAREST_INLINE HEAD_FOURS_INLINE
#define RAREST_LOAD(melds) _mm256_loadu_si256((const __m256i *)(melds))
#define RAREST_ANY(word) (!_mm256_testz_si256(word, word))
#define RAREST_HALVES 2
#define RAREST_TURNED(word, half) head_exchanged(word, half)
#define RAREST_LOWEST(word) head_first_of(word)
#include "winnow_kernels/head/rarest_of.h"
#endif
#endif
