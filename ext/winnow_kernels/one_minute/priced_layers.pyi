from collections.abc import Callable, Mapping, Sequence

MOST_CARDS: int
MOST_NEAR: int
MOST_PRICE: int
MOST_PICKUP: int

class PricedLayers:
    labels_kept: int
    memory: int
    most_bytes: int
    def __init__(
        self,
        suits: Sequence[int],
        ranks: Sequence[int],
        place: int,
        pickup: int,
        passes: int,
        target: int,
        most_bytes: int,
    ) -> None: ...
    def put_in_force(
        self,
        prices: Sequence[int],
        near: Mapping[tuple[int, int], Sequence[int]],
        tick: Callable[[], object] | None = None,
    ) -> bool: ...
    def drop(self, tick: Callable[[], object] | None = None) -> None: ...
    def expand(self, first: int, count: int) -> bool: ...
    def advance(self) -> None: ...
