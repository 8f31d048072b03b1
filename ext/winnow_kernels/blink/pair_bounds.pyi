from typing_extensions import disjoint_base

from winnow_kernels.blink.box import Box

@disjoint_base
class PairBounds(Box):
    """A box with bounds on the pairs of each component that may touch; used by kernels only (see pair_bounds.pxd)."""
