from typing_extensions import disjoint_base

from winnow_kernels.blink.box_search import BoxSearch

@disjoint_base
class PairBounds(BoxSearch):
    """A box with bounds on the touching pairs of each component; for kernels only."""
