"""Single Left, optional discarding: the kernels and the engine against plain search."""

from __future__ import annotations

import random

import pytest

from single_left_help import ask, random_cards, rules, walk
from winnow.api.hint import answer_hint
from winnow.api.solve import Question
from winnow.core.deals import Deal
from winnow.core.engine import Task, confirmed
from winnow.games.single_left.bench import histogram as random_histogram
from winnow.games.single_left.engine.solving import NAME, TECHNIQUES, encode, solve
from winnow.games.single_left.rules import Position, SingleLeft
from winnow.search import plain
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.forced import random_deals
from winnow_kernels.single_left.optional import LANES, least_left, least_left_from, least_left_of_many


@pytest.mark.parametrize("seed", range(300))
def test_optional_agrees_with_plain_search(seed: int) -> None:
    rng = random.Random(seed)
    cards = random_cards(rng, rng.randrange(1, 17), rng.choice((3, 5, 13)), rng.choice((2, 3, 4)))
    game = SingleLeft(rules(discarding="optional", goal=rng.choice(("clear", "one", "1", "4"))), cards)
    expected = plain.solve(Task(game, game.start(), best=True), Budget())
    assert least_left(*encode(cards)) == expected.score
    for best in (False, True):
        for without in ((), *((technique,) for technique in sorted(TECHNIQUES))):
            answer = ask(game, best, without)
            assert answer.verdict == expected.verdict
            if best:
                assert (answer.score, answer.bound) == (expected.score, expected.bound)
                assert answer.line is not None


def test_a_kept_card_blocks_what_lies_to_its_right() -> None:
    # Discarding anywhere in the row would leave 1.
    assert least_left(*encode(("2C", "AD", "4D", "2S", "5D", "6H", "7S"))) == 3


@pytest.mark.parametrize("length", [0, 1, 5, 30, 52, 62, 63])
def test_many_optional_deals_at_once(length: int) -> None:
    rng = random.Random(length)
    deals = [encode(random_cards(rng, length, rng.choice((4, 13)))) for _ in range(21)]
    expected = bytes(least_left(*deal) for deal in deals)
    for lanes in (0, *LANES):
        assert least_left_of_many(deals, lanes) == expected
        assert least_left_of_many([], lanes) == b""
    with pytest.raises(ValueError, match="different lengths"):
        least_left_of_many([*deals, (bytes(length + 1), bytes(length + 1))])
    with pytest.raises(ValueError, match="63"):
        least_left_of_many([(bytes(64), bytes(64))])
    with pytest.raises(ValueError, match="3 deals at once"):
        least_left_of_many(deals, 3)


