from collections.abc import Sequence

from typing_extensions import Self

from winnow_kernels.blink.box import BoxSearch
from winnow_kernels.blink.placements import Placements
from winnow_kernels.common.budget import Budget

class ShareTree(BoxSearch):
    def __new__(
        cls,
        kinds: Sequence[int],
        draws: Sequence[int],
        ways: Sequence[bytes],
        hold: int,
        columns: int,
        rows: int,
        pairs: Sequence[int],
        runs: int,
        without: frozenset[str],
        budget: Budget,
        placements: Placements | None = None,
        written: bool = False,
    ) -> Self: ...
    @property
    def pivot_card(self) -> int: ...
    @property
    def rests_on(self) -> tuple[list[int], bool]: ...
    @property
    def listed(self) -> list[int]: ...
    @property
    def nodes(self) -> int: ...
    def layout(self) -> list[tuple[int, int]]: ...
    def tree(self) -> bytes: ...
