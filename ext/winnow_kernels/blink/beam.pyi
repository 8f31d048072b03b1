from collections.abc import Sequence
from typing import NamedTuple

from winnow_kernels.common.budget import Budget

TECHNIQUES: frozenset[str]
"""What can be switched off by name."""
MOST_WIDTH: int
"""A width that no budget reaches."""

class Found(NamedTuple):
    """A whole layout: (place in the deal, cell) in order of placing, or None; and the ways matched in all of it.

    `root_cell` is where the first card of its root lies. `exhausted`: no beam that came to its end had to leave
    anything out, so that there is no other layout, or with `best` none that matches in more ways. `layouts`: with
    `gather`, the whole layouts at the end of the last beam, (kind, cell) each; of mirror images one at least.
    `partial`: if none is whole, the largest layout that a beam ended with, as `placements`.
    """

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
) -> Found:
    """Look for a whole layout, or with `best` for the one that matches in the most ways.

    `deck` holds the kinds of all cards in dealing order, the ways in which kinds match, hold, columns and rows;
    `lattice` its width and height in cells. A layout may lie anywhere within columns x rows of it, and `floating` says
    that only its shape counts. `roots` are the layouts to start from, (cell, kind) each, all of the same cards;
    `starts` the cells for the first card where they are empty; `left` the places in the deal still to be placed.
    `weights` steer (see `_promise` in the kernel), `widths` are tried in turn.
    """
