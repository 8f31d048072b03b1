from typing_extensions import disjoint_base

@disjoint_base
class TableSpace:
    """Memory for lower bounds by prices; used by kernels only (see table_space.pxd)."""
