from collections.abc import Sequence

from typing_extensions import Self

from winnow_kernels.common.budget import Budget

class Annealing:
    best: int
    def __new__(
        cls,
        order: Sequence[int],
        ways: Sequence[bytes],
        hold: int,
        columns: int,
        rows: int,
        laid: Sequence[tuple[int, int]],
        placements: Sequence[tuple[int, int]],
        seed: int,
        budget: Budget,
    ) -> Self: ...
    def run(self, moves: int, hot: int, cold: int, wanted: int) -> bool: ...
    def back_to_best(self) -> None: ...
    def layout(self) -> list[tuple[int, int]]: ...
