"""winnow bench: fixed workloads, whose summed position counts are the signature of the searches."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table

from winnow.api.solve import Question, answer, make_budget
from winnow.cli import common
from winnow.cli.bench import blink as bench_blink
from winnow.cli.bench import proofs as bench_proofs
from winnow.cli.bench import single_left as bench_single_left
from winnow.cli.bench.checks import die_on_interrupt, peak_mib
from winnow.deals import Deal, game_type
from winnow.games import GAMES
from winnow.statistics import wilson
from winnow.verdicts import Limits
from winnow.workers.local import end_with_parent

N = TypeVar("N", int, float)

DEFAULT_SIMULATION = 10_000_000


@dataclass(frozen=True)
class Result:
    """What one workload came to: positions are exact and repeatable, CPU seconds and MiB are not."""

    game: str
    workload: str
    deals: int
    decided: int
    winnable: int
    positions: int
    seconds: float
    peak_mib: float
    note: str = ""
    scores: dict[int, int] | None = None
    """How often each score was proved to be the best, where the workload asks for that."""


def _numbered(game: str, deals: int, *, best: bool = False, **rules: Any) -> Iterator[Question]:
    for number in range(deals):
        yield Question(Deal.numbered(game, number, rules), best=best)


def _small(game: str, cards: int, deals: int, *, best: bool = False, **rules: Any) -> Iterator[Question]:
    """Yield the first cards of numbered deals as decks of their own."""
    for number in range(deals):
        tokens = " ".join(Deal.numbered(game, number).cards[:cards])
        yield Question(Deal.parse(game, tokens, {"deck": "as-dealt", **rules}), best=best)


@dataclass(frozen=True)
class Workload:
    """So many deals of one kind; `make` yields the questions of the first `deals` of them."""

    name: str
    deals: int
    make: Callable[[int], Iterator[Question]]
    scores: bool = False


def _full(name: str, game: str, deals: int, best: bool = False, **rules: Any) -> Workload:
    return Workload(name, deals, partial(_numbered, game, best=best, **rules))


def _head(extended: bool, deals: int, passes: int, melding: str) -> Workload:
    deck = "extended" if extended else "basic"
    rules: dict[str, Any] = {"passes": passes, "melding": melding, "extended": extended}
    make = partial(_numbered, "head", best=True, **rules)
    return Workload(f"{deck} deck, {passes} passes, {melding}, best", deals, make, scores=True)


WORKLOADS: dict[str, tuple[Workload, ...]] = {
    "one-minute": (
        _full("full deck, free, best", "one-minute", 5, best=True),
        _full("full deck, free, within 120", "one-minute", 10),
        _full("full deck, forced, best", "one-minute", 1000, best=True, passing="forced"),
    ),
    "single-left": (
        _full("full deck, forced", "single-left", 1000),
        _full("full deck, optional, best", "single-left", 1000, best=True, discarding="optional"),
    ),
    "head": (
        _head(False, 20, 3, "forced"),
        _head(False, 20, 3, "optional"),
        _head(False, 20, 2, "forced"),
        _head(False, 20, 2, "optional"),
        _head(True, 5, 3, "forced"),
        _head(True, 5, 3, "optional"),
        _head(True, 20, 2, "forced"),
        _head(True, 20, 2, "optional"),
    ),
    "universal": (
        _full("draw 3, 3 passes, win", "universal", 20),
        _full("draw 2, 2 passes, win", "universal", 20, draw=2, passes=2),
        _full("draw 1, 1 pass, win", "universal", 20, draw=1, passes=1),
        _full("draw 3, 3 passes, best", "universal", 10, best=True),
        _full("draw 2, 2 passes, best", "universal", 10, best=True, draw=2, passes=2),
        _full("draw 1, 1 pass, best", "universal", 10, best=True, draw=1, passes=1),
    ),
    "blink": (
        Workload("7 cards, 3 x 3, best", 30, partial(_small, "blink", 7, best=True, columns=3, rows=3)),
        *(_full(f"10 x 10, hold {hold}", "blink", 50, hold=hold) for hold in range(4)),
        *(_full(f"8 x 8, hold {hold}", "blink", 50, hold=hold, columns=8, rows=8) for hold in range(4)),
        *(_full(f"6 x 10, hold {hold}", "blink", 10, hold=hold, columns=6) for hold in (0, 3)),
        *(_full(f"5 x 12, hold {hold}", "blink", 10, hold=hold, columns=5, rows=12) for hold in (0, 3)),
    ),
}
LIMITS = Limits(positions=3_000_000)
"""For one deal of a fixed workload: a count, so that the sum is the same on every machine."""
BLINK_SCORE_LIMITS = Limits(positions=1_000_000)
"""For one best score of Blink, where a position is one move of an annealing."""
FULL_SIZE_LIMITS = Limits(seconds=60)
"""For one deal when `--deals` asks for a run of another size."""


def _run(game: str, index: int, deals: int | None) -> Result:
    """Run one workload in this process, which was started for it so that the peak of memory is its own."""
    workload = WORKLOADS[game][index]
    limits = LIMITS if deals is None else FULL_SIZE_LIMITS
    count = workload.deals if deals is None else deals
    verdicts, times = [], []
    for question in workload.make(count):
        # The processor's time, as far as this process had it: a busy machine makes the clock's worthless.
        began = time.process_time()
        verdicts.append(answer(question, make_budget(limits)))
        times.append(time.process_time() - began)
    times.sort()
    open_deals = [str(verdict.number) for verdict in verdicts if not verdict.decided]
    winnable = sum(verdict.verdict == "winnable" for verdict in verdicts)
    lost = sum(verdict.verdict == "unwinnable" for verdict in verdicts)
    # Outer ends: all undecided deals lost, then all won.
    low, high = wilson(winnable, count)[0], wilson(count - lost, count)[1]
    note = (
        f"winnable {winnable / count:.1%}, 95% interval {low:.1%} to {high:.1%}; CPU seconds a deal: "
        f"median {_quantile(times, 50):.3f}, p99 {_quantile(times, 99):.3f}, max {times[-1]:.3f}"
    )
    reached = sorted(v.answer.score for v in verdicts if v.question == "best" and v.answer.score is not None)
    if reached:
        note += f"; scores: {reached[0]} to {reached[-1]}, median {_quantile(reached, 50)}"
    if open_deals:
        note += f"; not decided: {' '.join(open_deals)}"
    positions = sum(verdict.positions for verdict in verdicts)
    decided = count - len(open_deals)
    scores = Counter(score for v in verdicts if v.answer.optimal and (score := v.answer.score) is not None)
    shown = dict(sorted(scores.items())) if workload.scores else None
    return Result(game, workload.name, count, decided, winnable, positions, sum(times), peak_mib(), note, shown)


def _quantile(ordered: Sequence[N], percent: int) -> N:
    """Return the smallest value that at least `percent` of the values do not exceed."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def _single_left(name: str, sizes: bench_single_left.Sizes) -> Result:
    measured = bench_single_left.workloads()[name](sizes)
    return Result("single-left", name, **vars(measured), peak_mib=peak_mib())


