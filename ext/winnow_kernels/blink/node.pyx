"""The node of the loss search, on which pair_bounds, mirrors and domains have functions."""

from winnow_kernels.blink.box cimport Box


cdef class Node(Box):
    """A box with what a loss search demands of its components, and what its undecided cells may hold (see node.pxd)."""
