from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.box import Box

def most_pairs(kinds: Sequence[int], ways: Sequence[bytes], columns: int, rows: int) -> list[int]: ...

@disjoint_base
class Components:
    """The components of a box's cards; for kernels only."""

    def __new__(cls, box: Box) -> Self: ...
