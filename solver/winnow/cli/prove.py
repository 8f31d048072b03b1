"""winnow prove: decide one deal, and write a certificate of the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from winnow.api.prove import Proof, prove_question
from winnow.cli import common, exits
from winnow.cli.bundle import bundle_hint, bundle_pack
from winnow.cli.solve import tell
from winnow.core.output import Output


@click.command(name="prove")
@common.question_options
@click.option("--output", "-o", "output", required=True, metavar="FILE", help="The file of the certificate.")
@click.option("--dimacs", metavar="PREFIX", help="Also write PREFIX.cnf, .lrat and .drup, for other checkers.")
@click.option("--reason", is_flag=True, help="Prove the reason of a loss, too, if possible.")
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
    for name, given in (("dimacs", dimacs is not None), ("reason", reason)):
        if bundle and given:
            raise common.InputError(f"--bundle and --{name} do not go together")
    if bundle and Path(options.game).is_dir():
        return bundle_pack(options, Output(output), as_json)
    if not bundle and (options.deal is None) == (options.number is None):
        raise common.InputError("give one of: a deal's cards, --number N")
    target = Output(output)
    if target.to_stdout and as_json:
        raise common.InputError("--json and -o - both write to standard output")
    if bundle:
        return bundle_hint(options, target, as_json)
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
