from collections.abc import Sequence

from winnow_kernels.common.fair_table import FairTable

class OneMinuteTable(FairTable):
    def __init__(
        self,
        ranks: bytes,
        suits: bytes,
        base: int,
        top: int | None,
        hand: Sequence[int],
        waste: Sequence[int],
        handlings: int,
        fresh: bool,
        refusals: int,
        limit: int,
        pickup: int,
        forced: bool,
    ) -> None: ...
