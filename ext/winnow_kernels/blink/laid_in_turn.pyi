from collections.abc import Sequence

from typing_extensions import Self, disjoint_base

from winnow_kernels.common.budget import Budget

@disjoint_base
class LaidInTurn:
    """What a beam asks of layouts of the first cards, for kernels only; for the arguments see `InTurn`."""

    def __new__(
        cls,
        ways: Sequence[bytes],
        columns: int,
        rows: int,
        components: Sequence[tuple[Sequence[int], int]],
        pairs: int,
        budget: Budget,
    ) -> Self: ...
