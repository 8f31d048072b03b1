/* Can disjoint melds leave at most `spare` cards of a set that has at most 64 melds? There is a bit for each meld and for
   each card; the melds that each card is in are counted for eight cards at a time or one by one, with the same results. */

#ifndef HEAD_FEW_H
#define HEAD_FEW_H

#include <stdint.h>
#include "winnow_kernels/common/bits.h"
#include "winnow_kernels/head/lists.h"
#include "winnow_kernels/head/lists_by_fours.h"

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
#endif
