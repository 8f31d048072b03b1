"""winnow prove: decide one deal, and write a certificate of the verdict."""

from __future__ import annotations

from pathlib import Path

import click

from winnow.api.prove import Proof, prove
from winnow.cli import common
from winnow.cli.solve import exit_status, tell


@click.command(name="prove")
@common.question_options
@click.option("--output", "-o", "output", required=True, metavar="FILE", help="Write the certificate here.")
@click.option("--dimacs", metavar="PREFIX", help="Also write PREFIX.cnf, .lrat and .drup, for other checkers.")
@common.json_option
def prove_deal(options: common.Options, output: str, dimacs: str | None, as_json: bool) -> int:
    """Decide DEAL of GAME as winnow solve does, and write a certificate that winnow check verifies.

    Exit status 3 if the question stays undecided, or if no certificate of the verdict was found within the limits.
    """
    if (options.deal is None) == (options.number is None):
        raise common.InputError("give one of: a deal's cards, --number N")
    question = options.question()
    with common.searching(options.limits) as budget:
        proof = prove(question, budget)
        stopped = budget.stopped
    if as_json:
        common.write_json(proof.verdict.record())
    else:
        tell(question, proof.verdict, common.out())
    status = exit_status(proof.verdict)
    if proof.content is None:
        why = f": {stopped} ran out" if stopped in ("positions", "seconds", "memory") else ""
        common.complain(f"no certificate of this verdict{why}; {output} is not written")
        return common.EXIT_INTERRUPTED if stopped == "interrupt" else common.EXIT_UNDECIDED
    _write(proof, output, dimacs)
    if not as_json:
        common.out().print(f"Certificate: {output} ({proof.content}); verify it with: winnow check {output}")
    return status


def _write(proof: Proof, output: str, dimacs: str | None) -> None:
    try:
        proof.write(Path(output))
        if dimacs is not None:
            proof.write_dimacs(dimacs)
    except OSError as error:
        raise common.InputError(f"cannot write the certificate: {error.strerror}") from None
    if dimacs is not None and proof.refutation is None:
        raise common.InputError("--dimacs: this certificate is not a clausal proof")
