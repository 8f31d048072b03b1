"""Runs winnow as a separate process and measures its memory and time."""

from __future__ import annotations

import subprocess
import sys
from typing import NamedTuple

SLACK_MIB = 64
SLACK_SECONDS = 1.0

_PROGRAM = """
import resource, sys, time
from pathlib import Path
from winnow.cli import main

def peak():
    # The resource usage of a program begins with what its parent had; the system's high-water mark is its own.
    try:
        status = Path("/proc/self/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) // 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

began = time.monotonic()
try:
    main()
finally:
    print("took", peak(), time.process_time(), time.monotonic() - began, file=sys.stderr)
"""


class Run(NamedTuple):
    """A command's output and cost: peak MiB, processor seconds with start-up, and wall seconds."""

    status: int
    out: str
    errors: list[str]
    peak: int
    cpu: float
    clock: float


def run(*args: object, timeout: float = 300) -> Run:
    """Run the command with these arguments."""
    command = [sys.executable, "-c", _PROGRAM, *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout)
    *errors, took = done.stderr.splitlines()
    peak, cpu, clock = took.split()[1:]
    return Run(done.returncode, done.stdout, errors, int(peak), float(cpu), float(clock))


def most_mib(memory: float) -> float:
    """Return the most MiB that a check's process may take in all."""
    return memory * 1.1 + SLACK_MIB
