from typing_extensions import disjoint_base

from winnow_kernels.blink.pair_bounds import PairBounds

@disjoint_base
class Mirrors(PairBounds):
    """A box of whose layout's mirror images one is searched for; used by kernels only (see mirrors.pxd)."""
