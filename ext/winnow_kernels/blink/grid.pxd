"""Cells of a box as a 64-bit word: cell `x + columns y` is bit `x + columns y`."""

from libc.stdint cimport uint64_t


cdef inline uint64_t beside_cells(
    uint64_t cells, int columns, uint64_t first_column, uint64_t last_column, uint64_t all_cells
) noexcept nogil:
    """Return the cells beside these."""
    return all_cells & (
        (cells & ~last_column) << 1 | (cells & ~first_column) >> 1 | cells << columns | cells >> columns
    )
