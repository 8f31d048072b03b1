/* Dealing and playing in vectors of SL_BYTES bytes; SL_TARGET names the instructions that may be used. Included once for
   each width by lanes.h. */

#define SL_GLUE(name, bytes) name##_##bytes
#define SL_NAME_OF(name, bytes) SL_GLUE(name, bytes)
#define SL_NAME(name) SL_NAME_OF(name, SL_BYTES)

typedef int8_t SL_NAME(sl_bytes) __attribute__((vector_size(SL_BYTES)));
typedef uint16_t SL_NAME(sl_pairs) __attribute__((vector_size(SL_BYTES)));
typedef uint64_t SL_NAME(sl_words) __attribute__((vector_size(SL_BYTES)));

#define BYTES SL_NAME(sl_bytes)
#define PAIRS SL_NAME(sl_pairs)
#define WORDS SL_NAME(sl_words)
#define INLINE SL_TARGET static inline __attribute__((always_inline))

enum { SL_NAME(SL_PARTS) = SL_GROUP / SL_BYTES };
#define PARTS SL_NAME(SL_PARTS)

/* Whether any bit is set. */
INLINE int SL_NAME(sl_any)(BYTES bytes)
{
#if defined(__x86_64__) && SL_BYTES == 64
    return _mm512_test_epi64_mask((__m512i)bytes, (__m512i)bytes) != 0;
#elif defined(__x86_64__) && SL_BYTES == 32
    return !_mm256_testz_si256((__m256i)bytes, (__m256i)bytes);
#elif defined(__x86_64__)
    return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)bytes, _mm_setzero_si128())) != 0xFFFF;
#else
    WORDS words = (WORDS)bytes;
    return (words[0] | words[1]) != 0;
#endif
}

INLINE BYTES SL_NAME(sl_choose)(BYTES condition, BYTES first, BYTES second)
{
    return (first & condition) | (second & ~condition);
}

/* Turn 16 random bits into numbers below n, without any step that needs more than 16 bits. */
INLINE PAIRS SL_NAME(sl_below)(PAIRS random, uint16_t n, uint16_t unfair, PAIRS *again)
{
    PAIRS low = (random & 0xFF) * n;
    PAIRS high = (random >> 8) * n + (low >> 8);
    *again = (PAIRS)((high << 8 | (low & 0xFF)) < unfair);
    return high >> 8;
}

SL_TARGET static void SL_NAME(sl_deal)(sl_random *random, sl_rows cards)
{
    BYTES rows[SL_CARDS], number, *row;
    sl_rows unfair;
    WORDS a, b, c, d, words[2], shifted;
    PAIRS first, second, again_first, again_second;
    BYTES again, any = {0};
    int part, place, lower, half, turn, offset, anything = 0;
    for (part = 0; part < PARTS; part++) {
        offset = part * SL_BYTES / 8;
        memcpy(&a, &random->state[0][offset], SL_BYTES);
        memcpy(&b, &random->state[1][offset], SL_BYTES);
        memcpy(&c, &random->state[2][offset], SL_BYTES);
        memcpy(&d, &random->state[3][offset], SL_BYTES);
        for (place = 1; place < SL_CARDS; place++) {
            for (half = 0; half < 2; half++) {
                words[half] = a + d;
                words[half] = (words[half] << 23 | words[half] >> 41) + a;
                shifted = b << 17;
                c ^= a, d ^= b, b ^= c, a ^= d;
                c ^= shifted;
                d = d << 45 | d >> 19;
            }
            first = SL_NAME(sl_below)((PAIRS)words[0], (uint16_t)(place + 1), sl_unfair(place + 1), &again_first);
            second = SL_NAME(sl_below)((PAIRS)words[1], (uint16_t)(place + 1), sl_unfair(place + 1), &again_second);
            number = (BYTES)(first | second << 8);
            again = (BYTES)((again_first & 0xFF) | (again_second & 0xFF00));
            any |= again;
            memcpy(&cards[place][part * SL_BYTES], &number, SL_BYTES);
            memcpy(&unfair[place][part * SL_BYTES], &again, SL_BYTES);
        }
        memcpy(&random->state[0][offset], &a, SL_BYTES);
        memcpy(&random->state[1][offset], &b, SL_BYTES);
        memcpy(&random->state[2][offset], &c, SL_BYTES);
        memcpy(&random->state[3][offset], &d, SL_BYTES);
    }
    anything = SL_NAME(sl_any)(any);
    if (anything)
        sl_redraw(random, cards, unfair);
    for (part = 0; part < PARTS; part++) {
        memset(&rows[0], 0, SL_BYTES);
        for (place = 1; place < SL_CARDS; place++)
            memcpy(&rows[place], &cards[place][part * SL_BYTES], SL_BYTES);
        /* Four places in one go over the earlier ones; 1..3 before, so that the rest are fours. */
        for (place = 1; place < 4; place++)
            for (lower = 0; lower < place; lower++)
                rows[lower] -= (BYTES)(rows[lower] >= rows[place]);
        for (place = 4; place < SL_CARDS; place += 4) {
            row = &rows[place];
            for (lower = 0; lower < place; lower++) {
                number = rows[lower];
                number -= (BYTES)(number >= row[0]);
                number -= (BYTES)(number >= row[1]);
                number -= (BYTES)(number >= row[2]);
                number -= (BYTES)(number >= row[3]);
                rows[lower] = number;
            }
            for (turn = 1; turn < 4; turn++)
                for (lower = 0; lower < turn; lower++)
                    row[lower] -= (BYTES)(row[lower] >= row[turn]);
        }
        for (place = 0; place < SL_CARDS; place++)
            memcpy(&cards[place][part * SL_BYTES], &rows[place], SL_BYTES);
    }
}

