from typing_extensions import disjoint_base

@disjoint_base
class Box:
    """A box of cells with what is decided of each; for kernels only."""
