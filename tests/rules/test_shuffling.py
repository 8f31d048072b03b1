"""Shuffling draws what single words give, also where one of them is rejected."""

from winnow.core.rng import WORD, SplitMix64

MASK = WORD - 1


def one_by_one(seed, items):
    stream, order = SplitMix64(seed), list(items)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order), stream.word()


def seed_before(word):
    """Return the seed whose first word is this one: SplitMix64 run backwards."""
    x = word ^ word >> 31 ^ word >> 62
    x = x * pow(0x94D049BB133111EB, -1, WORD) & MASK
    x ^= x >> 27 ^ x >> 54
    x = x * pow(0xBF58476D1CE4E5B9, -1, WORD) & MASK
    x ^= x >> 30 ^ x >> 60
    return x - 0x9E3779B97F4A7C15 & MASK


def test_words_at_once_are_the_words_one_by_one():
    for seed in (0, 1, 930000, MASK):
        for count in (0, 1, 63, 64, 65, 200):
            single, together = SplitMix64(seed), SplitMix64(seed)
            assert together.words(count) == [single.word() for _ in range(count)]
            assert together.word() == single.word()


def test_a_shuffle_takes_the_same_words_also_after_a_rejected_one():
    rejected = seed_before(MASK)
    assert SplitMix64(rejected).word() == MASK
    for seed in (0, 7, MASK, rejected):
        for size in (0, 1, 2, 52, 60, 150):
            stream = SplitMix64(seed)
            assert (stream.shuffled(range(size)), stream.word()) == one_by_one(seed, range(size))
