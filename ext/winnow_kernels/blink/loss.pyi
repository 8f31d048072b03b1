from collections.abc import Sequence

from typing_extensions import Self

from winnow_kernels.blink.box import BoxSearch
from winnow_kernels.blink.placements import Placements
from winnow_kernels.common.budget import Budget

TECHNIQUES: frozenset[str]
MOST_CARDS: int
MOST_BOX: int

class Search(BoxSearch):
    def __new__(
        cls,
        kinds: Sequence[int],
        draws: Sequence[int],
        ways: Sequence[bytes],
        hold: int,
        columns: int,
        rows: int,
        laid: Sequence[tuple[int, int]],
        wanted: int,
        without: frozenset[str],
        budget: Budget,
        placements: Placements | None = None,
    ) -> Self: ...
    @property
    def first_component(self) -> int: ...
    def demand(self, least: Sequence[int], most: Sequence[int], first: int = -1) -> None: ...
    def layout(self) -> list[tuple[int, int]]: ...