def test_optional_simulation_decides_the_deals_of_the_forced_one() -> None:
    histogram = [0] * 53
    for deal in random_deals(4, 0, 150):
        histogram[least_left(bytes(card // 4 for card in deal), bytes(card % 4 for card in deal))] += 1
    for lanes in (0, *LANES):
        assert random_histogram(150, 4, lanes, forced=False) == tuple(histogram)


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


def late_walk(rng: random.Random, game: SingleLeft) -> Position:
    """Return a position reached mostly by drawing, so that discards wait in the hand."""
    position = game.start()
    for _ in range(rng.randrange(2 * len(game.deal))):
        following = [after for move, after in game.successors(position) if move != "redeal"]
        if not following:
            break
        position = following[-1] if rng.random() < 0.7 else rng.choice(following)
    return position


def check_optional_position(rng: random.Random, most_cards: int) -> None:
    cards = random_cards(rng, rng.randrange(1, most_cards), rng.choice((3, 5, 13)), rng.choice((2, 3, 4)))
    game = SingleLeft(rules(discarding="optional", goal=rng.choice(("clear", "one", "2", "5"))), cards)
    position = late_walk(rng, game)
    question = Task(game, position, best=True)
    expected = plain.solve(question, Budget())
    assert least_left_from(*encode(cards), position.hand, position.deck) == expected.bound
    answer = confirmed(question, solve(question, Budget()), Budget())
    assert (answer.verdict, answer.score, answer.bound) == (expected.verdict, expected.score, expected.bound)
    assert answer.line is not None


@pytest.mark.parametrize("seed", range(300))
def test_optional_from_any_position(seed: int) -> None:
    check_optional_position(random.Random(seed), 17)


@pytest.mark.full
def test_optional_from_many_positions() -> None:
    rng = random.Random(6)
    for _ in range(6000):
        check_optional_position(rng, 20)


def test_optional_hints_of_whole_decks() -> None:
    deal = Deal.numbered("single-left", 1, {"discarding": "optional"})
    hint = answer_hint(Question(deal, after=("draw",) * 30, best=True), Budget())
    assert hint.verdict.answer.optimal
    assert hint.verdict.answer.score == min(move.score for move in hint.moves if move.score is not None)
    assert hint.verdict.positions < 10
    with pytest.raises(ValueError, match="at most 63"):
        least_left_from(bytes(64), bytes(64), (), range(64))


def check_redeals(rng: random.Random, most_cards: int) -> None:
    cards = random_cards(rng, rng.randrange(1, most_cards), rng.choice((3, 5, 13)), rng.choice((2, 4)))
    goal = rng.choice(("clear", "one", "2", "5"))
    game = SingleLeft(rules(discarding="optional", goal=goal, redeals=rng.randrange(1, 4)), cards)
    for position in (game.start(), walk(rng, game)):
        for best in (False, True):
            question = Task(game, position, best)
            expected = plain.solve(question, Budget())
            answer = confirmed(question, solve(question, Budget()), Budget())
            assert answer.verdict == expected.verdict
            assert (answer.line is not None) == (best or answer.verdict == "winnable")
            if best:
                assert (answer.score, answer.bound) == (expected.score, expected.bound)


@pytest.mark.parametrize("seed", range(80))
def test_optional_with_redeals_agrees_with_plain_search(seed: int) -> None:
    check_redeals(random.Random(seed), 11)


@pytest.mark.full
def test_optional_with_redeals_on_many_decks() -> None:
    rng = random.Random(8)
    for _ in range(1500):
        check_redeals(rng, 13)


def test_optional_with_redeals_ends_with_its_budget() -> None:
    deal = Deal.numbered("single-left", 0, {"discarding": "optional", "redeals": 5})
    won = ask(Deal.numbered("single-left", 1, {"discarding": "optional", "goal": "6", "redeals": 5}).bind())
    assert won.verdict == "winnable"
    for budget in (Budget(positions=500), Budget(memory_mib=0.0001)):
        limited = ask(deal.bind(), best=True, budget=budget)
        assert limited.score is not None
        assert limited.line is not None
        assert (limited.verdict, limited.bound) in (("undecided", 0), ("winnable", 0))
        assert budget.stopped is not None or limited.score == 0
    nothing = ask(deal.bind(), budget=Budget(positions=0))
    assert (nothing.verdict, nothing.score) == ("undecided", None)


def test_optional_hands_over_what_the_relations_do_not_cover() -> None:
    rng = random.Random(9)
    for _ in range(60):
        game = SingleLeft(rules(discarding="optional", redeals=rng.randrange(3)), random_cards(rng, 8, 4))
        position = walk(rng, game)
        question = Task(game, position, best=True)
        expected = plain.solve(question, Budget())
        answer = solve(question, Budget())
        assert (answer.verdict, answer.score, answer.bound) == (expected.verdict, expected.score, expected.bound)


@pytest.mark.full
def test_optional_agrees_with_plain_search_on_many_decks() -> None:
    rng = random.Random(2)
    for _ in range(6000):
        cards = random_cards(rng, rng.randrange(8, 22), rng.choice((3, 5, 8, 13)), rng.choice((2, 3, 4)))
        game = SingleLeft(rules(discarding="optional"), cards)
        expected = plain.solve(Task(game, game.start(), best=True, without=frozenset({"parity"})), Budget())
        answer = ask(game, best=True)
        assert (answer.verdict, answer.score) == (expected.verdict, expected.score), " ".join(cards)
