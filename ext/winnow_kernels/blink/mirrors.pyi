from typing_extensions import disjoint_base

from winnow_kernels.blink.pair_bounds import PairBounds

@disjoint_base
class Mirrors(PairBounds):
    """A box whose layouts are searched for up to mirror images; for kernels only."""
