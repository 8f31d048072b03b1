"""Proves numbered deals of every game and writes their certificates, unpacked, as DIR/KIND-NUMBER.proof.

python make_certificates.py DIR FIRST COUNT, with the Python package of Winnow installed. Undecided deals get no file.

Then as many small decks of every game, which have the other contents and equal cards (small-GAME-NUMBER.proof).
"""

import random
import sys
from pathlib import Path

from winnow.api.prove import prove_question
from winnow.api.solve import make_budget
from winnow.core.deals import Deal
from winnow.core.question import Question
from winnow.core.verdicts import Limits

KINDS = [
    ("single-left", "single-left", {}, False),
    ("single-left-optional", "single-left", {"discarding": "optional"}, False),
    ("single-left-optional-best", "single-left", {"discarding": "optional"}, True),
    ("single-left-redeal", "single-left", {"discarding": "optional", "redeals": 1}, False),
    ("blink", "blink", {}, False),
    ("blink-hold-0", "blink", {"hold": 0}, False),
    ("blink-hold-0-best", "blink", {"hold": 0}, True),
    ("one-minute-forced", "one-minute", {"passing": "forced"}, False),
    ("one-minute", "one-minute", {}, False),
    ("one-minute-best", "one-minute", {}, True),
    ("head", "head", {}, False),
    ("head-best", "head", {}, True),
    ("head-2-passes", "head", {"passes": 2}, False),
    ("universal", "universal", {}, False),
    ("universal-2-2", "universal", {"draw": 2}, False),
    ("universal-1-1", "universal", {"draw": 1}, False),
    ("universal-1-1-best", "universal", {"draw": 1}, True),
]
"""Name, game, rules, and whether the best score is asked for."""


STANDARD = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
BLINK = [n + colour + shape for n in "12345" for colour in "RBGYNA" for shape in "SMTDLF"]
DECKTET = [
    "AM",
    "AS",
    "AW",
    "AL",
    "AY",
    "AK",
    "2MK",
    "2SY",
    "2WL",
    "3MW",
    "3SK",
    "3LY",
    "4MS",
    "4WL",
    "4YK",
    "5ML",
    "5SW",
    "5YK",
    "6MW",
    "6SY",
    "6LK",
    "X",
    "PWLY",
    "TMWK",
]


def small_deck(game, chance):
    """Return rules and deal of a small deck."""
    size = chance.randrange(4, 10)
    if game == "one-minute":
        rules = {"pace": chance.choice([0.1, 0.15, 0.2]), "passing": chance.choice(["free", "forced"]), "pickup": 1}
        return rules, chance.sample(STANDARD, size)
    if game == "single-left":
        goal = chance.choice(["clear", "one", "2"])
        rules = {"discarding": chance.choice(["forced", "optional"]), "goal": goal, "redeals": chance.randrange(3)}
        return rules, chance.choices(STANDARD[:3] + STANDARD[13:16], k=2 * size)
    if game == "head":
        rules = {"hand": 3, "passes": chance.randrange(1, 4), "melding": chance.choice(["forced", "optional"])}
        return rules, chance.sample(DECKTET, size)
    if game == "blink":
        rules = {"hold": chance.randrange(3), "columns": 3, "rows": chance.randrange(2, 4)}
        return rules, chance.sample(BLINK[:50], size)
    ranks, suits = "567MSG"[chance.randrange(3) :], chance.sample("EJMNSV", 2)
    deal = [rank + suit for rank in ranks for suit in suits]
    chance.shuffle(deal)
    return {"draw": chance.randrange(1, 3), "passes": chance.randrange(1, 3), "columns": 2}, deal


def small(directory, count):
    """Write certificates of small decks."""
    for game in ("one-minute", "single-left", "head", "universal", "blink"):
        for number in range(count):
            file = directory / f"small-{game}-{number}.proof"
            rules, deal = small_deck(game, random.Random(f"{game} {number}"))
            question = Question(Deal.parse(game, " ".join(deal), {**rules, "deck": "as-dealt"}), best=number % 2 == 1)
            proof = prove_question(question, make_budget(Limits(seconds=2.0)))
            if proof.content is not None:
                file.write_text("".join(line + "\n" for line in proof.text()), encoding="ascii")


def main(directory, first, count, seconds=20.0):
    directory.mkdir(parents=True, exist_ok=True)
    for name, game, rules, best in KINDS:
        for number in range(first, first + count):
            file = directory / f"{name}-{number}.proof"
            if file.exists():
                continue
            budget = make_budget(Limits(seconds=seconds))
            proof = prove_question(Question(Deal.numbered(game, number, rules), best=best), budget)
            if proof.content is not None:
                file.write_text("".join(line + "\n" for line in proof.text()), encoding="ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    small(Path(sys.argv[1]), int(sys.argv[3]))
