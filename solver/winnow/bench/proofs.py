"""Measures for `winnow bench --proofs` how certificates of losses and bounds are written and checked."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from winnow.bench.base import BENCH, OPEN
from winnow.bench.checks import check_all
from winnow.workers.local import alone


@dataclass(frozen=True)
class Claim:
    """One claim: the content of its certificate ("": none), its size in bytes, and the CPU seconds of its search."""

    number: int
    content: str
    size: int
    seconds: float


def run(game: str, index: int, claims: int | None, first: int = 0, seconds: float | None = None) -> dict[str, Any]:
    """Return the figures of one workload on the deals from number `first` on, as `--json` prints them.

    One process writes all certificates, and another checks them. `undecided` holds the numbers of the deals that stayed
    open. `claims` overrides the workload's number of claims; no new deal is tried after `seconds` CPU seconds.
    """
    workload = BENCH.of(game).claims(game)[index]
    with TemporaryDirectory() as folder:
        deals, undecided, found = alone(_prove_all, game, index, claims, first, seconds, Path(folder))
        proved = [claim for claim in found if claim.content]
        checks, peak = alone(check_all, [Path(folder) / str(claim.number) for claim in proved])
    sizes, checking = sorted(claim.size for claim in proved), [time_taken for _, time_taken in checks]
    ratios = [check / max(claim.seconds, 1e-3) for check, claim in zip(checking, proved, strict=True)]
    return {
        "game": game,
        "question": workload.question,
        "workload": workload.name,
        "deals": deals,
        "undecided": undecided,
        "claims": len(found),
        "proved": len(proved),
        "verified": sum(status == "verified" for status, _ in checks),
        "contents": dict(Counter(claim.content for claim in proved)),
        "bytes_median": sizes[len(sizes) // 2] if sizes else 0,
        "bytes_max": max(sizes, default=0),
        "prove_seconds": round(sum(claim.seconds for claim in found), 2),
        "prove_seconds_max": round(max((claim.seconds for claim in found), default=0.0), 2),
        "check_seconds": round(sum(checking), 2),
        "check_seconds_max": round(max(checking, default=0.0), 2),
        "check_to_prove_max": round(max(ratios, default=0.0), 2),
        "check_peak_mib": round(peak),
        "unproved": [claim.number for claim in found if not claim.content],
    }


def _prove_all(
    game: str, index: int, most: int | None, first: int, seconds: float | None, folder: Path
) -> tuple[int, list[int], list[Claim]]:
    """Write the certificates of a workload; return the number of deals tried, those left open, and the claims."""
    workload = BENCH.of(game).claims(game)[index]
    looked_at, undecided = 0, list[int]()
    start = time.process_time()

    def claims() -> Iterator[Claim]:
        nonlocal looked_at
        for number in islice(count(first), workload.deals):
            began = time.process_time()
            if seconds is not None and began - start > seconds:
                return
            looked_at += 1
            made = workload.prove(workload.make(number), workload.limits)
            if made is OPEN:
                undecided.append(number)
            if made is None or made is OPEN:
                continue
            size = 0
            if made.content:
                file = folder / str(number)
                with file.open("wb") as stream:
                    made.write(stream)
                size = file.stat().st_size
            yield Claim(number, made.content, size, time.process_time() - began)

    found = list(islice(claims(), workload.claims if most is None else most))
    return looked_at, undecided, found


COLUMNS = (
    *("game", "question", "cards and rules", "deals", "open", "claims", "shown", "by", "bytes, median", "most"),
    *("prove, all", "most", "check, all", "most", "ratio", "peak"),
)


def cells(told: Mapping[str, Any]) -> list[str]:
    """Return the figures as a row of a table."""
    contents = ", ".join(f"{number} {content}" for content, number in told["contents"].items())
    return [
        *(told[name] for name in ("game", "question", "workload")),
        *map(str, (told["deals"], len(told["undecided"]), told["claims"], told["verified"])),
        contents or "-",
        *(f"{told[name]:,}" for name in ("bytes_median", "bytes_max")),
        *(f"{told[name]} s" for name in ("prove_seconds", "prove_seconds_max", "check_seconds", "check_seconds_max")),
        str(told["check_to_prove_max"]),
        f"{told['check_peak_mib']} MiB",
    ]
