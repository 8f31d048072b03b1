"""Measures how long certificates take to check, by the referee alone in a process that loads no engine."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from winnow.checking.bundles import check_packed
from winnow.core.meter import Meter
from winnow.core.results import worst

if sys.platform != "win32":
    import resource


def check_all(files: Sequence[Path]) -> tuple[list[tuple[str, float]], float]:
    """Return for each file the status of its check and the CPU seconds, then this process's memory peak in MiB."""
    results: list[tuple[str, float]] = []
    for file in files:
        began = time.process_time()
        with file.open("rb") as stream:
            found = [result.status for _, result in check_packed(stream, Meter(), lambda _: None)]
        results.append((worst(found), time.process_time() - began))
    return results, peak_mib()


def peak_mib() -> float:
    """Return the most memory this process has held, in MiB."""
    if sys.platform == "win32":
        return float(psutil.Process().memory_info().peak_wset) / 2**20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)
