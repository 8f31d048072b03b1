/* The lowest bit that is set in a word that is not 0. */

#ifndef WINNOW_BITS_H
#define WINNOW_BITS_H

#include <stdint.h>

#if defined(__GNUC__)
static inline int lowest_bit(uint64_t word)
{
    return __builtin_ctzll(word);
}
#else
static inline int lowest_bit(uint64_t word)
{
    int bit = 0;
    while (!(word & 1)) {
        word >>= 1;
        bit++;
    }
    return bit;
}
#endif

#endif
