from collections.abc import Sequence

from winnow_kernels.common.budget import Budget

def play_forced(
    suits: Sequence[int], ranks: Sequence[int], place: int, pickup: int, budget: Budget
) -> tuple[int, list[int]] | None:
    """Return the least handlings of the forced game and its cards in foundation order.

    Cards are numbered as in `search.Search`. One position is charged for each choice at an impasse; when
    the budget ends the search, the result is None.
    """
