"""winnow prove --bundle: a hint, or puzzles of a pack, with a certificate for each of their claims."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from winnow.api.bundle import Bundle, prove_hint
from winnow.cli import common
from winnow.core.counted import counted
from winnow.core.output import Output
from winnow.search.questions import make_budget
from winnow_kernels.common.budget import Budget

DEFAULT_POSITIONS = 400_000
"""The default limit for each position of a pack: a count, so that every machine writes the same bundle."""


def write_bundle(options: common.Options, target: Output, as_json: bool) -> int:
    """Write the bundle; return the exit status, which is 3 if a claim has no certificate."""
    if Path(options.game).is_dir():
        if as_json:
            raise common.InputError("--json: a bundle of puzzles has no verdict to print")
        return _of_pack(options, target)
    if target.to_stdout and as_json:
        raise common.InputError("--json and -o - both write to standard output")
    if (options.deal is None) == (options.number is None):
        raise common.InputError("give one of: a deal's cards, --number N")
    with common.searching(options.limits) as budget:
        hint, bundle = prove_hint(options.question(budget), budget)
        stopped = budget.stopped
    if as_json:
        common.write_json(hint.record())
    unshown = _open(bundle, lambda _: False)
    _write(bundle, target, unshown, quiet=as_json)
    if stopped == "interrupt":
        return common.EXIT_INTERRUPTED
    return common.EXIT_UNDECIDED if not hint.verdict.decided or unshown else common.EXIT_DECIDED


def _of_pack(options: common.Options, target: Output) -> int:
    # Packs need the schemas and the players.
    from winnow_puzzles.packs.evidence import rests_on_search  # noqa: PLC0415
    from winnow_puzzles.packs.files import PackError  # noqa: PLC0415
    from winnow_puzzles.packs.proving import bundle_puzzles  # noqa: PLC0415
    from winnow_puzzles.packs.reading import read_pack  # noqa: PLC0415

    if (
        options.rules
        or options.after
        or options.best
        or options.number is not None
        or options.engine
        or options.without
    ):
        raise common.InputError("a pack's puzzles are proved as they are: only limits go with PACK --bundle")
    try:
        pack = read_pack(Path(options.game))
        chosen = [pack.find(name) for name in options.deal.split()] if options.deal else list(pack.puzzles)
    except PackError as error:
        raise common.InputError(str(error)) from None
    limits = options.limits
    if limits.positions is None and limits.seconds is None:
        limits = dataclasses.replace(limits, positions=DEFAULT_POSITIONS)

    def budgets(most: int | None) -> Budget:
        known = [count for count in (most, limits.positions) if count is not None]
        return interrupt.watch(make_budget(dataclasses.replace(limits, positions=min(known, default=None))))

    with common.interruptible() as interrupt, _progress() as progress:
        task = progress.add_task("", total=len(chosen))
        bundle = bundle_puzzles(chosen, budgets, lambda: progress.advance(task), interrupt.has_been_asked)
        if interrupt.asked:
            return common.EXIT_INTERRUPTED
    unshown = _open(bundle, rests_on_search)
    _write(bundle, target, unshown, quiet=False)
    return common.EXIT_UNDECIDED if unshown else common.EXIT_DECIDED


def _write(bundle: Bundle, target: Output, unshown: list[str], quiet: bool) -> None:
    with target.opened() as stream:
        bundle.pack(stream)
    if quiet or target.to_stdout:
        return
    listed = sum(len(claims) for _, claims in bundle.records)
    common.out().print(
        f"Bundle: {target.name}, {counted(len(bundle.named()), 'certificates')} for {counted(listed, 'claims')}; "
        f"verify it with: winnow check {target.name}"
    )
    if unshown:
        common.complain(f"{len(unshown):,} claims have no certificate, such as {', '.join(unshown[:3])}")


def _open(bundle: Bundle, by_search: Callable[[str], bool]) -> list[str]:
    """Return the claims that the bundle does not prove, except those in `by_search`, which are not about positions."""
    return [
        f"{record.get('id', '')} {name}".strip()
        for (record, _), result in zip(bundle.records, bundle.results, strict=True)
        for name in result.named("unproven")
        if not by_search(name)
    ]


def _progress() -> Progress:
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal)
