"""SplitMix64: the package's only random numbers, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import TypeVar

WORD = 2**64
_MASK = WORD - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

# Words are computed _LANES at a time, as one large number with 128 bits for each: a product of two words fits there.
_LANES = 64
_UNPACK = Struct(f"<{2 * _LANES}Q").unpack
_ONES = sum(1 << 128 * i for i in range(_LANES))
_STEPS = sum((_STEP * (i + 1) & _MASK) << 128 * i for i in range(_LANES))
_LOW = _MASK * _ONES

T = TypeVar("T")


class SplitMix64:
    """A stream of 64-bit words from a seed, and numbers below a limit without bias.

    >>> SplitMix64(0).word() == 0xE220A8397B1DCDAF
    True
    """

    def __init__(self, seed: int) -> None:
        self._state = seed

    def word(self) -> int:
        """Return the next 64-bit word."""
        self._state = (self._state + _STEP) & _MASK
        x = self._state
        x = ((x ^ (x >> 30)) * _FIRST) & _MASK
        x = ((x ^ (x >> 27)) * _SECOND) & _MASK
        return x ^ (x >> 31)

    def words(self, count: int) -> list[int]:
        """Return the next `count` words, in a fraction of the time of as many calls of `word`."""
        found: list[int] = []
        while len(found) < count:
            found += _after((self._state + len(found) * _STEP) & _MASK)
        self._state = (self._state + count * _STEP) & _MASK
        return found[:count]

    def below(self, n: int) -> int:
        """Return a number 0..n - 1; words that would favour some of them are rejected."""
        limit = WORD - WORD % n
        while True:
            x = self.word()
            if x < limit:
                return x % n

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in a uniformly random order (Fisher-Yates, from the last place to the first)."""
        order = list(items)
        before, words = self._state, self.words(max(0, len(order) - 1))
        if max(words, default=0) >= WORD - len(order):
            # One of them may be rejected, and then the next is taken in its place.
            self._state = before
            words = [self.below(last + 1) for last in range(len(order) - 1, 0, -1)]
        for last, word in zip(range(len(order) - 1, 0, -1), words, strict=True):
            other = word % (last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def _after(state: int) -> tuple[int, ...]:
    """Return the _LANES words after this state."""
    x = (state * _ONES + _STEPS) & _LOW
    x = ((x ^ (x >> 30 & _LOW)) * _FIRST) & _LOW
    x = ((x ^ (x >> 27 & _LOW)) * _SECOND) & _LOW
    x ^= x >> 31 & _LOW
    return _UNPACK(x.to_bytes(16 * _LANES, "little"))[::2]
