"""What `winnow bench --proofs` measures: certificates of losses and bounds, written and checked."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from winnow.api.prove import Proof, prove
from winnow.api.solve import Question, make_budget
from winnow.cli.bench.checks import check_all, die_on_interrupt
from winnow.deals import Deal
from winnow.verdicts import Limits
from winnow.workers.local import end_with_parent

LIMITS = Limits(positions=300_000, memory=4096)
"""For one verdict with its certificate: a count, so that every machine writes the same ones."""
LAYERS = Limits(positions=100_000_000, memory=4096)
"""For one with layers of labels, which are counted in the search, in the proof and in its trial."""


@dataclass(frozen=True)
class Workload:
    """Questions about numbered deals; those answered "unwinnable" or "not better than k" are claims to be proved.

    It ends after `claims` of them, or after `deals` deals.
    """

    name: str
    game: str
    make: Callable[[int], Question]
    claims: int = 100
    deals: int = 1000
    limits: Limits = LIMITS


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
class Measured:
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


def _full(game: str, best: bool = False, **rules: Any) -> Callable[[int], Question]:
    return lambda number: Question(Deal.numbered(game, number, rules), best=best)


def _first(game: str, cards: int, best: bool = False, **rules: Any) -> Callable[[int], Question]:
    """Ask for the first cards of numbered deals as decks of their own."""

    def make(number: int) -> Question:
        tokens = " ".join(Deal.numbered(game, number).cards[:cards])
        return Question(Deal.parse(game, tokens, {"deck": "as-dealt", **rules}), best=best)

    return make


def _grid(ranks: str, suits: str, best: bool = False, **rules: Any) -> Callable[[int], Question]:
    """Ask for the cards of a grid in the order in which a numbered deal of Universal has them."""

    def make(number: int) -> Question:
        cards = Deal.numbered("universal", number).cards
        tokens = " ".join(card for card in cards if card[0] in ranks and card[1] in suits)
        return Question(Deal.parse("universal", tokens, {"deck": "as-dealt", **rules}), best=best)

    return make


WORKLOADS = (
    Workload("8 cards, best", "one-minute", _first("one-minute", 8, best=True)),
    Workload("full deck, pace 1.2", "one-minute", _full("one-minute", pace=1.2), claims=20),
    Workload("full deck, pace 2", "one-minute", _full("one-minute"), claims=20, limits=LAYERS),
    Workload("full deck, best", "one-minute", _full("one-minute", best=True), claims=20, limits=LAYERS),
    Workload("16 cards, optional", "single-left", _first("single-left", 16, discarding="optional")),
    Workload(
        "10 cards, optional, 1 redeal, best",
        "single-left",
        _first("single-left", 10, best=True, discarding="optional", redeals=1),
    ),
    Workload("full deck, optional", "single-left", _full("single-left", discarding="optional"), claims=20),
    Workload("full deck, forced", "single-left", _full("single-left"), claims=20),
    Workload("8 cards, hand 4, best", "head", _first("head", 8, best=True, hand=4, passes=2)),
    Workload("full deck", "head", _full("head"), claims=20, deals=100),
    Workload("full deck, best", "head", _full("head", best=True), claims=20, deals=100),
    Workload("full deck, 2 passes, best", "head", _full("head", best=True, passes=2), claims=20),
    Workload(
        "full deck, 2 passes, optional, best", "head", _full("head", best=True, passes=2, melding="optional"), claims=20
    ),
    Workload("extended, 2 passes, best", "head", _full("head", best=True, passes=2, extended=True), claims=20),
    Workload("extended, best", "head", _full("head", best=True, extended=True), claims=20, deals=30),
    Workload("15 cards, 2 columns, best", "universal", _grid("12345", "EJV", best=True, columns=2)),
    Workload("draw 1, 1 pass, deals 0 to 99", "universal", _full("universal", draw=1, passes=1), deals=100),
    Workload(
        "draw 1, 1 pass, best, deals 0 to 19", "universal", _full("universal", best=True, draw=1, passes=1), deals=20
    ),
    Workload("draw 2, 2 passes, deals 0 to 99", "universal", _full("universal", draw=2, passes=2), deals=100),
    Workload("7 cards, 3 x 3, hold 1", "blink", _first("blink", 7, columns=3, rows=3, hold=1)),
    Workload("6 cards, 3 x 3, best", "blink", _first("blink", 6, best=True, columns=3, rows=3)),
    Workload("full deck, hold 0", "blink", _full("blink", hold=0), claims=20),
)


def run(index: int, claims: int | None) -> Measured:
    """Run one workload, writing and checking each in a process of its own; `claims` is another number of them."""
    workload = WORKLOADS[index]
    context = multiprocessing.get_context("spawn")
    with TemporaryDirectory() as folder:
        with ProcessPoolExecutor(1, context, initializer=_start_writer) as process:
            deals, found = process.submit(_prove_all, index, claims, Path(folder)).result()
        files = [Path(folder) / str(claim.number) for claim in found if claim.content]
        with ProcessPoolExecutor(1, context, initializer=die_on_interrupt) as process:
            checks, peak = process.submit(check_all, files).result()
    return Measured(workload.name, workload.game, deals, found, checks, peak)


def _start_writer() -> None:
    die_on_interrupt()
    end_with_parent()


def _prove_all(index: int, most: int | None, folder: Path) -> tuple[int, list[Claim]]:
    """Write the certificates of a workload; return the number of deals looked at, and the claims."""
    workload = WORKLOADS[index]
    looked_at = 0

    def claims() -> Iterator[Claim]:
        nonlocal looked_at
        for number in islice(count(), workload.deals):
            looked_at += 1
            began = time.process_time()
            proof = prove(workload.make(number), make_budget(workload.limits))
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


def sentence(measured: Measured) -> str:
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


def chosen(games: Sequence[str], only: str) -> list[int]:
    """Return the workloads of these games whose name holds `only`."""
    return [i for i, workload in enumerate(WORKLOADS) if workload.game in games and only in workload.name]
