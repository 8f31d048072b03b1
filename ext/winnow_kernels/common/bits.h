/* Sets as 64-bit words: how many bits are set, and the lowest and the highest of a word that is not 0. */
#ifndef WINNOW_BITS_H
#define WINNOW_BITS_H
#include <stdint.h>
#if defined(_MSC_VER)
#include <intrin.h>
static __inline int winnow_lowest_bit(uint64_t word)
{
    unsigned long place;
    _BitScanForward64(&place, word);
    return (int)place;
}
static __inline int winnow_highest_bit(uint64_t word)
{
    unsigned long place;
    _BitScanReverse64(&place, word);
    return (int)place;
}
#else
static inline int winnow_lowest_bit(uint64_t word)
{
    return __builtin_ctzll(word);
}
static inline int winnow_highest_bit(uint64_t word)
{
    return 63 - __builtin_clzll(word);
}
#endif
#if defined(__POPCNT__) || defined(__aarch64__)
static inline int winnow_popcount(uint64_t word)
{
    return __builtin_popcountll(word);
}
#else
/* A wheel for every processor may not use the instruction, and the compiler would call a function instead: add up
   bits in pairs, fours and bytes. */
static inline int winnow_popcount(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}
#endif
#endif
