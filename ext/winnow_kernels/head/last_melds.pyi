from typing_extensions import disjoint_base

@disjoint_base
class LastMelds:
    """The melds of a last pass without discards; used by kernels only (see last_melds.pxd)."""
