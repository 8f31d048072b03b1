from typing_extensions import Self, disjoint_base

from winnow_kernels.blink.box import Box

@disjoint_base
class Components:
    """The sets of cards that hang together by two ways or more; used by kernels only (see components.pxd)."""

    def __new__(cls, box: Box) -> Self: ...
