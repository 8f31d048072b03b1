from typing_extensions import disjoint_base

from winnow_kernels.blink.mirrors import Mirrors

@disjoint_base
class Domains(Mirrors):
    """A box with the cards that each cell may hold; for kernels only."""
