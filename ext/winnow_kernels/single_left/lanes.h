/* Random deals of the standard deck in groups of 64, dealt and played under forced discarding.

   With compilers that know vector types (gcc, clang) a group is worked on in vectors of 16, 32 or 64 bytes, a byte for
   each deal; which widths there are is found out when the program runs. Every width, and the code without vectors,
   gives the same deals for the same state. lanes_of.h is the code for one width.

   A card is a number 0..51: rank * 4 + suit. Shuffling: place i gets a number that is uniform on 0..i, and every number
   of an earlier place that is not below it grows by one. Each of the 52! orders arises in exactly one way. */

#ifndef SINGLE_LEFT_LANES_H
#define SINGLE_LEFT_LANES_H

#include <stdint.h>
#include <string.h>

enum { SL_CARDS = 52, SL_GROUP = 64, SL_STREAMS = 8, SL_STATE = 4 };

/* Eight xoshiro256++ generators side by side, and SplitMix64 for what they have to draw again. */
typedef struct {
    uint64_t state[SL_STATE][SL_STREAMS];
    uint64_t again;
} sl_random;

typedef uint8_t sl_rows[SL_CARDS][SL_GROUP];

static uint64_t sl_splitmix(uint64_t *state)
{
    uint64_t x = *state += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static void sl_seed(sl_random *random, uint64_t seed)
{
    int word, stream;
    for (word = 0; word < SL_STATE; word++)
        for (stream = 0; stream < SL_STREAMS; stream++)
            random->state[word][stream] = sl_splitmix(&seed);
    random->again = seed;
}

/* Start the random numbers of a block of games: a stretch of the seed's SplitMix64 sequence. The seed is mixed once, which
   parts the sequences of neighbouring seeds. */
static inline void sl_open_block(sl_random *random, uint64_t seed, uint64_t block)
{
    uint64_t state = seed;
    sl_seed(random, sl_splitmix(&state) + (block << 26) * 0x9E3779B97F4A7C15u);
}

/* 16 random bits x give the number floor(x * n / 65536); x is drawn again if x * n modulo 65536 is below this. */
static uint16_t sl_unfair(int n)
{
    return (uint16_t)(65536 % n);
}

/* Draw again the numbers that are marked in `unfair`, by place and then by deal. */
static void sl_redraw(sl_random *random, sl_rows numbers, sl_rows unfair)
{
    int place, deal;
    uint64_t words[SL_GROUP / 8], product;
    for (place = 1; place < SL_CARDS; place++) {
        memcpy(words, unfair[place], SL_GROUP);
        if (!(words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6] | words[7]))
            continue;
        for (deal = 0; deal < SL_GROUP; deal++) {
            if (!unfair[place][deal])
                continue;
            do
                product = (sl_splitmix(&random->again) >> 48) * (uint64_t)(place + 1);
            while ((product & 0xFFFF) < sl_unfair(place + 1));
            numbers[place][deal] = (uint8_t)(product >> 16);
        }
    }
}

static uint64_t sl_rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* One word of each stream. */
static void sl_words_1(sl_random *random, uint64_t *words)
{
    uint64_t shifted, *a, *b, *c, *d;
    int stream;
    for (stream = 0; stream < SL_STREAMS; stream++) {
        a = &random->state[0][stream], b = &random->state[1][stream];
        c = &random->state[2][stream], d = &random->state[3][stream];
        words[stream] = sl_rotate(*a + *d, 23) + *a;
        shifted = *b << 17;
        *c ^= *a, *d ^= *b, *b ^= *c, *a ^= *d;
        *c ^= shifted;
        *d = sl_rotate(*d, 45);
    }
}

/* Write the cards of 64 random deals: cards[place][deal]. */
static void sl_deal_1(sl_random *random, sl_rows cards)
{
    sl_rows unfair;
    uint64_t words[SL_STREAMS];
    uint32_t product;
    int place, half, deal, lower;
    memset(unfair, 0, sizeof unfair);
    memset(cards[0], 0, SL_GROUP);
    for (place = 1; place < SL_CARDS; place++)
        for (half = 0; half < 2; half++) {
            sl_words_1(random, words);
            for (deal = 0; deal < SL_GROUP / 2; deal++) {
                product = (uint32_t)(words[deal / 4] >> deal % 4 * 16 & 0xFFFF) * (uint32_t)(place + 1);
                cards[place][2 * deal + half] = (uint8_t)(product >> 16);
                unfair[place][2 * deal + half] = (product & 0xFFFF) < sl_unfair(place + 1);
            }
        }
    sl_redraw(random, cards, unfair);
    for (place = 1; place < SL_CARDS; place++)
        for (lower = 0; lower < place; lower++)
            for (deal = 0; deal < SL_GROUP; deal++)
                cards[lower][deal] += cards[lower][deal] >= cards[place][deal];
}

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SL_VECTORS 1
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define SL_BYTES 16
#define SL_TARGET
#include "lanes_of.h"

#if defined(__x86_64__)
#define SL_BYTES 32
#define SL_TARGET __attribute__((target("avx2")))
#include "lanes_of.h"

#define SL_BYTES 64
#define SL_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#include "lanes_of.h"
#endif
#endif

/* Return the greatest number of deals that this processor works on at once: 64, 32, 16, or 1. */
static inline int sl_widest(void)
{
#if defined(SL_VECTORS) && defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return 64;
    if (__builtin_cpu_supports("avx2"))
        return 32;
#endif
#if defined(SL_VECTORS)
    return 16;
#else
    return 1;
#endif
}

static inline void sl_deal(int width, sl_random *random, sl_rows cards)
{
    switch (width) {
#if defined(SL_VECTORS)
    case 16: sl_deal_16(random, cards); return;
#if defined(__x86_64__)
    case 32: sl_deal_32(random, cards); return;
    case 64: sl_deal_64(random, cards); return;
#endif
#endif
    default: sl_deal_1(random, cards);
    }
}

/* Play 64 deals without redeals; left[deal] becomes the number of cards left. Return 0 if that width has no code. */
static inline int sl_play(int width, sl_rows cards, uint8_t *left)
{
    switch (width) {
#if defined(SL_VECTORS)
    case 16: sl_play_16(cards, left); return 1;
#if defined(__x86_64__)
    case 32: sl_play_32(cards, left); return 1;
    case 64: sl_play_64(cards, left); return 1;
#endif
#endif
    default: return 0;
    }
}

#endif
