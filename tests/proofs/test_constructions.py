"""Constructions without a deal: a certificate about every completion proves that there is none."""

from __future__ import annotations

import random

from click.testing import CliRunner

from certificates_help import checked, pack
from winnow.api.construct import construct_deal, prove_none, wish
from winnow.cli import command
from winnow.core.deals import Deal
from winnow.core.verdicts import Limits
from winnow.search.questions import make_budget

LIMITS = Limits(positions=100_000)


def wishes(seed, leaves, unknown):
    rng = random.Random(seed)
    cards = list(Deal.numbered("single-left", seed).cards)
    for place in rng.sample(range(len(cards)), unknown):
        cards[place] = "?"
    return wish("single-left", cards, leaves)


def test_what_cannot_be_constructed_is_proved_where_no_fewer_can_be_left():
    shown = 0
    for seed in (0, 1):
        for leaves in (0, 2):
            wanted = wishes(seed, leaves, 2)
            found = construct_deal(wanted, make_budget(LIMITS)).found
            proof = prove_none(wanted, make_budget(LIMITS))
            if proof is None:
                continue
            assert found.verdict == "none"
            assert checked(pack(proof.text())).status == "verified"
            assert proof.header()["rules"]["goal"] == ("clear" if leaves == 0 else "2")
            shown += 1
    assert shown > 1


def test_more_than_a_number_left_has_no_certificate():
    assert prove_none(wish("single-left", leaves=0, first_discard=30), make_budget(LIMITS)) is None
    assert prove_none(wish("single-left"), make_budget(LIMITS)) is None


def test_the_command_writes_it(tmp_path):
    file = tmp_path / "none.gz"
    lost = next(seed for seed in range(20) if prove_none(wishes(seed, 0, 2), make_budget(LIMITS)) is not None)
    cards = wishes(lost, 0, 2).cards.text
    done = CliRunner().invoke(command, ["construct", "single-left", cards, "--clears", "--proof", str(file)])
    assert (done.exit_code, "There is no such deal" in done.output) == (0, True), done.output
    assert CliRunner().invoke(command, ["check", str(file)]).output.startswith(f"{file}: verified")
