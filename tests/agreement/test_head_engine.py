"""The Head Solitaire engine agrees with plain search on small decks and with the known scores of full ones."""

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations
from math import factorial, prod

import pytest
from decks.head import random_deck, solved_by_plain_search, usual_game

from random_play import sizes
from winnow import prove
from winnow.api.hint import answer_hint
from winnow.api.solve import Question
from winnow.api.trial import check_answer
from winnow.core.cards import DECKTET_BASIC, DECKTET_EXTENSION
from winnow.core.deals import Deal
from winnow.core.engine import Task
from winnow.core.game import read_rules
from winnow.core.lines import replay
from winnow.core.verdicts import Answer
from winnow.games.head import engine as head
from winnow.games.head.referee.covers import Covers, melds_of
from winnow.games.head.rules import Head, is_meld
from winnow_kernels.common.budget import Budget
from winnow_kernels.head.search import HeadSearch


def truth(question, score):
    """Return what an answer must agree with, given the best score."""
    return Answer("winnable" if score <= question.game.rules.target else "unwinnable", "plain", score, score)


@pytest.fixture
def only_blocks(monkeypatch):
    """Let the search in blocks decide: no beam, no relaxed game, and almost no positions for the other search."""
    blocks = head.BlockSearch

    def forced_or_not(task, budget):
        search, rules = head._Search(task, budget), task.game.rules
        search.beam = search.relaxed = None
        techniques = [name not in task.without for name in ("joined-blocks", "forgotten-orders")]
        melds = head.melds_of(search.cards, rules.hand, budget, task.without)
        search.blocks = blocks(melds, rules.passes, rules.melding == "optional", budget, False, *techniques)
        search.blocks.place(*search.place)
        search.run()
        return search.answer()

    monkeypatch.setattr(head, "_FIRST_TRY", 1)
    monkeypatch.setattr(head, "_ROUNDS", ((1, 0, 10**9, 1, 1),))
    return forced_or_not


OF_BLOCKS = [(), ("joined-blocks",), ("forgotten-orders",), ("forgotten-orders", "joined-blocks")]


@sizes((1, 60), (5, 10_000))
def test_the_search_in_blocks_agrees_with_plain_search(only_blocks, seed, count):
    for game, position, best, score in solved_by_plain_search(seed, count):
        for without in OF_BLOCKS:
            question = Task(game, position, best, frozenset(without))
            check_answer(question, only_blocks(question, Budget()), truth(question, score))


def larger_decks(passes, melding):
    """Yield decks too large for plain search."""
    rng = random.Random(3)
    for _ in range(80):
        hand = rng.randint(3, 5)
        cards = rng.sample(DECKTET_BASIC + DECKTET_EXTENSION, rng.randint(12, 18))
        values = {"deck": "as-dealt", "hand": hand, "passes": passes, "melding": melding, "extended": True}
        yield Head(read_rules(Head, values), cards)


@pytest.mark.parametrize("melding", ["forced", "optional"])
@pytest.mark.parametrize("passes", [3, 4])
def test_the_search_in_blocks_agrees_in_middle_passes_of_larger_decks(passes, melding, only_blocks):
    """With and without forgetting and joining; each of them changes the positions over all decks."""
    positions = Counter()
    for game in larger_decks(passes, melding):
        score = head.solve(Task(game, game.start(), best=True, without=frozenset({"forgotten-ends"})), Budget()).score
        for without in OF_BLOCKS:
            question, budget = Task(game, game.start(), best=True, without=frozenset(without)), Budget()
            check_answer(question, only_blocks(question, budget), truth(question, score))
            positions[without] += budget.positions
    assert len(set(positions.values())) == len(OF_BLOCKS), positions


IN_MIDDLE_PASSES = {
    "forced": ("parted-blocks", "relaxed-naming", "last-melds"),
    "optional": ("parted-blocks", "last-melds"),
}


@pytest.mark.parametrize("melding", IN_MIDDLE_PASSES)
@pytest.mark.parametrize("passes", [3, 4])
def test_middle_passes_of_larger_decks(passes, melding):
    """The kernel with and without each technique, lines replayed by the rules."""
    differ = Counter()
    for game in larger_decks(passes, melding):
        whole, positions = Task(game, game.start(), best=True), {}
        score = head.solve(whole, Budget()).score
        for without in ((), *((technique,) for technique in IN_MIDDLE_PASSES[melding])):
            question, budget = replace(whole, without=frozenset(without)), Budget()
            check_answer(question, head.solve(question, budget), truth(question, score))
            positions[without] = budget.positions
            differ[without] += positions[without] != positions[()]
    assert all(differ[technique,] for technique in IN_MIDDLE_PASSES[melding]), differ


