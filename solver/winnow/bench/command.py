"""winnow bench: fixed workloads, whose summed position counts are the signature of the searches."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click
import psutil
from rich.console import Console
from rich.table import Table

from winnow.bench.ablate import Effect, best_effects, effects, effects_against, techniques
from winnow.bench.base import Measured, Sizes, workloads
from winnow.cli import common, exits
from winnow.core.counted import counted
from winnow.core.games import GAMES
from winnow.workers.local import alone

if sys.platform != "win32":
    import resource

DEFAULT_SIMULATION = 10_000_000


def _run(game: str, index: int, sizes: Sizes) -> Measured:
    """Return the figures of one workload, run in this process, which was started for it to measure its memory peak."""
    workload = workloads.of(game)(game)[index]
    measured = workload.run(sizes)
    if sys.platform == "win32":
        peak = float(psutil.Process().memory_info().peak_wset)
    else:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1.0 if sys.platform == "darwin" else 2.0**10)
    return replace(measured, game=game, workload=workload.name, peak_mib=peak / 2**20)


@click.command()
@common.game_argument(required=False)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=DEFAULT_SIMULATION,
    show_default=True,
    help="Games and deals, where a game plays them by the million.",
)
@click.option(
    "--deals", type=click.IntRange(min=1), metavar="N", help="Run N deals of each workload, 60 s a deal at most."
)
@click.option("--ablate", is_flag=True, help="Run every workload without each technique in turn, too, and compare.")
@click.option("--without", multiple=True, metavar="TECHNIQUE", help="With --ablate: only this technique (repeatable).")
@click.option(
    "--against",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Run each workload by the clone in DIR, its kernels built, too, and compare.",
)
@click.option("--from", "first", type=click.IntRange(0, 2**62), default=0, help="The first of numbered deals.")
@click.option("--only", default="", metavar="TEXT", help="Run only the workloads whose name holds TEXT.")
@common.json_option
def bench(
    game: str | None,
    games: int,
    deals: int | None,
    ablate: bool,
    without: tuple[str, ...],
    against: Path | None,
    first: int,
    only: str,
    as_json: bool,
) -> int:
    """Run fixed workloads (of GAME, or of all) and print positions, speed and peak memory.

    The sum of positions is the searches' signature: it changes only if a search does. With --deals the workloads run
    at another size, and with a limit on time instead of positions. With --ablate every workload runs again without each
    technique; positions, seconds and decided deals are compared, and the last table names for each technique the
    workload in which it saves most. Workloads and techniques are chosen by --only and --without. With --against the
    other clone's costs are compared, as those without a technique are.
    """
    if ablate and against is not None:
        raise common.InputError("--ablate and --against are two runs: choose one")
    if without and not ablate:
        raise common.InputError("--without needs --ablate")
    chosen = [kind.name for kind in GAMES.usable(exits.complain)] if game is None else [game]
    if against is not None:
        found = (effect for kind in chosen for effect in effects_against(kind, only, against, deals, first))
        _tell_effects(found, "against", only, as_json)
        return common.EXIT_DECIDED
    if ablate:
        return _ablate(chosen, only, without, deals, first, as_json)
    return _workloads(chosen, only, Sizes(games, deals, first), as_json)


def _check_named(only: str, names: Iterable[str]) -> None:
    """Raise InputError if no name of a workload contains `only`."""
    if not any(only in name for name in names):
        raise common.InputError(f"no workload's name holds {only!r}" if only else "there is no workload of this kind")


def _workloads(games: Sequence[str], only: str, sizes: Sizes, as_json: bool) -> int:
    results = []
    for name in games:
        for index, workload in enumerate(workloads.of(name)(name)):
            if only not in workload.name:
                continue
            results.append(alone(_run, name, index, sizes))
            _report(results[-1], as_json, common.out())
    _check_named(only, (result.workload for result in results))
    if not as_json:
        _summary(results, common.out())
    return common.EXIT_DECIDED


def _ablate(
    games: Sequence[str], only: str, without: Sequence[str], deals: int | None, first: int, as_json: bool
) -> int:
    """Print each effect of every technique when it is measured, then the best one of each; return the exit status."""
    known = {technique for game in games for technique in techniques(game)}
    for name in without:
        if name not in known:
            raise common.InputError(f"no technique {name!r}; there are: {', '.join(sorted(known))}")
    measured = (effect for game in games for effect in effects(game, only, without, deals, first))
    found = _tell_effects(measured, "without", only, as_json)
    if not as_json:
        table = Table(
            "game", "without", "positions", "seconds", "decided", "pays", "workload", title="Ablation", box=None
        )
        for effect in best_effects(found):
            table.add_row(effect.game, *_told(effect), "yes" if effect.pays else "no", effect.workload)
        common.out().print(table)
    return common.EXIT_DECIDED


def _tell_effects(measured: Iterable[Effect], word: str, only: str, as_json: bool) -> list[Effect]:
    """Print each effect when it is measured; return all. Raises InputError if there is none."""
    found = []
    for effect in measured:
        found.append(effect)
        if as_json:
            common.write_json(effect.record())
        else:
            common.out().print(f"{effect.game}, {effect.workload}: {word} {' '.join(_told(effect))}", soft_wrap=True)
    _check_named(only, (effect.workload for effect in found))
    return found


def _told(effect: Effect) -> tuple[str, ...]:
    decided = f"{effect.on.decided} -> {effect.off.decided} of {effect.deals}"
    return effect.technique, f"x {effect.positions:.2f}", f"x {effect.seconds:.2f}", decided


def _report(result: Measured, as_json: bool, console: Console) -> None:
    if as_json:
        common.write_json(
            {**asdict(result), "seconds": round(result.seconds, 3), "peak_mib": round(result.peak_mib, 1)}
        )
        return
    rate = result.positions / max(result.seconds, 1e-9)
    console.print(f"[bold]{result.game}[/bold]: {result.workload}", markup=True)
    console.print(
        f"  {result.decided} of {result.deals} decided, {result.winnable} winnable; "
        f"{counted(result.positions, 'positions')}, {rate:,.0f} a second, peak {result.peak_mib:.0f} MiB",
        soft_wrap=True,
    )
    if result.note:
        console.print(f"  {result.note}", soft_wrap=True)


def _summary(results: list[Measured], console: Console) -> None:
    table = Table("game", "positions (signature)", "a second", "peak MiB", title="Bench", box=None)
    for name in dict.fromkeys(result.game for result in results):
        own = [result for result in results if result.game == name]
        positions, seconds = sum(r.positions for r in own), sum(r.seconds for r in own)
        peak = max(r.peak_mib for r in own)
        table.add_row(name, f"{positions:,}", f"{positions / max(seconds, 1e-9):,.0f}", f"{peak:.0f}")
    console.print(table)
