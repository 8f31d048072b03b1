from collections.abc import Sequence

from typing_extensions import Self

class Shapes:
    """Lists the placements of one component at a time in a box; for kernels only."""

    def __new__(cls, kinds: Sequence[int], ways: Sequence[bytes], columns: int, rows: int) -> Self: ...
