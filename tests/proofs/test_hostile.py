"""Every hostile file gets a one-line answer within the memory and time limits of `winnow check`.

One command prints the figures: `python -m pytest -m full -s tests/proofs/test_hostile.py`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from hostile_files import SURVEYS, hostile_files
from limits_help import SLACK_SECONDS, most_mib, run

MEMORY, SECONDS = 64, 3
FEW = ["owed by members", "clauses", "a bomb of newlines", "a bomb of lists", "objects in objects"]
FEW += ["a sparse file of 20 GiB", "a bundle of a million records", *(name for name in SURVEYS if "200 MB" in name)]


@pytest.mark.parametrize("names", [FEW, pytest.param([], marks=pytest.mark.full)], ids=["few", "all"])
def test_hostile_files_keep_to_the_limits(tmp_path, names):
    came, runs, wrong = Counter(), {}, []
    for name, path in hostile_files(tmp_path, names):
        done = runs[name] = run("check", "--memory", MEMORY, "--seconds", SECONDS, path)
        print(
            f"{done.status} {done.peak:4} MiB {done.cpu:6.2f} s CPU {done.clock:6.2f} s  {name}: {_said(done)}",
            flush=True,
        )
        came[done.status] += 1
        if done.status not in (0, 1, 2, 3) or len(done.errors) > 1 or "Traceback" in "".join(done.errors):
            wrong.append((name, done))
    peak, cpu, clock = (max(runs, key=lambda name: getattr(runs[name], part)) for part in ("peak", "cpu", "clock"))
    statuses = ", ".join(f"{count} with exit status {status}" for status, count in sorted(came.items()))
    print(f"{len(runs)} hostile files under --memory {MEMORY} --seconds {SECONDS}: {statuses}")
    print(f"most memory: {runs[peak].peak} MiB of {most_mib(MEMORY):.0f} ({peak})")
    print(f"most time, with the start: {runs[cpu].cpu:.2f} s CPU ({cpu}), {runs[clock].clock:.2f} s ({clock})")
    assert wrong == []
    assert {runs[name].status for name in ("owed by members", "a bundle of a million records")} == {3}
    assert runs[peak].peak < most_mib(MEMORY)
    assert runs[cpu].cpu < SECONDS + SLACK_SECONDS


def _said(run) -> str:
    lines = [*run.errors, *run.out.splitlines()]
    return lines[0][-150:] if lines else ""