/* Play SL_BYTES deals. The hands lie in rows, top card first; below the oldest card are guards, which match nothing. A
   card drawn takes away 2 * steps cards with it: two for every pair, and four with the four that may end them. */
SL_TARGET static void SL_NAME(sl_play_part)(const uint8_t *cards, uint8_t *left)
{
    enum { GUARD = -128, NOT_SUIT = ~0x7C, NOT_RANK = ~3, ROOM = SL_CARDS + 40 };
    BYTES rows[SL_CARDS + ROOM], *hand = rows + SL_CARDS;
    BYTES held = {0}, card, difference, going, pairs, four, fours, steps, once, twice, shift;
    const BYTES none = {0}, all = ~none, guards = none + (int8_t)GUARD;
    int place, below, row, deep = 0;
    for (row = 0; row < ROOM; row++)
        hand[row] = guards;
    for (place = 0; place < SL_CARDS; place++) {
        memcpy(&card, cards + place * SL_GROUP, SL_BYTES);
        going = all;
        fours = steps = none;
        below = 2;
        do {
            difference = hand[below] ^ card;
            four = going & (BYTES)((difference & (int8_t)NOT_RANK) == 0);
            pairs = going & (BYTES)((difference & (int8_t)NOT_SUIT) == 0);
            fours |= four;
            steps -= pairs;
            going = pairs;
            below += 2;
        } while (SL_NAME(sl_any)(going));
        steps += fours & 2;
        held += 1 - (steps + steps);
        *--hand = card;
        deep++;
        once = (BYTES)((steps & 1) != 0);
        twice = (BYTES)((steps & 2) != 0);
        if (SL_NAME(sl_any)(twice)) {
            for (row = 0; row < deep; row++)
                hand[row] = SL_NAME(sl_choose)(
                    twice, SL_NAME(sl_choose)(once, hand[row + 6], hand[row + 4]),
                    SL_NAME(sl_choose)(once, hand[row + 2], hand[row]));
        } else if (SL_NAME(sl_any)(once)) {
            for (row = 0; row < deep; row++)
                hand[row] = SL_NAME(sl_choose)(once, hand[row + 2], hand[row]);
        }
        for (below = 4; SL_NAME(sl_any)(steps & (int8_t)-below); below *= 2) {
            shift = (BYTES)((steps & (int8_t)below) != 0);
            for (row = 0; row < deep; row++)
                hand[row] = SL_NAME(sl_choose)(shift, hand[row + 2 * below], hand[row]);
        }
        hand[0] = SL_NAME(sl_choose)(fours, hand[0], card);
        while (deep > 0 && !SL_NAME(sl_any)((BYTES)(held >= (int8_t)deep)))
            deep--;
    }
    memcpy(left, &held, SL_BYTES);
}

SL_TARGET static void SL_NAME(sl_play)(sl_rows cards, uint8_t *left)
{
    int part;
    for (part = 0; part < PARTS; part++)
        SL_NAME(sl_play_part)(&cards[0][part * SL_BYTES], left + part * SL_BYTES);
}

#undef PARTS
#undef INLINE
#undef BYTES
#undef PAIRS
#undef WORDS
#undef SL_NAME
#undef SL_NAME_OF
#undef SL_GLUE
#undef SL_BYTES
#undef SL_TARGET
