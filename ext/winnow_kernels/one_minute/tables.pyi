from typing import final

@final
class Tables:
    """Lower bounds by prices; used by kernels only (see tables.pxd)."""
