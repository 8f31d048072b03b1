from typing import Literal

class BoxSearch:
    """A search for a layout in one box."""

    def run(self, nodes: int) -> Literal["found", "exhausted", "paused", "stopped"]: ...
