from typing_extensions import disjoint_base

@disjoint_base
class Bound:
    """Lower bounds by prices; used by kernels only (see bound.pxd)."""
