"""winnow prove --bundle: a hint, or puzzles of a pack, with a certificate for each of their claims."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from winnow.api.bundle import Bundle, prove_hint
from winnow.cli import common, exits
from winnow.core.counted import counted
from winnow.core.output import Output
from winnow.search.questions import make_budget
from winnow_kernels.common.budget import Budget

DEFAULT_POSITIONS = 400_000
"""The default limit for each position of a pack: a count, so that every machine writes the same bundle."""


def bundle_hint(options: common.Options, target: Output, as_json: bool) -> int:
    """Write the bundle of a position's hint; return the exit status, which is 3 if a claim has no certificate."""
    if (options.deal is None) == (options.number is None):
        raise common.InputError("give one of: a deal's cards, --number N")
    with common.searching(options.limits) as budget:
        hint, bundle = prove_hint(options.question(budget), budget)
        stopped = budget.stopped
    if as_json:
        common.write_json(hint.record())
    unshown = _write(bundle, target, lambda _: False, quiet=as_json)
    return exits.status(stopped, hint.verdict.decided and not unshown)


def bundle_pack(options: common.Options, target: Output, as_json: bool) -> int:
    """Write the bundle of a pack's puzzles; return the exit status, which is 3 if a claim has no certificate."""
    # Packs need the schemas and the players.
    from winnow_puzzles.packs.evidence import rests_on_search  # noqa: PLC0415
    from winnow_puzzles.packs.proving import bundle_puzzles  # noqa: PLC0415
    from winnow_puzzles.packs.reading import read_pack  # noqa: PLC0415

    if as_json:
        raise common.InputError("--json: a bundle of puzzles has no verdict to print")
    if any((options.rules, options.after, options.best, options.engine, options.without, options.number is not None)):
        raise common.InputError("a pack's puzzles are proved as they are: only limits go with PACK --bundle")
    pack = read_pack(Path(options.game))
    chosen = [pack.find(name) for name in options.deal.split()] if options.deal else list(pack.puzzles)
    limits = options.limits
    if limits.positions is None and limits.seconds is None:
        limits = dataclasses.replace(limits, positions=DEFAULT_POSITIONS)

    def budgets(most: int | None) -> Budget:
        known = [count for count in (most, limits.positions) if count is not None]
        return interrupt.watch(make_budget(dataclasses.replace(limits, positions=min(known, default=None))))

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = Progress(*columns, console=console, disable=not console.is_terminal)
    with common.interruptible() as interrupt, shown as progress:
        task = progress.add_task("", total=len(chosen))
        bundle = bundle_puzzles(chosen, budgets, lambda: progress.advance(task), interrupt.has_been_asked)
        if interrupt.asked:
            return common.EXIT_INTERRUPTED
    unshown = _write(bundle, target, rests_on_search, quiet=False)
    return exits.status(None, not unshown)


def _write(bundle: Bundle, target: Output, by_search: Callable[[str], bool], quiet: bool) -> list[str]:
    """Write the bundle; return the claims that it does not prove, apart from those that are about no position."""
    unshown = [
        f"{record.get('id', '')} {name}".strip()
        for (record, _), result in zip(bundle.records, bundle.results, strict=True)
        for name in result.named("unproven")
        if not by_search(name)
    ]
    with target.opened() as stream:
        bundle.pack(stream)
    if quiet or target.to_stdout:
        return unshown
    listed = sum(len(claims) for _, claims in bundle.records)
    common.out().print(
        f"Bundle: {target.name}, {counted(len(bundle.named()), 'certificates')} for {counted(listed, 'claims')}; "
        f"verify it with: winnow check {target.name}"
    )
    if unshown:
        exits.complain(f"{len(unshown):,} claims have no certificate, such as {', '.join(unshown[:3])}")
    return unshown
