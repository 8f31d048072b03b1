from typing_extensions import disjoint_base

@disjoint_base
class Layer:
    """One layer of the beam; for kernels only."""

    @property
    def overflowed(self) -> bool: ...
