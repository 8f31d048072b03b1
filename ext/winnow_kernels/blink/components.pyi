from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.box import Box

def most_pairs(kinds: Sequence[int], ways: Sequence[bytes], columns: int, rows: int) -> list[int]:
    """Return how many pairs of each component may touch: of those of two ways, then of those of three.

    `kinds` and `ways` are those of `winnow_kernels.blink.loss.Search`, and so is the order of the components.
    """

@disjoint_base
class Components:
    """The sets of cards that hang together by two ways or more; used by kernels only (see components.pxd)."""

    def __new__(cls, box: Box) -> Self: ...
