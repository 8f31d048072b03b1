"""SplitMix64: the package's only random numbers, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

WORD = 2**64
_MASK = WORD - 1


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
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        x = self._state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        return x ^ (x >> 31)

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
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
