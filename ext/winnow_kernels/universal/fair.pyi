from collections.abc import Iterable, Sequence

from winnow_kernels.common.fair_table import FairTable

class UniversalTable(FairTable):
    def __init__(
        self,
        cards: int,
        draw: int,
        lowest: int,
        columns: Sequence[Sequence[int]],
        bar: Sequence[int],
        stock: Sequence[int],
        waste: Sequence[int],
        redeals: int,
        seen: Iterable[int],
    ) -> None: ...
