"""Sets of small numbers as the bits of an int."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, rising.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(masks: Sequence[int], numbers: int) -> int:
    """Return the bits that are set in any of the masks with these numbers, which are bits themselves.

    >>> union([0b1, 0b10, 0b1000], 0b101)
    9
    """
    found = 0
    for number in bits(numbers):
        found |= masks[number]
    return found
