from collections.abc import Iterable, Sequence

from winnow_kernels.common.fair_table import FairTable

class BlinkTable(FairTable):
    def __init__(
        self,
        cards: int,
        hold: int,
        columns: int,
        rows: int,
        match: Iterable[bytes],
        layout: Iterable[tuple[int, int, int]],
        left: Sequence[int],
    ) -> None: ...
