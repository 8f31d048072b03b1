"""What `winnow bench --proofs` measures: certificates of losses and bounds, written and checked."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from winnow.api.prove import Proof, prove_question
from winnow.cli.bench.base import BENCH
from winnow.cli.bench.checks import check_all
from winnow.engines.questions import make_budget
from winnow.workers.alone import alone


@dataclass(frozen=True)
class Claim:
    """One claim: what its certificate holds ("" if there is none), its bytes, and the CPU seconds of its search."""

    number: int
    verdict: str
    bound: int | None
    content: str
    size: int
    seconds: float


@dataclass(frozen=True)
class Proved:
    """A workload's deals looked at, its claims, and for those with certificates the results of checking them."""

    name: str
    game: str
    deals: int
    claims: list[Claim]
    checks: list[tuple[str, float]]
    check_peak_mib: float

    def record(self) -> dict[str, Any]:
        """Return the figures as one object."""
        proved = [claim for claim in self.claims if claim.content]
        sizes, seconds = sorted(claim.size for claim in proved), [claim.seconds for claim in proved]
        checking = [time_taken for _, time_taken in self.checks]
        ratios = [check / max(search, 1e-3) for check, search in zip(checking, seconds, strict=True)]
        return {
            "game": self.game,
            "workload": self.name,
            "deals": self.deals,
            "claims": len(self.claims),
            "proved": len(proved),
            "verified": sum(status == "verified" for status, _ in self.checks),
            "contents": dict(Counter(claim.content for claim in proved)),
            "bytes_median": sizes[len(sizes) // 2] if sizes else 0,
            "bytes_max": max(sizes, default=0),
            "prove_seconds": round(sum(seconds), 2),
            "prove_seconds_max": round(max(seconds, default=0.0), 2),
            "check_seconds": round(sum(checking), 2),
            "check_seconds_max": round(max(checking, default=0.0), 2),
            "check_to_prove_max": round(max(ratios, default=0.0), 2),
            "check_peak_mib": round(self.check_peak_mib),
            "unproved": [claim.number for claim in self.claims if not claim.content],
        }


def run(game: str, index: int, claims: int | None, first: int = 0) -> Proved:
    """Run one workload on the deals from number `first` on, writing and checking each in a process of its own.

    `claims` is another number of them.
    """
    workload = BENCH.of(game).claims(game)[index]
    with TemporaryDirectory() as folder:
        deals, found = alone(_prove_all, game, index, claims, first, Path(folder))
        files = [Path(folder) / str(claim.number) for claim in found if claim.content]
        checks, peak = alone(check_all, files)
    return Proved(workload.name, game, deals, found, checks, peak)


def _prove_all(game: str, index: int, most: int | None, first: int, folder: Path) -> tuple[int, list[Claim]]:
    """Write the certificates of a workload; return the number of deals looked at, and the claims."""
    workload = BENCH.of(game).claims(game)[index]
    looked_at = 0

    def claims() -> Iterator[Claim]:
        nonlocal looked_at
        for number in islice(count(first), workload.deals):
            looked_at += 1
            began = time.process_time()
            proof = prove_question(workload.make(number), make_budget(workload.limits))
            if not _is_claim(proof):
                continue
            size = 0
            if proof.content is not None:
                file = folder / str(number)
                proof.write(file)
                size = file.stat().st_size
            found = proof.verdict.answer
            seconds = time.process_time() - began
            yield Claim(number, found.verdict, found.bound, proof.content or "", size, seconds)

    found = list(islice(claims(), workload.claims if most is None else most))
    return looked_at, found


def _is_claim(proof: Proof) -> bool:
    """Tell whether the verdict says that something is impossible which a line does not show by itself."""
    verdict = proof.verdict
    return verdict.verdict == "unwinnable" or (verdict.answer.optimal and proof.content != "line")


def sentence(measured: Proved) -> str:
    """Return the figures in words."""
    told = measured.record()
    first = f"{told['proved']} of {told['claims']} claims from {told['deals']} deals proved"
    if not told["proved"]:
        return first
    contents = ", ".join(f"{number} {content}" for content, number in told["contents"].items())
    return (
        f"{first} ({contents}), {told['verified']} verified; "
        f"bytes: median {told['bytes_median']:,}, most {told['bytes_max']:,}; "
        f"CPU seconds to prove {told['prove_seconds']} (most {told['prove_seconds_max']}), to check "
        f"{told['check_seconds']} (most {told['check_seconds_max']}, at most {told['check_to_prove_max']} times the "
        f"proof's), peak {told['check_peak_mib']} MiB"
    )


def chosen(games: Sequence[str], only: str) -> list[tuple[str, int]]:
    """Return the claims of these games whose name holds `only`, each as the game and its place."""
    return [(game, i) for game in games for i, claims in enumerate(BENCH.of(game).claims(game)) if only in claims.name]
