"""Writes certificates of small decks whose content is otherwise that of full deals only.

python make_small.py DIR COUNT, with the Python package of Winnow installed: COUNT of One-Minute's priced layers
(small-layers-NUMBER.proof), of Universal's clauses of a score (small-scores-NUMBER.proof), with more redeals left than
cards in stock and waste (small-redeals-NUMBER.proof), and stock orders (small-orders-NUMBER.proof), of Single Left's
closed sets with relations (small-sets-NUMBER.proof), of Blink's clauses (small-placements-NUMBER.proof) and loss trees
(small-trees-NUMBER.proof), and of Single Left's assignments, which
are of the full deck with few unknown cards (small-unknown-NUMBER.proof).
"""

import json
import random
import sys
from itertools import count
from pathlib import Path
from unittest.mock import patch

from make_certificates import BLINK, STANDARD

from winnow.api.prove import prove_question
from winnow.api.solve import make_budget, pose, solve
from winnow.core.verdicts import Limits
from winnow.games.blink import proofs as blink_proofs
from winnow.games.one_minute import proofs

LIMITS = Limits(seconds=10.0)


def layers(chance):
    """Return the proof of a small deck of One-Minute, from its start or a position on a good line."""
    cards = chance.choices(STANDARD, k=12)
    deal = cards[: chance.randrange(3, 11)] if chance.random() < 0.5 else [*dict.fromkeys(cards)][:10]
    rules = {
        "deck": "as-dealt",
        "pace": chance.choice([0.05, 0.1, 0.15, 0.2, 0.3]),
        "passing": "free",
        "pickup": chance.randrange(4),
    }
    after = []
    if chance.random() < 0.4:
        line = solve("one-minute", deal, rules=rules, best=True).record()["line"]
        after = line[: chance.randrange(len(line))]
    question = pose("one-minute", " ".join(deal), rules=rules, after=after, best=chance.random() < 0.6)
    # Prices that change early, and no closed sets of few cards.
    with patch.object(proofs, "_REPRICE_FROM", (5, 15)), patch.object(proofs, "_FEW_CARDS", 0):
        return prove_question(question, make_budget(LIMITS))


