from collections.abc import Sequence

from typing_extensions import Self

from winnow_kernels.common.budget import Budget

class Shapes:
    def __new__(cls, kinds: Sequence[int], ways: Sequence[bytes], columns: int, rows: int) -> Self: ...

class Placements:
    def __new__(cls, shapes: Shapes, budget: Budget, most_listed: int) -> Self: ...