def test_melds_are_those_of_the_rules():
    rng = random.Random(4)
    for _ in range(100):
        cards = random_deck(rng, 9, extended=True)
        size = rng.randint(3, 6)
        melds = head.melds_of(cards, size, Budget(), rng.choice(((), ("eights",), ("lanes",))))
        everything = (1 << len(cards)) - 1
        expected = [
            sum(1 << i for i in places)
            for count in range(1, size + 1)
            for places in combinations(range(len(cards)), count)
            if is_meld([cards[i] for i in places])
        ]
        assert sorted(melds.within(everything)) == sorted(expected)
        least = least_left(everything, expected, {})
        assert melds.least_left(everything) == least
        assert sorted(sum(1 << i for i in places) for places in melds_of(cards, size)) == sorted(expected)
        covers = Covers(cards, size)
        assert covers.can_leave(everything, least)
        assert not covers.can_leave(everything, least - 1)


def test_melds_one_by_one_by_fours_and_by_eights_make_no_difference():
    """The least left of random sets, and the positions of whole searches."""
    cards = DECKTET_BASIC + DECKTET_EXTENSION
    eights, fours, plain = (head.melds_of(cards, 6, Budget(), without) for without in ((), ("eights",), ("lanes",)))
    rng = random.Random(6)
    for _ in range(200):
        chosen = sum(1 << card for card in rng.sample(range(len(cards)), rng.randint(3, 30)))
        assert eights.least_left(chosen) == fours.least_left(chosen) == plain.least_left(chosen)
    questions = []
    for number in range(4):
        game = Deal.numbered("head", number, {"extended": "true", "melding": "optional"}).bind()
        questions.append(Task(game, game.start(), best=True))
    counts = []
    for without in ((), ("eights",), ("lanes",)):
        budgets = [Budget(positions=100_000) for _ in questions]
        tasks = [replace(question, without=frozenset(without)) for question in questions]
        scores = [head.solve(task, budget).score for task, budget in zip(tasks, budgets, strict=True)]
        counts.append((scores, [budget.positions for budget in budgets]))
    assert counts[0] == counts[1] == counts[2]


def least_left(cards, melds, known):
    """Return the least number of cards that disjoint melds leave over, by trying all melds."""
    if not cards:
        return 0
    if cards not in known:
        first = cards & -cards
        known[cards] = min(
            1 + least_left(cards & ~first, melds, known),
            *(least_left(cards & ~meld, melds, known) for meld in melds if meld & first and not meld & ~cards),
            99,
        )
    return known[cards]


def test_many_equal_cards():
    """With too many melds the cover bound is left out, and beyond 64 cards the plain engine takes over."""
    rules = read_rules(Head, {"deck": "as-dealt"})
    for count in (64, 66):
        game = Head(rules, ["AM"] * count)
        answer = head.solve(Task(game, game.start()), Budget(positions=100_000))
        assert answer.verdict == "winnable"
        assert answer.engine == ("head" if count == 64 else "plain")
        assert game.score(replay(game, game.start(), answer.line)) == 0


def test_many_passes():
    rules = read_rules(Head, {"deck": "as-dealt", "passes": 200})
    game = Head(rules, DECKTET_BASIC[:14])
    answer = head.solve(Task(game, game.start(), best=True), Budget(positions=200_000))
    assert answer.line is not None
    assert game.score(replay(game, game.start(), answer.line)) == answer.score


def test_a_loss_by_the_cards_alone_says_so():
    proof = prove("head", "AM AS AW 2MK 4MS CW CM", rules={"deck": "as-dealt", "target": 3})
    answer = proof.verdict.answer
    assert (answer.verdict, proof.content, answer.bound, answer.reason.kind) == ("unwinnable", "block-set", 4, "cover")
    assert "4 cards" in answer.reason.text