def universal_deck(chance):
    """Return a small deck of Universal, shuffled."""
    ranks, suits = "34567MSG"[chance.randrange(2, 6) :], chance.sample("EJMNSV", chance.choice([1, 2, 2, 3]))
    deal = [rank + suit for rank in ranks for suit in suits][:12]
    deal = deal[: len(deal) // len(suits) * len(suits)]
    chance.shuffle(deal)
    return deal


def walk(question, chance, steps):
    """Return a random line of at most `steps` moves from the start of `question`."""
    game = question.deal.bind()
    position, after = game.start(), []
    for _ in range(steps):
        options = list(game.successors(position))
        if options:
            move, position = chance.choice(options)
            after.append(move)
    return after


def scores(chance):
    """Return the proof of the best score of a small deck of Universal."""
    deal = universal_deck(chance)
    rules = {name: chance.randrange(1, 4) for name in ("draw", "passes", "columns")}
    question = pose("universal", " ".join(deal), rules={"deck": "as-dealt", **rules}, best=True)
    return prove_question(question, make_budget(LIMITS))


def redeals(chance):
    """Return the proof of a small deck of Universal with many redeals, from its start or after a few moves."""
    deal = universal_deck(chance)
    rules = {"draw": chance.randrange(2, 5), "passes": len(deal) + chance.randrange(2, 6)}
    rules = {"deck": "as-dealt", "columns": chance.randrange(1, 4), **rules}
    game = pose("universal", " ".join(deal), rules=rules).deal.bind()
    position, after = game.start(), []
    for _ in range(chance.choice([0, chance.randrange(30)])):
        options = list(game.successors(position))
        if options:
            move, then = chance.choice(options)
            if then.redeals > len(then.stock + then.waste):
                position = then
                after.append(move)
    question = pose("universal", " ".join(deal), rules=rules, after=after, best=chance.random() < 0.5)
    return prove_question(question, make_budget(LIMITS))


def orders(chance):
    """Return the proof of a loss of a small deck of Universal in one pass, by the places of few cards if they lose."""
    deal = universal_deck(chance)
    rules = {"deck": "as-dealt", "draw": 1, "passes": 1, "columns": chance.randrange(1, 4)}
    after = walk(pose("universal", " ".join(deal), rules=rules), chance, chance.choice([0, 0, chance.randrange(8)]))
    return prove_question(pose("universal", " ".join(deal), rules=rules, after=after), make_budget(LIMITS), reason=True)


def sets(chance):
    """Return the proof of a small deck of Single Left, with redeals, from its start or after a few moves."""
    deal = chance.sample([rank + suit for rank in "A2345" for suit in "CDHS"], chance.randrange(6, 12))
    goal = chance.choice(["clear", "one", "2"])
    rules = {"deck": "as-dealt", "discarding": "optional", "redeals": chance.randrange(3), "goal": goal}
    after = walk(pose("single-left", " ".join(deal), rules=rules), chance, chance.choice([0, chance.randrange(10)]))
    question = pose("single-left", " ".join(deal), rules=rules, after=after, best=chance.random() < 0.7)
    return prove_question(question, make_budget(LIMITS))


def placements(chance):
    """Return the proof of a small deck of Blink: a loss where the table is tight, else mostly the best score."""
    tight = chance.random() < 0.5
    if tight:
        deal = chance.sample(BLINK[:48], chance.randrange(5, 9))
        columns = chance.choice([2, 3, 4])
        size = {"columns": columns, "rows": -(-len(deal) // columns)}
    else:
        cards = chance.choices(BLINK[:40], k=chance.randrange(3, 8))
        deal = cards if chance.random() < 0.5 else [*dict.fromkeys(cards)]
        size = {name: chance.randrange(1, 5) for name in ("columns", "rows")}
    rules = {"deck": "as-dealt", "hold": chance.choice([0, 1, 2, 9]), **size}
    steps = min(chance.choice([0, 0, chance.randrange(3)]), len(deal) - 1)
    after = walk(pose("blink", " ".join(deal), rules=rules), chance, steps)
    question = pose("blink", " ".join(deal), rules=rules, after=after, best=not tight and chance.random() < 0.9)
    return prove_question(question, make_budget(LIMITS))


def trees(chance):
    """Return the proof of the best score of a small deck of Blink, whose cards differ, with few spare cells."""
    hold = chance.choice([0, 0, 1, 2, 9])
    deal = chance.sample(BLINK[:48], chance.randrange(4, 7 if hold else 9))
    columns = chance.choice([2, 3, 3, 4])
    rows = -(-len(deal) // columns) + chance.choice([0, 0, 1])
    rules = {"deck": "as-dealt", "hold": hold, "columns": columns, "rows": rows}
    question = pose("blink", " ".join(deal), rules=rules, best=True)
    # Otherwise decks this small get clauses.
    with patch.object(blink_proofs, "_FEW_CARDS", 0):
        return prove_question(question, make_budget(LIMITS))


def unknown(chance):
    """Return the proof of a deal of Single Left with up to four unknown cards, the last ones or any."""
    deal = chance.sample(STANDARD, len(STANDARD))
    few = chance.randrange(1, 5)
    places = chance.sample(range(52), few) if chance.random() < 0.7 else range(52 - few, 52)
    for place in places:
        deal[place] = "?"
    goal = chance.choice(["clear", "clear", "one", "2", "8", "16"])
    rules = {"discarding": chance.choice(["forced", "optional"]), "goal": goal}
    return prove_question(pose("single-left", " ".join(deal), rules=rules), make_budget(LIMITS))


def content_of(proof):
    """Return the content that the header names."""
    return json.loads(next(iter(proof.text())))["content"]


def write(directory, name, content, prove, wanted):
    """Write as many proofs with a content."""
    written = 0
    for number in count():
        if written == wanted:
            return
        proof = prove(random.Random(f"{name} {number}"))
        if proof is not None and content_of(proof) == content:
            written += 1
            text = "".join(line + "\n" for line in proof.text())
            (directory / f"small-{name}-{number}.proof").write_text(text, encoding="ascii")


def main(directory, wanted):
    directory.mkdir(parents=True, exist_ok=True)
    write(directory, "layers", "priced-layers", layers, wanted)
    write(directory, "scores", "clauses", scores, wanted)
    write(directory, "redeals", "clauses", redeals, wanted)
    write(directory, "sets", "relations-set", sets, wanted)
    write(directory, "placements", "clauses", placements, wanted)
    write(directory, "trees", "loss-tree", trees, wanted)
    write(directory, "unknown", "assignments", unknown, wanted)
    write(directory, "orders", "stock-order", orders, wanted)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
