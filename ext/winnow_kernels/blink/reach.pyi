from typing_extensions import disjoint_base

@disjoint_base
class Reach:
    """Tells whether enough pairs of a component can still touch; for kernels only."""
