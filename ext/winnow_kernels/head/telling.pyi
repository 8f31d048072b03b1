from typing_extensions import disjoint_base

@disjoint_base
class Telling:
    """The moves of one line, spelled card by card; used by kernels only (see telling.pxd)."""
