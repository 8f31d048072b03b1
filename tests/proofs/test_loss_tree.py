"""Loss trees: they prove plain search's best scores and nothing better."""

import json
import random
from collections import Counter

import pytest

from certificates_help import bound_game, certificate, checked, claim, pack, refused
from winnow.api.prove import prove
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.meter import Meter
from winnow.core.results import BeyondError
from winnow.core.verdicts import Limits
from winnow.games.blink import proofs as blink_trees
from winnow.games.blink.proofs import loss_trees
from winnow.games.blink.referee.loss_tree import TOLD, Told
from winnow.games.blink.referee.shares import Deck, boxes, placements, shares
from winnow.search import plain
from winnow_kernels.common.budget import Budget


def questions(seed, count):
    """Yield decks of four to seven different cards on tight tables that can be won, with their best scores."""
    rng = random.Random(seed)
    while count:
        number = rng.randint(4, 7)
        columns, rows = rng.choice([(number, 1), (3, 3), (4, 2), (2, 4), (3, 4), (10, 10)])
        rules = {"deck": "as-dealt", "hold": rng.choice([0, 0, 1, 2, 9]), "columns": columns, "rows": rows}
        cards = rng.sample(Deal.numbered("blink", 0).cards, number)
        if columns * rows >= number:
            game = Deal.parse("blink", " ".join(cards), rules).bind()
            truth = plain.solve(Task(game, game.start(), True), Budget(positions=10_000))
            if truth.optimal and truth.score is not None:
                count -= 1
                yield game, truth.score


def bounded(game, bound, lines, **changes):
    """Return the result for a certificate that claims that no layout scores above a bound, without a line."""
    return checked(pack([json.dumps(claim(game, "loss-tree", bound=bound, **changes)), *lines]))


def test_loss_trees_show_what_plain_search_finds():
    trees = 0
    for game, score in questions(11, 8):
        (evidence,) = loss_trees(game, game.start(), [score], Budget(positions=100_000))
        result = bounded(game, score, evidence.lines)
        assert result.status == "verified", (game.deal, game.rules, result.text)
        assert bounded(game, score - 2, evidence.lines).status == "failed", (game.deal, game.rules)
        trees += bool(evidence.lines)
        with pytest.raises(ValueError, match="a layout scores above"):
            list(loss_trees(game, game.start(), [score - 2], Budget(positions=100_000)))
    assert trees > 2


def test_heads_that_do_not_say_what_is_told_tell_everything(monkeypatch):
    """Older certificates have such heads, and a tree for every share."""
    trees = 0
    for game, score in questions(14, 9):
        everything = Told(tuple(range(len(Deck(game).components))), runs=True)
        monkeypatch.setattr(blink_trees, "Told", lambda *_, known=everything, **__: known)
        (evidence,) = loss_trees(game, game.start(), [score], Budget(positions=100_000))
        lines = [line.split(f" {TOLD}")[0] for line in evidence.lines]
        assert bounded(game, score, lines).status == "verified"
        trees += sum(TOLD in line for line in evidence.lines)
    assert trees > 7


FAULTY = ["1 0 / 0 0", "1 0 0 / 0", "1 0 / 1", "1 1 / 0", "1 0 /", "1 0 / runs 0", "1 0 / 0 runs runs", "1 0 / / 0"]
FAULTY += ["1 0 runs", "1 0 /0", "1 0 / 0 ", "1 0  / 0", "/ 0", " / 0", "runs", "9 0 / 0", "1 0 / -1", "1 0 / 00"]


@pytest.mark.parametrize("head", [*FAULTY, "1 0 / 1000000000000"])
def test_heads_with_a_fault_are_refused(head):
    stated, written, *lines = certificate("blink tree")
    assert written == "1 0 / 0 runs"
    assert checked(pack([stated, head, *lines])).status == "failed"


def test_what_is_told_is_what_a_tree_rests_on():
    """With fewer facts most trees no longer close; with all stated facts every share is covered."""
    trees, fewer = 0, Counter()
    for game, score in questions(13, 30):
        (evidence,) = loss_trees(game, game.start(), [score], Budget(positions=100_000))
        lines = list(evidence.lines)
        for place, line in enumerate(lines):
            if TOLD in line:
                trees += 1
                less = line.rsplit(" ", 1)[0]
                if not less.endswith(TOLD):
                    result = bounded(game, score, [*lines[:place], less, *lines[place + 1 :]])
                    fewer[result.status] += 1
    assert trees > 7
    assert fewer["failed"] > 2
    assert not fewer["exhausted"]


def test_the_trees_of_one_bound_are_those_of_the_next():
    """The trees of each bound equal those written for it alone, and are fewer than the shares."""
    deck = " ".join(Deal.numbered("blink", 0).cards[:20])
    game = Deal.parse("blink", deck, {"deck": "as-dealt", "columns": 5, "rows": 5, "hold": 1}).bind()
    found = list(loss_trees(game, game.start(), range(90, 60, -2), Budget(positions=300_000)))
    assert len(found) > 3
    for evidence in found:
        lines = list(evidence.lines)
        assert bounded(game, evidence.bound, lines).status == "verified"
    all_shares = sum(1 for box in boxes(Deck(game)) for _ in shares(Deck(game), box, found[-1].bound, Meter()))
    assert sum(TOLD in line for line in lines) < all_shares


@pytest.mark.parametrize(
    ("deal", "after", "text"),
    [("1RS 1RS 2RM", [], "no two of them equal"), ("1RS 2RM 2GM", ["1RS@0,0"], "empty tables")],
)
def test_what_loss_trees_are_not_for(deal, after, text):
    refused(bounded(bound_game("blink", deal, columns=3, rows=3), 99, [], after=after), text, "exhausted")


def test_too_many_placements_end_the_check():
    deck = Deck(Deal.numbered("blink", 6, {"columns": 8, "rows": 8}).bind())
    (box,) = (box for box in boxes(deck) if (box.columns, box.rows) == (8, 8))
    with pytest.raises(BeyondError):
        placements(deck, box, deck.components[4], 0, Meter())


def test_a_search_that_is_stopped_has_a_certificate_of_its_bound():
    rules = {"hold": 1, "columns": 8, "rows": 8}
    proof = prove("blink", number=1, rules=rules, best=True, limits=Limits(positions=4_000_000))
    answer = proof.verdict.answer
    assert (proof.content, answer.optimal, answer.bound) == ("loss-tree", False, 350)
    assert checked(pack(proof.text())).status == "verified"


def test_a_clausal_proof_can_be_asked_for():
    cards = " ".join(Deal.numbered("blink", 1).cards[:13])
    rules = {"deck": "as-dealt", "columns": 5, "rows": 3, "hold": 1}
    contents = [prove("blink", cards, rules=rules, best=True, clausal=clausal).content for clausal in (False, True)]
    assert contents == ["loss-tree", "clauses"]
