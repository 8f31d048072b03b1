from typing_extensions import disjoint_base

@disjoint_base
class SlottedNodes:
    """Nodes in one block, found again by slots; used by kernels only (see layer.pxd)."""
