"""Loss trees: they prove plain search's best scores, and close no node on the way to a layout."""

import json
import random
from collections import Counter

import pytest

import winnow
from certificates_help import bound_game, certificate, checked, claim, pack, refused
from winnow.api.prove import prove
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.lines import replay
from winnow.core.meter import Meter
from winnow.core.results import BeyondError
from winnow.core.verdicts import Limits
from winnow.games.blink.proofs import loss_trees
from winnow.games.blink.proofs import trees as blink_trees
from winnow.games.blink.referee.heads import TOLD, Head, Told
from winnow.games.blink.referee.loss_tree import EMPTY, UNDECIDED, Listed, Tree
from winnow.games.blink.referee.shares import Deck, Share, boxes, placements, shares
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
    for game, score in questions(11, 20):
        (evidence,) = loss_trees(game, game.start(), [score], Budget(positions=100_000))
        result = bounded(game, score, evidence.lines)
        assert result.status == "verified", (game.deal, game.rules, result.text)
        trees += bool(evidence.lines)
        with pytest.raises(ValueError, match="a layout scores above"):
            list(loss_trees(game, game.start(), [score - 2], Budget(positions=100_000)))
    assert trees > 7


def layouts(game):
    """Return a layout of the best score and one more: places in the deal by cell, with their scores."""
    deal, places = Deal.parse("blink", " ".join(game.deal), game.rules.spelled_out()), {}
    for best in (True, False):
        end = replay(game, game.start(), winnow.solve(deal, best=best).answer.line)
        places[tuple((cell, game.deal.index(card)) for cell, card in end.layout)] = game.score(end)
    return [(dict(cells), score) for cells, score in places.items()]


def images(layout):
    """Yield the layout's images as (columns, rows, places in the deal by number of cell)."""
    for flip in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        for turned in (False, True):
            cells = {(x * flip[0], y * flip[1]): card for (x, y), card in layout.items()}
            cells = {(y, x) if turned else (x, y): card for (x, y), card in cells.items()}
            left, top = min(x for x, _ in cells), min(y for _, y in cells)
            columns, rows = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
            yield columns, rows, {x - left + columns * (y - top): card for (x, y), card in cells.items()}


def share_of(deck, box, held):
    """Return the runs of cards in the rows and columns, and the touching pairs by component."""
    beside = [(cell, near) for cell in held for near in box.near[cell] if near in held]
    runs = 2 * len(held) - len(beside) // 2
    pairs = [
        sum(held[a] in members and deck.partners[held[a]] >> held[b] & 1 for a, b in beside) // 2
        for members in deck.components
    ]
    return runs, tuple(pairs)


def walk(deck, tree, listed, held, rng):
    """Walk down the tree at random to a layout; at each node one child agrees with it, and none can be closed."""
    node = tree.root()
    while True:
        assert node is not None
        assert tree.in_time(node)
        if not node.left:
            return
        undecided = [cell for cell, card in enumerate(node.at) if card == UNDECIDED]
        left = [card for card in held.values() if node.left >> card & 1]
        ways = [f"c {rng.choice(undecided)}", f"d {rng.choice(left)}"]
        ways += [f"k {k}" for k in listed if any(card in left for card in deck.components[k])]
        line = rng.choice(ways)
        children = [child for child in tree.children(node, line) if child is not None]
        agreeing = [
            child
            for child in children
            if all(card in (UNDECIDED, held.get(cell, EMPTY)) for cell, card in enumerate(child.at))
        ]
        assert len(agreeing) == 1, line
        node = agreeing[0]


def test_no_node_on_the_way_to_a_layout_is_closed():
    rng, meter, walks = random.Random(3), Meter(), 0
    for game, _ in questions(12, 60):
        deck = Deck(game)
        for layout, score in layouts(game):
            pivot, met = rng.randrange(deck.count), 0
            for columns, rows, held in images(layout):
                box = next((box for box in boxes(deck) if (box.columns, box.rows) == (columns, rows)), None)
                if box is None or not any(held.get(cell) == pivot for cell in box.quarter):
                    continue
                met += 1
                found = [
                    share
                    for share in shares(deck, box, score - 2, meter)
                    if (share.runs, share.pairs) == share_of(deck, box, held)
                ]
                assert len(found) == 1
                told = [k for k in range(len(deck.components)) if rng.random() < 0.7]
                chosen = [k for k in told if rng.random() < 0.7]
                head = Head(pivot, tuple(chosen), Told(tuple(told), rng.random() < 0.5))
                share = Share(
                    found[0].runs if head.told.runs else 0,
                    tuple(pairs if k in told else 0 for k, pairs in enumerate(found[0].pairs)),
                )
                lists = [Listed(deck, box, deck.components[k], share.pairs[k], meter) for k in chosen]
                walk(deck, Tree(deck, box, share, head, lists, meter), chosen, held, rng)
            assert met, (game.deal, game.rules)
            walks += met
    assert walks > 100


def test_heads_that_do_not_say_what_is_told_tell_everything(monkeypatch):
    """Older certificates have such heads, and a tree for every share."""
    trees = 0
    for game, score in questions(14, 15):
        everything = Told(tuple(range(len(Deck(game).components))), runs=True)
        monkeypatch.setattr(blink_trees, "Told", lambda *_, known=everything, **__: known)
        (evidence,) = loss_trees(game, game.start(), [score], Budget(positions=100_000))
        lines = [line.split(f" {TOLD}")[0] for line in evidence.lines]
        assert bounded(game, score, lines).status == "verified"
        trees += sum(TOLD in line for line in evidence.lines)
    assert trees > 7


@pytest.mark.parametrize(
    "head",
    [
        "1 0 / 0 0",
        "1 0 0 / 0",
        "1 0 / 1",
        "1 1 / 0",
        "1 0 /",
        "1 0 / runs 0",
        "1 0 / 0 runs runs",
        "1 0 / / 0",
        "1 0 runs",
        "1 0 /0",
        "1 0 / 0 ",
        "1 0  / 0",
        "/ 0",
        " / 0",
        "runs",
        "9 0 / 0",
        "1 0 / -1",
        "1 0 / 00",
        "1 0 / 1000000000000",
    ],
)
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


def test_the_best_score_of_25_cards_has_a_certificate():
    cards = " ".join(Deal.numbered("blink", 0).cards[:25])
    proof = prove("blink", cards, rules={"deck": "as-dealt", "columns": 5, "rows": 5}, best=True)
    assert (proof.content, proof.verdict.answer.bound) == ("loss-tree", 102)
    assert checked(pack(proof.text())).status == "verified"


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
