from typing_extensions import disjoint_base

from winnow_kernels.blink.box_search import BoxSearch

@disjoint_base
class InTime(BoxSearch):
    """A box whose cells may hold only cards reached in time; for kernels only."""
