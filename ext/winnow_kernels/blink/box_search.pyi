from typing import Literal

from typing_extensions import disjoint_base

from winnow_kernels.blink.box import Box

@disjoint_base
class BoxSearch(Box):
    """A search for a layout in one box; used by kernels only (see box_search.pxd)."""

    def run(self, nodes: int) -> Literal["found", "exhausted", "paused", "stopped"]:
        """Search on for about so many nodes; each counts as one position. Goes on where the last call paused."""
