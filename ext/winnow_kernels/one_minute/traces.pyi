from typing import final

@final
class Traces:
    """How labels came about; used by kernels only (see traces.pxd)."""
