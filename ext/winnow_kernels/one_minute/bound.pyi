from typing import final

@final
class Bound:
    """Lower bounds by prices; used by kernels only (see bound.pxd)."""
