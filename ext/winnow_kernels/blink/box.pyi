from collections.abc import Sequence
from typing import Literal

def most_pairs(kinds: Sequence[int], ways: Sequence[bytes], columns: int, rows: int) -> list[int]: ...

class BoxSearch:
    def run(self, nodes: int) -> Literal["found", "exhausted", "paused", "stopped"]: ...
