from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

@disjoint_base
class Shapes:
    """Lists the placements of one component after another in a box of columns x rows cells, for kernels (shapes.pxd).

    `kinds` and `ways` are those of `winnow_kernels.blink.loss.Search`.
    """

    def __new__(cls, kinds: Sequence[int], ways: Sequence[bytes], columns: int, rows: int) -> Self: ...
