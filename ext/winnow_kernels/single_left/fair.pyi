from collections.abc import Sequence

from winnow_kernels.common.fair_table import FairTable

class SingleLeftTable(FairTable):
    def __init__(
        self,
        ranks: bytes,
        suits: bytes,
        deal: bytes,
        hand: Sequence[int],
        deck: Sequence[int],
        discards: Sequence[int],
        redeals: int,
        low: int,
        high: int,
        forced: bool,
        fresh: bool,
    ) -> None: ...
