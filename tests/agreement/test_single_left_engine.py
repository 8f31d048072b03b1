"""Single Left: the kernels and the engine against the rules as plain Python, and against plain search."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from typing import Any

import pytest

import winnow
from random_play import sizes
from single_left_help import ask, played_by_the_rules, random_cards, rules, walk
from winnow.checking.records import check
from winnow.core.cards import STANDARD
from winnow.core.deals import Deal
from winnow.core.engine import Task, UnsoundLineError
from winnow.core.statistics import wilson
from winnow.games.single_left.engine.solving import NAME, encode, parity, solve
from winnow.games.single_left.rules import Position, SingleLeft
from winnow.search import plain
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.search import (
    best_line,
    cards_left,
    least_left_from,
    line_of_play,
    numbered_games,
)

CLEAR = 0.0070624
"""The chance of a forced deal to clear the table, from 2 * 10**9 games of an independent program."""
MOVES = ("draw", "pair", "four", "redeal")


def played_by_the_kernel(game: SingleLeft, position: Position) -> tuple[int, tuple[str, ...]]:
    ranks, suits = encode(game.deal)
    low, high = game.rules.wanted(len(game.deal))
    start = (ranks, suits, position.hand, position.deck, position.redeals, low, high)
    moves = line_of_play(*start, Budget())
    assert moves is not None
    return cards_left(*start), tuple(MOVES[move] for move in moves)


# ---------------------------------------------------------------------------------------------------------- forced play


@sizes((1, 1_500), (2, 100_000))
def test_kernel_plays_on_from_any_position(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        cards = random_cards(rng, rng.randint(1, 60), rng.choice((3, 4, 13)), rng.choice((1, 2, 4)))
        options = {"goal": rng.choice(("clear", "one", "0", "1", "2", "5", "8")), "redeals": rng.randrange(4)}
        position = walk(rng, SingleLeft(rules(discarding="optional", **options), cards))
        game = SingleLeft(rules(**options), cards)
        expected = played_by_the_rules(game, position)
        assert played_by_the_kernel(game, position) == expected
        answer = solve(Task(game, position, best=True), Budget())
        assert (answer.score, answer.bound, answer.line) == (expected[0], expected[0], expected[1])
        assert answer.verdict == ("winnable" if game.goal_met(expected[0]) else "unwinnable")


def test_a_hand_that_comes_back_counts_redeals_by_its_cycle() -> None:
    rng = random.Random(5)
    for _ in range(50):
        cards = random_cards(rng, rng.randrange(4, 25), 5, 3)
        for redeals in (*range(4, 12), 97, 98, 99, 100):
            game = SingleLeft(rules(redeals=redeals), cards)
            ranks, suits = encode(cards)
            left = cards_left(ranks, suits, (), range(len(cards)), redeals, 0, 0)
            assert left == played_by_the_rules(game, game.start())[0]


def test_endless_redeals_are_answered_within_any_budget() -> None:
    deal = Deal.numbered("single-left", 0, {"redeals": 10**18 - 1})
    answer = ask(deal.bind())
    assert answer.verdict == "unwinnable"
    assert answer.proof == "witness"
    assert answer.score == answer.bound is not None
    best = ask(deal.bind(), best=True, budget=Budget(memory_mib=1))
    assert (best.verdict, best.score, best.line) == ("unwinnable", answer.score, None)


@pytest.mark.parametrize(
    ("hand", "deck"), [((0, 0), (1,)), ((0,), (0, 1)), ((3,), ()), ((-1,), ()), ((0, 1, 2), (2,)), ((), (0, 1, 2, 3))]
)
def test_kernel_refuses_places_that_are_none(hand: tuple[int, ...], deck: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="place"):
        cards_left(b"\0\1\2", b"\0\0\0", hand, deck, 0, 0, 0)


def test_kernel_refuses_cards_it_cannot_hold() -> None:
    for refused, text in (
        (lambda: cards_left(b"\0\1", b"\0", (), (0,), 0, 0, 0), "ranks"),
        (lambda: cards_left(b"\xfe", b"\0", (), (0,), 0, 0, 0), "253"),
        (lambda: best_line(bytes(64), bytes(64)), "63"),
        (lambda: least_left_from(bytes(64), bytes(64), (), range(64)), "at most 63"),
    ):
        with pytest.raises(ValueError, match=text):
            refused()


def test_forced_answers_say_how_they_stand() -> None:
    lost = ask(SingleLeft(rules(), ("AS", "2H", "3D", "4C")))
    assert (lost.verdict, lost.proof, lost.line, lost.score) == ("unwinnable", "witness", None, 4)
    assert lost.reason is not None
    assert lost.reason.kind == "forced-play"
    assert lost.reason.text.endswith("this deal ends with 4 cards left.")
    won = ask(SingleLeft(rules(), ("AS", "2H", "3D", "AC")))
    assert (won.verdict, won.proof, won.line) == ("winnable", None, ("draw",) * 4 + ("four",))


def test_a_win_whose_line_is_too_long_to_write_is_not_claimed() -> None:
    rng = random.Random(92)
    cards = [rng.choice(STANDARD.tokens) for _ in range(400)]
    ranks, suits = encode(tuple(cards))
    # The game is won after 1,105 redeals.
    before, after = (cards_left(ranks, suits, (), range(400), redeals, 0, 0) for redeals in (1_104, 1_105))
    assert before > after == 0
    told = {"deck": "as-dealt", "redeals": 2_000}
    for best in (False, True):
        found = winnow.solve("single-left", cards, rules=told, best=best)
        assert (found.verdict, found.answer.line, found.stopped, found.decided) == ("undecided", None, "moves", False)
        assert "more moves than Winnow writes" in found.sentence
        assert check(found.record()).status == "unproven"
    assert winnow.hint("single-left", cards, rules=told).verdict.stopped == "moves"


def test_a_line_against_the_rules_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("winnow.games.single_left.engine.solving.line_of_play", lambda *_: b"\0\0\2")
    with pytest.raises(UnsoundLineError):
        ask(SingleLeft(rules(goal="4"), ("AS", "2H", "3D", "4C")))


# -------------------------------------------------------------------------------------------------------------- batches


def left_by_forced_play(cards: tuple[str, ...]) -> int:
    return played_by_the_kernel(game := SingleLeft(rules(), cards), game.start())[0]


def least_left(cards: tuple[str, ...]) -> int:
    return best_line(*encode(cards))[0]


@pytest.mark.parametrize("first", [0, 2**64 - 300])
@pytest.mark.parametrize(("optional", "left"), [(False, left_by_forced_play), (True, least_left)])
def test_a_batch_counts_what_each_numbered_deal_leaves(optional: bool, left: Any, first: int) -> None:
    numbers = Counter(left(Deal.numbered("single-left", number).cards) for number in range(first, first + 300))
    assert numbered_games(first, 300, Budget(), optional) == tuple(numbers[count] for count in range(53))


@pytest.mark.parametrize("optional", [False, True])
def test_a_batch_counts_the_deals_that_a_budget_allowed(optional: bool) -> None:
    budget = Budget(positions=123)
    assert sum(numbered_games(0, 60_000, budget, optional)) == budget.positions == 123
    assert budget.stopped == "positions"
    assert sum(numbered_games(2**64 - 2, 2, Budget(), optional)) == 2
    with pytest.raises(ValueError, match="numbers end"):
        numbered_games(2**64 - 1, 2, Budget(), optional)


def test_chance_to_clear_in_a_million_games() -> None:
    games = 10**6
    left = numbered_games(0, games, Budget())
    assert abs(left[0] - CLEAR * games) < 4.5 * sqrt(games * CLEAR * (1 - CLEAR))
    assert sum(left[1::2]) == 0


def test_wilson_interval() -> None:
    # Newcombe (1998), table I: 81 of 263 and 15 of 148, 0 of 20, 1 of 29.
    for successes, trials, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)
    assert wilson(20, 20)[1] == 1.0
    with pytest.raises(ValueError, match="21"):
        wilson(21, 20)


# --------------------------------------------------------------------------------------------------------------- parity


@pytest.mark.parametrize("discarding", ["forced", "optional"])
@pytest.mark.parametrize(("goal", "odd"), [("clear", 1), ("0", 1), ("one", 0)])
def test_parity_answers_at_once(discarding: str, goal: str, odd: int) -> None:
    """Its answers are compared with plain search in test_agreement.py."""
    rng = random.Random(goal + discarding)
    for length in range(1, 11):
        asked = rules(discarding=discarding, goal=goal, redeals=rng.randrange(3))
        game = SingleLeft(asked, random_cards(rng, length, 5, 2))
        assert (parity(game) is not None) == (length % 2 == odd)
        if length % 2 == odd:
            budget = Budget()
            answer, best = ask(game, budget=budget), ask(game, best=True)
            assert (answer.verdict, answer.proof, budget.positions) == ("unwinnable", "theorem", 0)
            assert (best.proof, best.reason) == ("theorem", answer.reason)
            assert answer.reason is not None
            assert "odd" in answer.reason.text if length % 2 else "even" in answer.reason.text
            switched_off = ask(game, without=["parity"])
            assert (switched_off.verdict, switched_off.proof == "theorem") == ("unwinnable", False)


# ------------------------------------------------------------------------------------------------- optional discarding


def test_a_kept_card_blocks_what_lies_to_its_right() -> None:
    # Discarding anywhere in the row would leave 1.
    assert best_line(*encode(("2C", "AD", "4D", "2S", "5D", "6H", "7S")))[0] == 3


def test_optional_lines_of_whole_decks_hold() -> None:
    # `solve` replays each line by the rules.
    for number in range(200):
        answer = ask(Deal.numbered("single-left", number, {"discarding": "optional"}).bind(), best=True)
        assert answer.optimal
        assert answer.line is not None
    rng = random.Random(1)
    for length in (1, 2, 3, 61, 62, 63, 64):
        game = SingleLeft(rules(discarding="optional", goal="3"), random_cards(rng, length, 3))
        assert ask(game).engine == (NAME if length < 64 else plain.NAME)


def test_a_win_with_redeals_claims_no_best_score() -> None:
    options = {"discarding": "optional", "goal": 3, "redeals": 1, "deck": "as-dealt"}
    cards = "2D 2C 3C AS AC 3S 2S 3H AH"
    won, best = (
        winnow.solve("single-left", cards, rules=options, after="draw draw", best=best) for best in (False, True)
    )
    assert (won.verdict, won.answer.score, best.answer.score) == ("winnable", 3, 1)
    assert won.answer.bound is not None
    assert won.answer.bound <= 1
    assert not won.answer.optimal
