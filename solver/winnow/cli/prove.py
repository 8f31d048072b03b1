"""winnow prove: decide one deal, and write a certificate of the verdict, or a bundle of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn

from winnow.api.bundle import Bundle, prove_hint
from winnow.api.prove import Proof, prove_question
from winnow.cli import common, exits
from winnow.cli.solve import tell
from winnow.core.counted import counted
from winnow.core.games import GAMES
from winnow.core.output import Output
from winnow.search.questions import make_budget
from winnow_kernels.common.budget import Budget

DEFAULT_POSITIONS = 400_000
"""The default limit for each position of a pack: a count, so that every machine writes the same bundle."""


@click.command(name="prove")
@common.pack_or_question_options
@click.option("--output", "-o", "output", required=True, metavar="FILE", help="The file of the certificate.")
@click.option("--dimacs", metavar="PREFIX", help="Also write PREFIX.cnf, .lrat and .drup, for other checkers.")
@click.option("--reason", is_flag=True, help="Also prove the reason of a loss, if possible.")
@click.option("--bundle", is_flag=True, help="Prove each move too; or, with PACK [PUZZLE...], a pack's claims.")
@common.json_option
def prove_deal(
    options: common.Options, output: str, dimacs: str | None, reason: bool, bundle: bool, as_json: bool
) -> int:
    """Decide DEAL of GAME as winnow solve does, and write a certificate that winnow check verifies.

    With --bundle the file holds the hint of the position with a certificate for each legal move. With the directory of
    a pack instead of GAME it holds puzzles with certificates for their claims; the limits then hold for each position.

    Exit status 3 if the question stays undecided, or if no certificate of the verdict was found within the limits.
    """
    if bundle:
        exits.refuse_given("does not go with --bundle", "dimacs", "reason")
    if options.game not in GAMES:
        if not bundle:
            raise common.InputError(f"{options.game} is a folder: --bundle proves the claims of a pack")
        return _bundle_pack(options, Output(output), as_json)
    target = Output(output)
    if target.to_stdout and as_json:
        raise common.InputError("--json and -o - both write to standard output")
    if bundle:
        return _bundle_hint(options, target, as_json)
    others = [] if dimacs is None else [Output(f"{dimacs}.{suffix}") for suffix in ("cnf", "lrat", "drup")]
    with common.searching(options.limits) as budget:
        question = options.question(budget)
        proof = prove_question(question, budget, reason, clausal=dimacs is not None)
        stopped = budget.stopped
    # Before anything is printed: if the reader stops after one line, the file is still written.
    if proof.content is not None:
        _write(proof, target, others)
    if as_json:
        common.write_json(proof.verdict.record())
    elif not target.to_stdout:
        tell(question, proof.verdict, common.out())
    if proof.content is None:
        why = f": {stopped} ran out" if stopped in ("positions", "seconds", "memory") else ""
        exits.complain(f"no certificate of this verdict{why}; {output} is not written")
        return exits.status(stopped, False)
    if not (as_json or target.to_stdout):
        common.out().print(f"Certificate: {output} ({proof.content}); verify it with: winnow check {output}")
    shown = proof.verdict.reason
    if reason and proof.verdict.verdict == "unwinnable" and (shown is None or shown.kind != proof.content):
        exits.complain(f"{output} shows the loss, but no reason for it: none was found that can be shown")
    return exits.status(proof.verdict.stopped, proof.verdict.decided)


def _write(proof: Proof, target: Output, others: Sequence[Output]) -> None:
    """Write the certificate, and with --dimacs the clausal proof in the formats of other checkers."""
    with target.opened() as stream:
        proof.pack(stream)
    if not others:
        return
    if proof.refutation is None:
        raise common.InputError("--dimacs: this certificate is not a clausal proof")
    refuted = proof.refutation
    for other, lines in zip(others, (refuted.cnf(), refuted.lrat(), refuted.drup()), strict=True):
        with other.opened() as stream:
            stream.writelines(line.encode("ascii") + b"\n" for line in lines)


def _bundle_hint(options: common.Options, target: Output, as_json: bool) -> int:
    """Write the bundle of a position's hint; return the exit status, which is 3 if a claim has no certificate."""
    with common.searching(options.limits) as budget:
        hint, bundle = prove_hint(options.question(budget), budget)
        stopped = budget.stopped
    if as_json:
        common.write_json(hint.record())
    level = 1 if stopped == "interrupt" else 9
    unshown = _write_bundle(bundle, target, lambda _: False, as_json, level)
    return exits.status(stopped, hint.verdict.decided and not unshown)


def _bundle_pack(options: common.Options, target: Output, as_json: bool) -> int:
    """Write the bundle of a pack's puzzles; return the exit status, which is 3 if a claim has no certificate."""
    # Packs need the schemas and the players.
    from winnow_puzzles.packs.proving import bundle_puzzles, rests_on_search  # noqa: PLC0415
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

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with common.interruptible() as interrupt, common.progress(*columns) as progress:
        task = progress.add_task("", total=len(chosen))
        bundle = bundle_puzzles(chosen, budgets, lambda: progress.advance(task), interrupt.has_been_asked)
        if interrupt.asked:
            return common.EXIT_INTERRUPTED
    unshown = _write_bundle(bundle, target, rests_on_search, quiet=False)
    return exits.status(None, not unshown)


def _write_bundle(
    bundle: Bundle, target: Output, by_search: Callable[[str], bool], quiet: bool, level: int = 9
) -> list[str]:
    """Write the bundle; return the claims that it does not prove, apart from those that are about no position."""
    unshown = [
        f"{record.get('id', '')} {name}".strip()
        for (record, _), result in zip(bundle.records, bundle.results, strict=True)
        for name in result.named("unproven")
        if not by_search(name)
    ]
    with target.opened() as stream:
        bundle.pack(stream, level)
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
