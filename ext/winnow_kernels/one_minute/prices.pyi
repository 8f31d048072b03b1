from typing import final

@final
class Prices:
    """Prices that raise bounds; used by kernels only (see prices.pxd)."""
