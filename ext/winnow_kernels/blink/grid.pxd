"""Cells of a box of at most 64 as a word: cell `x + columns y` is bit `x + columns y`."""

from libc.stdint cimport uint64_t

from winnow_kernels.common.bits cimport bit


cdef struct Grid:
    int columns
    uint64_t all_cells
    uint64_t first_column
    uint64_t last_column


cdef inline Grid grid_of(int columns, int rows) noexcept nogil:
    """Return the grid of a box."""
    cdef Grid grid
    cdef int row, area = columns * rows
    grid.columns = columns
    grid.all_cells = bit(area - 1) - 1 | bit(area - 1)
    grid.first_column = grid.last_column = 0
    for row in range(rows):
        grid.first_column |= bit(row * columns)
        grid.last_column |= bit(row * columns + columns - 1)
    return grid


cdef inline uint64_t beside_cells(const Grid* grid, uint64_t cells) noexcept nogil:
    """Return the cells beside these."""
    return grid.all_cells & (
        (cells & ~grid.last_column) << 1 | (cells & ~grid.first_column) >> 1
        | cells << grid.columns | cells >> grid.columns
    )
