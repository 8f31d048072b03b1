from winnow_kernels.common.budget import Budget

class FailedTable:
    """Failed states with the greatest target each failed at; used by kernels only (see failed.pxd)."""

    def __init__(self, budget: Budget) -> None: ...
