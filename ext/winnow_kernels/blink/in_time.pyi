from typing_extensions import disjoint_base

from winnow_kernels.blink.box_search import BoxSearch

@disjoint_base
class InTime(BoxSearch):
    """A box whose cells are left to cards that are reached in time; used by kernels only (see in_time.pxd)."""
