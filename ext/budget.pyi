from collections.abc import Callable

class Budget:
    """What a search may still use: positions, seconds, memory (MiB), and whether the user interrupted it."""

    positions: int
    bytes_used: int
    max_positions: int
    max_bytes: int
    deadline: float
    resident_before: int | None
    """The process's resident bytes when a search that is measured by them began; shares have it in common."""
    def __init__(
        self,
        positions: int | None = None,
        seconds: float | None = None,
        memory_mib: float | None = None,
        on_tick: Callable[[int], None] | None = None,
    ) -> None: ...
    @property
    def stopped(self) -> str | None: ...
    def interrupt(self) -> None: ...
    def out_of_memory(self) -> None: ...
    def spend(self, count: int = 1) -> bool: ...
    def reserve(self, size: int) -> bool: ...
    def share(self, parts: int) -> Budget: ...
    def settle(self, part: Budget) -> None: ...
