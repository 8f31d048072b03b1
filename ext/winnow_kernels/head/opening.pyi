from winnow_kernels.common.budget import Budget
from winnow_kernels.head.lazy import LazyHead

class Openings:
    """What is known about the first cards of last passes; used by kernels only (see head_opening.pxd)."""

    def __init__(self, game: LazyHead, budget: Budget) -> None: ...