def _blink_scores(hold: int, deals: int | None) -> Result:
    limits, count = (BLINK_SCORE_LIMITS, 2) if deals is None else (FULL_SIZE_LIMITS, deals)
    found = bench_blink.run(hold, count, limits, limits)
    workload = bench_blink.name(hold)
    return Result("blink", workload, count, 0, count, found.positions, found.seconds, peak_mib(), found.note)


def _start_worker() -> None:
    die_on_interrupt()
    end_with_parent()


@click.command()
@click.argument("game", required=False)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=DEFAULT_SIMULATION,
    show_default=True,
    help="Random games and deals of Single Left.",
)
@click.option(
    "--deals", type=click.IntRange(min=1), metavar="N", help="Run N deals of each workload, 60 s a deal at most."
)
@click.option("--proofs", is_flag=True, help="Certificates instead: N losses or bounds proved, written and checked.")
@click.option("--only", default="", metavar="TEXT", help="Run only the workloads whose name holds TEXT.")
@common.json_option
def bench(game: str | None, games: int, deals: int | None, proofs: bool, only: str, as_json: bool) -> int:
    """Run fixed workloads (of GAME, or of all) and print positions, speed and peak memory.

    The sum of positions is the searches' signature: it changes only if a search does. With --deals the workloads run
    at another size, and with a limit on time instead of positions.
    """
    chosen = list(GAMES) if game is None else [game_type(game).name]
    if proofs:
        return _proofs(bench_proofs.chosen(chosen, only), deals, only, as_json)
    context = multiprocessing.get_context("spawn")
    results = []
    for name in chosen:
        tasks: list[tuple[Any, ...]] = [
            (_run, name, index, deals) for index, workload in enumerate(WORKLOADS[name]) if only in workload.name
        ]
        if name == "single-left":
            sizes = bench_single_left.Sizes(games, deals)
            tasks += [(_single_left, special, sizes) for special in bench_single_left.workloads() if only in special]
        if name == "blink":
            tasks += [(_blink_scores, hold, deals) for hold in bench_blink.HOLDS if only in bench_blink.name(hold)]
        for task in tasks:
            with ProcessPoolExecutor(1, context, initializer=_start_worker) as process:
                results.append(process.submit(*task).result())
            _report(results[-1], as_json, common.out())
    if not results:
        raise common.InputError(f"no workload's name holds {only!r}")
    if not as_json:
        _summary(results, common.out())
    return common.EXIT_DECIDED


