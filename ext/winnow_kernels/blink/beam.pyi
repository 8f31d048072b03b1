from collections.abc import Sequence
from typing import NamedTuple

from winnow_kernels.common.budget import Budget

TECHNIQUES: frozenset[str]
MOST_WIDTH: int

class Found(NamedTuple):
    placements: list[tuple[int, int]] | None
    matched: int
    root_cell: int
    exhausted: bool
    layouts: list[list[tuple[int, int]]]
    partial: list[tuple[int, int]]

def search(
    deck: tuple[Sequence[int], Sequence[bytes], int, int, int],
    lattice: tuple[int, int],
    floating: bool,
    roots: Sequence[Sequence[tuple[int, int]]],
    starts: Sequence[int],
    left: Sequence[int],
    widths: Sequence[int],
    best: bool,
    weights: Sequence[int],
    without: frozenset[str],
    budget: Budget,
    gather: bool = False,
) -> Found: ...
