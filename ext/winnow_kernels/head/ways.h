/* The ways of going through melds that suit the processor. */

#ifndef HEAD_WAYS_H
#define HEAD_WAYS_H

#include "winnow_kernels/head/few.h"
#include "winnow_kernels/head/lists.h"

typedef struct {
    int (*within)(const uint64_t *melds, int count, uint64_t cards, uint64_t *out, head_uses *uses);
    int (*few_within)(const uint64_t *melds, int count, uint64_t cards, uint64_t *out);
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
    const head_ways plain = {head_within, head_few_within, head_rarest, few_covers};
#if defined(HEAD_EIGHTS)
    const int widest = head_widest();
    const head_ways eights = {head_within_by_eights, head_few_within_by_eights, head_rarest_by_eights,
                              few_covers_by_eights};
    const head_ways fours = {head_within_by_fours, head_few_within_by_fours, head_rarest_by_fours,
                             few_covers_by_fours};
    if (lanes >= 8 && widest >= 8)
        return eights;
    if (lanes >= 4 && widest >= 4)
        return fours;
#endif
    return plain;
}
#endif
