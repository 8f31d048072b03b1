from typing import Literal

from typing_extensions import disjoint_base

@disjoint_base
class BoxSearch:
    """A search for a layout in one box."""

    def run(self, nodes: int) -> Literal["found", "exhausted", "paused", "stopped"]: ...
