from typing_extensions import disjoint_base

@disjoint_base
class Layer:
    """One layer of the beam; used by kernels only (see layer.pxd)."""
