"""winnow bench: fixed workloads, whose summed position counts are the signature of the searches."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import click
import psutil
from rich.console import Console
from rich.table import Table

from solver.cli import common
from solver.deals import Deal, game_type
from solver.engines.single_left_simulation import simulate
from solver.games import GAMES
from solver.solving import Ask, answer, make_budget
from solver.verdicts import Limits

if sys.platform != "win32":
    import resource

DEFAULT_SIMULATION = 10_000_000


@dataclass(frozen=True)
class Result:
    """What one workload came to: positions are exact and repeatable, seconds and MiB are not."""

    game: str
    workload: str
    deals: int
    decided: int
    winnable: int
    positions: int
    seconds: float
    peak_mib: float
    note: str = ""


def _numbered(game: str, deals: int, best: bool = False, **rules: Any) -> Iterator[Ask]:
    for number in range(deals):
        yield Ask(Deal.numbered(game, number, rules), best=best)


def _small(game: str, cards: int, deals: int, best: bool = False, **rules: Any) -> Iterator[Ask]:
    """Yield the first cards of numbered deals as decks of their own."""
    for number in range(deals):
        tokens = " ".join(Deal.numbered(game, number).cards[:cards])
        yield Ask(Deal.parse(game, tokens, {"deck": "as-dealt", **rules}), best=best)


WORKLOADS: dict[str, dict[str, Callable[[], Iterator[Ask]]]] = {
    "one-minute": {
        "12 cards, free, best": lambda: _small("one-minute", 12, 200, best=True),
        "full deck, forced, best": lambda: _numbered("one-minute", 50, best=True, passing="forced"),
    },
    "single-left": {
        "full deck, forced": lambda: _numbered("single-left", 1000),
        "full deck, optional, best": lambda: _numbered("single-left", 1000, best=True, discarding="optional"),
    },
    "head": {
        "basic deck, 3 passes, forced, best": lambda: _numbered("head", 20, best=True),
        "basic deck, 2 passes, optional, best": lambda: _numbered("head", 20, best=True, passes=2, melding="optional"),
    },
    "universal": {
        "full deck, 3 cards and 3 passes": lambda: _numbered("universal", 20),
        "full deck, 2 cards and 2 passes": lambda: _numbered("universal", 20, draw=2, passes=2),
    },
    "blink": {
        "7 cards, 3 x 3, best": lambda: _small("blink", 7, 30, best=True, columns=3, rows=3),
    },
}
POSITIONS_A_DEAL = 3_000_000


def _run(game: str, workload: str) -> Result:
    """Run one workload in this process, which was started for it so that the peak of memory is its own."""
    limits = Limits(positions=POSITIONS_A_DEAL)
    deals = decided = winnable = positions = 0
    began = time.perf_counter()
    for ask in WORKLOADS[game][workload]():
        verdict = answer(ask, make_budget(limits))
        deals += 1
        decided += verdict.decided
        winnable += verdict.verdict == "winnable"
        positions += verdict.positions
    return Result(game, workload, deals, decided, winnable, positions, time.perf_counter() - began, _peak_mib())


def _simulation(games: int) -> Result:
    began = time.perf_counter()
    result = simulate(games, seed=1)
    seconds = time.perf_counter() - began
    low, high = result.interval
    note = f"cleared {result.wins / max(1, result.games):.6f}, 95% interval {low:.6f} to {high:.6f}"
    return Result(
        "single-left", "random games, forced", games, games, result.wins, result.games, seconds, _peak_mib(), note
    )


def _die_on_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _peak_mib() -> float:
    """Return the most memory this process has held, in MiB."""
    if sys.platform == "win32":
        return float(psutil.Process().memory_info().peak_wset) / 2**20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


@click.command()
@click.argument("game", required=False)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=DEFAULT_SIMULATION,
    show_default=True,
    help="Random games of Single Left.",
)
@common.json_option
def bench(game: str | None, games: int, as_json: bool) -> int:
    """Run fixed workloads (of GAME, or of all) and print positions, speed and peak memory."""
    chosen = list(GAMES) if game is None else [game_type(game).name]
    context = multiprocessing.get_context("spawn")
    results = []
    for name in chosen:
        tasks: list[tuple[Any, ...]] = [(_run, name, workload) for workload in WORKLOADS[name]]
        tasks += [(_simulation, games)] if name == "single-left" else []
        for task in tasks:
            with ProcessPoolExecutor(1, context, initializer=_die_on_interrupt) as process:
                results.append(process.submit(*task).result())
            _report(results[-1], as_json, common.out())
    if not as_json:
        _summary(results, common.out())
    return common.EXIT_DECIDED


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
        console.print(f"  {result.note}")


def _summary(results: list[Result], console: Console) -> None:
    table = Table("game", "positions (signature)", "a second", "peak MiB", title="Bench", box=None)
    for name in dict.fromkeys(result.game for result in results):
        own = [result for result in results if result.game == name]
        positions, seconds = sum(r.positions for r in own), sum(r.seconds for r in own)
        peak = max(r.peak_mib for r in own)
        table.add_row(name, f"{positions:,}", f"{positions / max(seconds, 1e-9):,.0f}", f"{peak:.0f}")
    console.print(table)
