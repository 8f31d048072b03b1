from collections.abc import Sequence

from winnow_kernels.common.budget import Budget

def play_forced(
    suits: Sequence[int], ranks: Sequence[int], place: int, pickup: int, budget: Budget
) -> tuple[int, list[int]] | None: ...
