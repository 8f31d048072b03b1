from collections.abc import Collection, Sequence

from winnow_kernels.common.budget import Budget

MOST_CARDS: int
MOST_PICKUP: int
TECHNIQUES: frozenset[str]

class Search:
    bound: int
    score: int
    line: list[int]
    priced: list[tuple[int, list[int], dict[tuple[int, int], list[int]]]] | None
    def __init__(
        self,
        suits: Sequence[int],
        ranks: Sequence[int],
        place: int,
        pickup: int,
        line: Sequence[int],
        score: int,
        budget: Budget,
        without: Collection[str] = (),
    ) -> None: ...
    def reprice_from(self, layer: int, labels: int) -> None: ...
    def tighten(self, below: int) -> bool: ...
    def search(self, below: int, width: int = 0, enough: bool = False) -> bool: ...

def play_forced(
    suits: Sequence[int], ranks: Sequence[int], place: int, pickup: int, budget: Budget
) -> tuple[int, list[int]] | None: ...
