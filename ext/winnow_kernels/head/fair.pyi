from collections.abc import Sequence

from winnow_kernels.common.fair_table import FairTable

class HeadTable(FairTable):
    def __init__(
        self,
        cards: int,
        ranks: bytes,
        suits: bytes,
        pile: Sequence[int],
        hand: Sequence[int],
        discards: Sequence[int],
        turn: int,
        may_burn: bool,
        passes: int,
        full: int,
        target: int,
        forced: bool,
    ) -> None: ...
    def order(self) -> list[int] | None: ...