def _proofs(workloads: Sequence[int], claims: int | None, only: str, as_json: bool) -> int:
    """Print the figures of certificates; a claim proved but not verified fails."""
    if not workloads:
        raise common.InputError(f"no workload's name holds {only!r}")
    failed = False
    for index in workloads:
        measured = bench_proofs.run(index, claims)
        failed = failed or any(status != "verified" for status, _ in measured.checks)
        if as_json:
            common.write_json(measured.record())
        else:
            common.out().print(f"[bold]{measured.game}[/bold]: {measured.name}")
            common.out().print(f"  {bench_proofs.sentence(measured)}", soft_wrap=True)
    return common.EXIT_CHECK_FAILED if failed else common.EXIT_DECIDED


def _report(result: Result, as_json: bool, console: Console) -> None:
    if as_json:
        common.write_json(
            {**asdict(result), "seconds": round(result.seconds, 3), "peak_mib": round(result.peak_mib, 1)}
        )
        return
    rate = result.positions / max(result.seconds, 1e-9)
    console.print(f"[bold]{result.game}[/bold]: {result.workload}")
    console.print(
        f"  {result.decided} of {result.deals} decided, {result.winnable} winnable; {result.positions:,} positions, "
        f"{rate:,.0f} a second, peak {result.peak_mib:.0f} MiB",
        soft_wrap=True,
    )
    if result.note:
        console.print(f"  {result.note}", soft_wrap=True)
    if result.scores:
        console.print(f"  {_distribution(result.scores, result.deals)}", soft_wrap=True)


def _distribution(scores: dict[int, int], deals: int) -> str:
    """Return the mean of the proved best scores, and the share of each with its 95% interval.

    The intervals allow for the deals without a proved score, which may all have any score.
    """
    proved = sum(scores.values())
    shares = []
    for score, count in scores.items():
        low, high = wilson(count, deals)[0], wilson(count + deals - proved, deals)[1]
        shares.append(f"{score}: {count / deals:.1%} ({low:.1%} to {high:.1%})")
    mean = sum(score * count for score, count in scores.items()) / proved
    return f"best scores, mean {mean:.2f}; " + ", ".join(shares)


def _summary(results: list[Result], console: Console) -> None:
    table = Table("game", "positions (signature)", "a second", "peak MiB", title="Bench", box=None)
    for name in dict.fromkeys(result.game for result in results):
        own = [result for result in results if result.game == name]
        positions, seconds = sum(r.positions for r in own), sum(r.seconds for r in own)
        peak = max(r.peak_mib for r in own)
        table.add_row(name, f"{positions:,}", f"{positions / max(seconds, 1e-9):,.0f}", f"{peak:.0f}")
    console.print(table)
