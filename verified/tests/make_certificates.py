"""Proves numbered deals of every game and writes their certificates, unpacked, as DIR/KIND-NUMBER.proof.

python make_certificates.py DIR FIRST COUNT, with the Python package of Winnow installed. Undecided deals get no file.
"""

import sys
from pathlib import Path

try:
    from winnow.api.prove import prove
    from winnow.api.solve import Ask, make_budget
    from winnow.deals import Deal
    from winnow.verdicts import Limits
except ImportError:
    from solver.deals import Deal
    from solver.proofs.proving import prove
    from solver.solving import Ask, make_budget
    from solver.verdicts import Limits

KINDS = [
    ("single-left", "single-left", {}, 1),
    ("single-left-optional", "single-left", {"discarding": "optional"}, 1),
    ("blink", "blink", {}, 1),
    ("blink-hold-0", "blink", {"hold": 0}, 1),
    ("one-minute-forced", "one-minute", {"passing": "forced"}, 1),
    ("one-minute", "one-minute", {}, 1),
    ("head", "head", {}, 1),
    ("universal", "universal", {}, 1),
    ("universal-1-1", "universal", {"draw": 1, "passes": 1}, 20),
]
"""Name, game, rules, and one of how many deals: proofs by clauses take long and are not checked."""


def main(directory, first, count, seconds=5.0):
    directory.mkdir(parents=True, exist_ok=True)
    for name, game, rules, every in KINDS:
        for number in range(first, first + count, every):
            file = directory / f"{name}-{number}.proof"
            if file.exists():
                continue
            budget = make_budget(Limits(seconds=seconds))
            proof = prove(Ask(Deal.numbered(game, number, rules)), budget)
            if proof.content is not None:
                file.write_text("".join(line + "\n" for line in proof.text()), encoding="ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
