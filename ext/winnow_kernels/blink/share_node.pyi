from typing_extensions import disjoint_base

from winnow_kernels.blink.box import Box

@disjoint_base
class ShareNode(Box):
    """A box with what a share leaves its cards; for kernels only."""
