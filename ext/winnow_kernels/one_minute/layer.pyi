from typing_extensions import disjoint_base

@disjoint_base
class Layer:
    """All labels with the same number of cards played; used by kernels only (see layer.pxd)."""
