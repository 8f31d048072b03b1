from typing_extensions import disjoint_base

from winnow_kernels.blink.box_search import BoxSearch

@disjoint_base
class PairBounds(BoxSearch):
    """A box with bounds on the pairs of each component that may touch; used by kernels only (see pair_bounds.pxd)."""
