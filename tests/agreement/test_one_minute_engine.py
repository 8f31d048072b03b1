"""The One-Minute engine agrees with plain search on small decks, and with itself on larger ones."""

import random
from functools import partial

import pytest
from decks.one_minute import random_deck, small_game, solved_by_plain_search

import winnow
from random_play import sizes
from winnow.core.cards import STANDARD
from winnow.core.deals import Deal
from winnow.core.engine import Task, confirmed
from winnow.games.one_minute import engine as one_minute
from winnow.games.one_minute.theorems import capacity
from winnow.search import plain
from winnow_kernels.common.budget import Budget
from winnow_kernels.one_minute.search import Search

SWITCHES = [(), *((name,) for name in sorted(one_minute.TECHNIQUES)), tuple(sorted(one_minute.TECHNIQUES))]
# Beams so narrow that the proof must find the line, and prices that change in every layer.
HARDEST = {"_WIDTH": 1, "Search": partial(Search, reprice_from=(1, 1))}


@pytest.fixture
def hardest(monkeypatch):
    for name, value in HARDEST.items():
        monkeypatch.setattr(one_minute, name, value)


def ask(game, position, best, without=(), budget=None):
    question = Task(game, position, best, frozenset(without))
    return confirmed(question, one_minute.solve(question, budget or Budget()), Budget())


def check_agreement(cards, options, position, score, without):
    """Check the least handlings, and the win with one handling less than that, with as many, and with one more."""
    answer = ask(small_game(cards, **options), position, True, without)
    assert (answer.score, answer.bound) == (score, score)
    assert answer.line is not None
    for handlings in (score - 1, score, score + 1):
        if handlings < 1:
            continue
        answer = ask(small_game(cards, handlings, **options), position, False, without)
        assert answer.verdict == ("winnable" if handlings >= score else "unwinnable")
        assert answer.bound <= score <= answer.score
        assert (answer.line is not None) == (handlings >= score)
        assert (answer.proof is None) == (handlings >= score)
        assert answer.reason is None or (answer.verdict, answer.reason.kind) == ("unwinnable", "pass-capacity")


@sizes((1, 250), (2, 5000))
def test_agrees_with_plain_search_on_small_decks(hardest, seed, count):
    for cards, options, position, score in solved_by_plain_search(seed, count, 1, 12 if count < 1000 else 14):
        for without in SWITCHES:
            check_agreement(cards, options, position, score, without)


@sizes((5, 4), (6, 300))
def test_prices_and_memory_that_change_often_leave_the_optimum(monkeypatch, seed, count):
    """Lookups by a memory that had grown since the tables were filled once gave wrong optima on such decks."""
    rng = random.Random(seed)
    monkeypatch.setattr(one_minute, "_WIDTH", 1)
    monkeypatch.setattr(one_minute, "Search", partial(Search, reprice_from=(50, 1_000)))
    repriced = 0
    for _ in range(count):
        game = small_game(rng.sample(STANDARD.tokens, rng.randint(20, 26)), pickup=rng.choice([0, 0, 1, 3]))
        budgets = [Budget(), Budget()]
        often = ask(game, game.start(), True, budget=budgets[0])
        never = ask(game, game.start(), True, ["repricing"], budgets[1])
        assert often.optimal
        assert never.optimal
        assert often.score == never.score
        repriced += budgets[0].positions < budgets[1].positions
    assert repriced > count // 2


def test_tables_hold_all_that_their_labels_look_up():
    """The tables of this deal once lacked the successors of a suit's last card, and prices read stale values."""
    game = Deal.numbered("one-minute", 900086, {"pickup": 5}).bind()
    assert ask(game, game.start(), True).score == 153


def test_what_passes_can_play_bounds_the_handlings():
    exact = 0
    for cards, options, position, score in solved_by_plain_search(8, 300, 2, 11):
        game = small_game(cards, **options)
        if position.top is not None:
            least = capacity(game, position).handlings
            assert least <= score
            exact += least == score
    assert exact > 50


def test_a_pace_that_the_passes_rule_out_says_so():
    verdict = winnow.solve("one-minute", number=0, rules={"pace": 1.2})
    assert (verdict.verdict, verdict.answer.proof, verdict.answer.bound) == ("unwinnable", "exhausted", 78)
    assert verdict.answer.reason.kind == "pass-capacity"
    assert "at least 78 handlings" in verdict.answer.reason.text
    proof = winnow.prove("one-minute", number=0, rules={"pace": 1.2})
    assert (proof.content, proof.verdict.answer.bound) == ("priced-layers", 78)
    assert proof.verdict.answer.reason == verdict.answer.reason


def test_full_deals_keep_their_optimum_along_the_line():
    for number in range(3):
        game = Deal.numbered("one-minute", number).bind()
        answer = ask(game, game.start(), True)
        assert answer.optimal
        assert answer.proof == "exhausted"
        position = game.start()
        for count, move in enumerate(answer.line):
            position = game.play(position, move)
            if count % 10 == 9:
                assert ask(game, position, True).score == answer.score


def test_the_pace_decides_a_full_deal():
    best = ask(game := Deal.numbered("one-minute", 1).bind(), game.start(), True).score
    for handlings, verdict in ((best - 1, "unwinnable"), (best, "winnable")):
        game = Deal.numbered("one-minute", 1, {"pace": (handlings + 0.5) / 60}).bind()
        assert ask(game, game.start(), False).verdict == verdict


def test_forced_play_of_full_deals_is_decided_at_once():
    for number in range(200):
        game = Deal.numbered("one-minute", number, {"passing": "forced"}).bind()
        budget = Budget(positions=100_000)
        assert ask(game, game.start(), True, budget=budget).optimal


def test_the_bound_rises_while_it_runs():
    game = Deal.numbered("one-minute", 3).bind()
    bounds = []
    for positions in (10, 100_000, 400_000):
        bounds.append(ask(game, game.start(), True, budget=Budget(positions=positions)).bound)
    assert bounds[0] < bounds[1] < bounds[2] < 120


@pytest.mark.parametrize("passing", ["free", "forced"])
def test_takes_decks_of_any_size(passing):
    for cards in (["AS"], ["AS", "2H"], ["AS"] * 64, [*STANDARD.tokens, *STANDARD.tokens[:12]]):
        game = small_game(cards, passing=passing)
        answer = ask(game, game.start(), True, budget=Budget(positions=50_000))
        assert (answer.engine, answer.line is None) == ("one-minute", False)
    game = small_game(["AS"] * 66, passing=passing)
    assert ask(game, game.start(), True, budget=Budget(positions=1_000)).engine == "plain"


def test_a_pick_up_may_cost_anything():
    """If it costs more than all handlings, the passes decide: a still higher cost does not change the line."""
    rng = random.Random(7)
    for _ in range(60):
        cards = random_deck(rng, 6, 10)
        dear, dearer = small_game(cards, pickup=one_minute.MOST_PICKUP), small_game(cards, pickup=10**15)
        truth = plain.solve(Task(dearer, dearer.start(), best=True), Budget())
        answer = ask(dearer, dearer.start(), True)
        assert (answer.score, answer.bound) == (truth.score, truth.score)
        assert ask(dear, dear.start(), True).line == answer.line
        lost = small_game(cards, max(1, truth.score - 1), pickup=10**15)
        assert ask(lost, lost.start(), False).verdict == "unwinnable"
        won = small_game(cards, truth.score, pickup=10**15)
        assert ask(won, won.start(), False).verdict == "winnable"