@pytest.mark.parametrize("best", [True, False])
def test_hints_agree_with_a_search_of_every_move(best):
    """Includes discards of part one, whose many orders are answered together first."""
    rng = random.Random(5)
    orders = 0
    for _ in range(60):
        game = usual_game(rng)
        if game.rules.hand > 4:
            continue
        deal = Deal.parse("head", " ".join(game.deal), game.rules.spelled_out())
        found = answer_hint(Question(deal, best=best), Budget())
        moves = dict(game.successors(game.start()))
        assert [move.move for move in found.moves] == list(moves)
        for move in found.moves:
            truth = head.solve(Task(game, moves[move.move], best=True), Budget())
            assert move.verdict == ("winnable" if truth.score <= game.rules.target else "unwinnable")
            assert move.bound <= truth.score
            assert (move.score, move.bound) == (truth.score, truth.score) or not best
        orders += len(head.orders(Task(game, game.start()))) > 1
    assert orders > 8


def test_a_hint_answers_orders_of_a_discard_in_groups():
    """By themselves the 720 orders of this deal take 732,430 positions."""
    budget = Budget()
    found = answer_hint(Question(Deal.numbered("head", 930008)), budget)
    assert Counter(move.verdict for move in found.moves) == {"winnable": 288, "unwinnable": 432}
    assert budget.positions < 100_000


def test_the_blocks_of_orders_are_the_smallest_that_all_of_them_have():
    moves = ("discard A B C D", "discard B A D C")
    assert head._blocks(moves) == [{"A", "B"}, {"C", "D"}]
    assert head._blocks(moves[:1]) == [{"A"}, {"B"}, {"C"}, {"D"}]
    every = ["discard " + " ".join(order) for order in permutations("ABCD")]
    found = list(head.groups(every))
    # All compositions of four cards but the finest.
    assert [len(group) for group in found] == [24, *[6] * 8, *[4] * 6, *[2] * 36]
    for group in found:
        blocks = head._blocks(group)
        assert len(group) == prod(factorial(len(block)) for block in blocks)


def test_a_beam_finds_the_score_of_a_full_deal_and_keeps_to_its_memory():
    game = Deal.numbered("head", 7, {"extended": "true"}).bind()
    scores = []
    for budget, without in ((Budget(positions=100_000), "beam"), (Budget(positions=100_000), "last-pass-budget")):
        answer = head.solve(Task(game, game.start(), best=True, without=frozenset({without})), budget)
        assert game.score(replay(game, game.start(), answer.line)) == answer.score
        scores.append(answer.score)
    assert scores[1] < scores[0]
    budget = Budget(positions=100_000, memory_mib=6)
    assert head.solve(Task(game, game.start(), best=True), budget).score <= scores[0]
    assert budget.stopped == "positions"


AT_THE_END = [
    ("4MS CM 8YK 2SY 7SK AS 9MS 3MW CL 8MS 3LY X", {"hand": "5"}, 2),
    ("2SY 7WY 4MS AS AW 4MS 3SK AW 4MS 9WY 2SY AS AK", {"hand": "5", "melding": "optional"}, 3),
    ("7WY 9LK 8WL CW AM AK CK 5SW CL 9WY 2MK 8YK PMYK 2WL", {"hand": "6", "melding": "optional"}, 4),
]
"""Decks whose best line melds cards of a parted block that come up last; their best scores by plain search."""


def similar_decks(seed, count, most):
    """Yield decks with and without equal cards."""
    rng = random.Random(seed)
    for _ in range(count):
        values = {
            "deck": "as-dealt",
            "hand": rng.randint(3, 6),
            "passes": rng.choice([2, 3, 3, 4]),
            "melding": rng.choice(["forced", "optional"]),
            "extended": True,
        }
        yield Head(read_rules(Head, values), random_deck(rng, most, extended=True))


@pytest.mark.parametrize(("deal", "rules", "score"), AT_THE_END)
def test_a_parted_block_comes_up_last(deal, rules, score):
    game = Deal.parse("head", deal, {"deck": "as-dealt", "extended": "true", **rules}).bind()
    answer = head.solve(Task(game, game.start(), best=True), Budget())
    assert answer.score == answer.bound == score


@sizes((1, 150), (2, 12_000))
@pytest.mark.parametrize("lost_hands", [1, 4, 64, 1 << 14])
def test_last_melds_change_no_score(monkeypatch, lost_hands, seed, count):
    """Compare best scores with those without `last-melds`, which other tests compare with plain search."""
    monkeypatch.setattr(head, "HeadSearch", partial(HeadSearch, lost_hands=lost_hands))
    for game in similar_decks(seed, count, 18 if count < 1000 else 30):
        without, within = (
            head.solve(Task(game, game.start(), best=True, without=frozenset(off)), Budget())
            for off in ({"last-melds"}, ())
        )
        assert (within.score, within.bound) == (without.score, without.score), game.deal
