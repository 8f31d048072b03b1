from typing import Literal

from typing_extensions import disjoint_base

from winnow_kernels.blink.box import Box

@disjoint_base
class BoxSearch(Box):
    """A search for a layout in one box."""

    def run(self, nodes: int) -> Literal["found", "exhausted", "paused", "stopped"]: ...
