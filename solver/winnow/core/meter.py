"""The limits of a check: memory, seconds and steps. Every content charges one meter, which stops it at a limit."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal, TypeVar

DEFAULT_MEMORY = 1024.0
"""MiB"""
Limit = Literal["memory", "seconds", "positions"]
T = TypeVar("T")

_LOOK_EVERY = 64
"""Steps between two looks at the clock."""
_SECONDS_BETWEEN = 0.02
"""Seconds between two measurements of the process's memory."""
_SLACK = 1.1
"""How far the process may grow beyond the limit, as the estimates do not cover everything."""
_STATM = Path("/proc/self/statm")


class ExhaustedError(Exception):
    """Raised when a limit ends a check before it has a result."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(f"the limit of {limit} ended the check (--{limit} raises it)")
        self.limit = limit


class Meter:
    """Counts what a check uses and raises ExhaustedError past a limit.

    `memory` is in MiB: `hold` adds up upper estimates of what the check keeps; where the system reports the process's
    memory, its growth is limited too. `positions` limits steps: positions, clauses, labels or rows examined. `stop`
    is called now and then and returns whether an outer limit was met, which is reported as `seconds`.

    >>> meter = Meter(positions=10)
    >>> meter.step(10)
    >>> meter.step()
    Traceback (most recent call last):
    ...
    winnow.core.meter.ExhaustedError: the limit of positions ended the check (--positions raises it)
    """

    def __init__(
        self,
        memory: float = DEFAULT_MEMORY,
        seconds: float | None = None,
        positions: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.most_bytes = int(memory * (1 << 20))
        self.held = 0
        self.steps = 0
        self._most_steps = positions
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._stop = stop
        self._next_look = 0
        self._next_weighing = 0.0
        self._most_resident: int | None = None
        if (before := resident()) is not None:
            self._most_resident = before + int(self.most_bytes * _SLACK)

    @property
    def bytes_left(self) -> int:
        """Return the bytes that may still be held."""
        return self.most_bytes - self.held

    @property
    def steps_left(self) -> int | None:
        """Return the steps that may still be made; None if they are not limited."""
        return None if self._most_steps is None else max(0, self._most_steps - self.steps)

    @property
    def seconds_left(self) -> float | None:
        """Return the seconds that are left; None if they are not limited."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def hold(self, size: int) -> None:
        """Charge `size` bytes before they are allocated; raise ExhaustedError past the limit."""
        self.held += size
        if self.held > self.most_bytes:
            raise ExhaustedError("memory")

    def release(self, size: int) -> None:
        """Release `size` bytes that were held."""
        self.held -= size

    def step(self, count: int = 1) -> None:
        """Charge `count` steps; raise ExhaustedError past a limit."""
        self.steps += count
        if self._most_steps is not None and self.steps > self._most_steps:
            raise ExhaustedError("positions")
        if self.steps >= self._next_look:
            self._next_look = self.steps + _LOOK_EVERY
            self.look()

    def counted(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, each as one step."""
        for item in items:
            self.step()
            yield item

    def look(self) -> None:
        """Check the clock, and now and then the process's memory; raise ExhaustedError past a limit."""
        now = time.monotonic()
        if self._deadline is not None and now > self._deadline:
            raise ExhaustedError("seconds")
        if now >= self._next_weighing:
            self._next_weighing = now + _SECONDS_BETWEEN
            if self._stop is not None and self._stop():
                raise ExhaustedError("seconds")
            if self._most_resident is not None and (resident() or 0) > self._most_resident:
                raise ExhaustedError("memory")


def resident() -> int | None:
    """Return the process's resident bytes; None where neither Linux nor psutil reports them, as in a browser."""
    try:
        return int(_STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        try:
            import psutil  # noqa: PLC0415  Linux does without
        except ModuleNotFoundError:
            return None
        return int(psutil.Process().memory_info().rss)
