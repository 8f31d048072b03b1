from typing import final

@final
class Traces:
    """The origins of labels; used by kernels only (see traces.pxd)."""
