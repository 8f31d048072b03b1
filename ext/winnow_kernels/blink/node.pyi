from typing_extensions import disjoint_base

from winnow_kernels.blink.box import Box

@disjoint_base
class Node(Box):
    """A box with the demands and the domains of a loss search; for kernels only."""
