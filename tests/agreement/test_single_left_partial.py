"""Single Left from partly known deals: the kernels and the engine against every completion, played one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations, product
from typing import Any

import pytest

from random_play import sizes
from single_left_help import partial_deal
from winnow.api.hint import answer_hint
from winnow.api.solve import Question, answer
from winnow.core.deals import Deal, filled
from winnow.core.engine import Task
from winnow.core.verdicts import Verdict
from winnow.games.single_left.engine.partial import solve_partial
from winnow.games.single_left.engine.solving import solve
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.search import Completions, OptionalCompletions, SuitSearch, best_line, cards_left

SWITCHES = ("suits-first", "completion-memo", "completion-bound")

Numbers = tuple[bytes, bytes, list[int], list[tuple[int, int]]]


# ---------------------------------------------------------------------------------------- kernels, on parts of the deck


def small_deal(rng: random.Random, most_unknown: int) -> Numbers:
    """Return a deal of 5 to 14 different cards of few ranks: ranks, suits, unknown places, the cards missing there."""
    deck = [(rank, suit) for rank in range(rng.choice((3, 4, 5))) for suit in range(4)]
    cards = rng.sample(deck, rng.randrange(5, min(14, len(deck)) + 1))
    unknown = sorted(rng.sample(range(len(cards)), rng.randrange(1, min(most_unknown, len(cards)) + 1)))
    missing = [cards[place] for place in unknown]
    rng.shuffle(missing)
    known = [(0, 0) if place in unknown else card for place, card in enumerate(cards)]
    return bytes(rank for rank, _ in known), bytes(suit for _, suit in known), unknown, missing


def completed(numbers: Numbers, order: Sequence[int]) -> tuple[bytes, bytes]:
    ranks, suits, unknown, missing = numbers
    cards = list(zip(ranks, suits, strict=True))
    for place, card in zip(unknown, order, strict=True):
        cards[place] = missing[card]
    return bytes(rank for rank, _ in cards), bytes(suit for _, suit in cards)


def completions_by_result(numbers: Numbers, left: Callable[[bytes, bytes], int], goal: tuple[int, int]) -> Any:
    """Return whether an order of the missing cards wins, and the results of all orders."""

    def won(order: Sequence[int]) -> bool:
        return goal[0] <= left(*completed(numbers, order)) <= goal[1]

    return won, {won(order) for order in permutations(range(len(numbers[3])))}


def check_forced(numbers: Numbers, redeals: int, goal: tuple[int, int]) -> None:
    """Compare the searches, with each switch off, with all completions."""

    def left(ranks: bytes, suits: bytes) -> int:
        return cards_left(ranks, suits, (), range(len(ranks)), redeals, *goal)

    won, results = completions_by_result(numbers, left, goal)
    completions = Completions(*numbers, redeals, *goal)
    searches: list[Callable[[bool, Budget], Any]] = [completions.search]
    if redeals == 0:
        for memo, bound in product((True, False), repeat=2):
            searches.append(partial(SuitSearch(*numbers, *goal).search, memo=memo, bound=bound))
    for search, win in product(searches, (True, False)):
        order, whole = search(win, Budget())
        assert whole
        assert (order is not None) == (win in results), (numbers, redeals, goal, search)
        assert order is None or won(order) == win
    annealed = [completions.anneal(win, 3, 100, Budget()) for win in (True, False)]
    for orders in (completions.sample(50, Budget()), annealed):
        assert all(order is None or won(order) == win for order, win in zip(orders, (True, False), strict=True))


def check_optional(numbers: Numbers, goal: tuple[int, int]) -> None:
    won, results = completions_by_result(numbers, lambda *cards: best_line(*cards)[0], goal)
    completions = OptionalCompletions(*numbers, *goal)
    searched = [completions.search(Budget(), bound) for bound in (True, False)]
    for orders in (*searched, completions.sample(9, Budget())):
        assert all(order is None or won(order) == win for order, win in zip(orders, (True, False), strict=True))
    for orders in searched:
        assert {win for win, order in zip((True, False), orders, strict=True) if order is not None} == results


@sizes((1, 300), (10, 5000))
def test_searches_agree_with_every_completion(seed: int, count: int) -> None:
    rng, most = random.Random(seed), 5 if count < 1000 else 6
    for _ in range(count):
        goal = rng.choice(((0, 0), (0, 0), (1, 1), (0, 1), (0, 3), (0, 6)))
        check_forced(small_deal(rng, most), rng.choice((0, 0, 0, 1, 2)), goal)
        check_optional(small_deal(rng, most), goal)


def test_a_course_that_no_completion_takes_is_no_win() -> None:
    # Four unknown cards can be forced to differ from all ranks left for them: only naming the cards reveals it.
    found = 0
    for seed in range(400):
        rng = random.Random(seed)
        deck = [(rank, suit) for rank in range(2) for suit in range(4)]
        rng.shuffle(deck)
        numbers: Numbers = (bytes(8), bytes(8), list(range(8)), deck)
        goal = (0, 2 * rng.randrange(4))
        order, whole = SuitSearch(*numbers, *goal).search(True, Budget())
        expected, _ = Completions(*numbers, 0, *goal).search(True, Budget())
        assert whole
        assert (order is None) == (expected is None)
        found += order is not None
    assert found > 0


def test_searches_end_with_their_limits() -> None:
    rng = random.Random(3)
    deck = [(rank, suit) for rank in range(13) for suit in range(4)]
    rng.shuffle(deck)
    places = list(range(0, 52, 3))
    numbers: Numbers = (bytes(r for r, _ in deck), bytes(s for _, s in deck), places, [deck[p] for p in places])
    for search in (Completions(*numbers, 0, 0, 0).search, SuitSearch(*numbers, 0, 0).search):
        assert search(True, Budget(), 10) == (None, False)
        budget = Budget(positions=10)
        assert search(True, budget) == (None, False)
        assert (budget.positions, budget.stopped) == (10, "positions")
    tiny = Budget(memory_mib=0.001)
    assert SuitSearch(*numbers, 0, 0).search(True, tiny) == (None, False)
    assert tiny.stopped == "memory"


@pytest.mark.parametrize(
    ("unknown", "cards", "word"),
    [
        ([3, 1], [(0, 3), (5, 1)], "unknown places"),
        ([1], [(0, 3), (5, 1)], "the numbers must be equal"),
        ([1, 4], [(0, 3), (5, 1)], "unknown places"),
        ([1, 3], [(0, 3), (0, 3)], "equal"),
        ([1, 3], [(0, 3), (2, 2)], "equal"),
        ([1, 3], [(0, 3), (5, 4)], "suits below"),
    ],
)
def test_kernels_refuse_what_is_no_partly_known_deal(
    unknown: list[int], cards: list[tuple[int, int]], word: str
) -> None:
    numbers = (bytes((0, 1, 2, 0)), bytes((0, 1, 2, 3)), unknown, cards)
    for make in (lambda: Completions(*numbers, 0, 0, 0), lambda: SuitSearch(*numbers, 0, 0)):
        with pytest.raises(ValueError, match=word):
            make()
    with pytest.raises(ValueError, match=word):
        OptionalCompletions(*numbers, 0, 0)


# ------------------------------------------------------------------------------------------------ the engine, full deck


def verdict_of(deal: Deal) -> str:
    game = deal.bind()
    return solve(Task(game, game.start()), Budget()).verdict


def outcomes(deal: Deal) -> set[bool]:
    """Return the set of results of all completions, by the engine for whole deals."""
    results = set()
    for order in permutations(deal.missing):
        whole = Deal.parse("single-left", " ".join(filled(deal.cards, order)), deal.rules.spelled_out())
        results.add(verdict_of(whole) == "winnable")
    return results


@pytest.mark.parametrize("seed", range(60))
def test_partial_deals_against_every_completion(seed: int) -> None:
    rng = random.Random(seed)
    discarding = "optional" if seed % 3 == 0 else "forced"
    options = {"discarding": discarding, "goal": rng.choice(("clear", "0", "4", "12", "20"))}
    if discarding == "forced":
        options["redeals"] = rng.choice("012")
    deal = partial_deal(rng, rng.randrange(1, 6), **options)
    results = outcomes(deal)
    expected = "open" if len(results) == 2 else "winnable" if True in results else "unwinnable"
    for switch in SWITCHES:
        assert solve_partial(deal, Budget(), frozenset({switch})).verdict == expected
    answer = solve_partial(deal, budget=Budget())
    assert answer.verdict == expected
    if answer.verdict != "open":
        assert answer.completions is None
        return
    assert answer.completions is not None
    assert list(answer.completions) == ["winning", "losing"]
    for kind, text in answer.completions.items():
        whole = Deal.parse("single-left", text, deal.rules.spelled_out())
        assert all(known in ("?", card) for known, card in zip(deal.cards, whole.cards, strict=True))
        assert verdict_of(whole) == {"winning": "winnable", "losing": "unwinnable"}[kind]


def test_partial_optional_with_redeals_is_searched() -> None:
    # Any number of cards left meets this goal.
    deal = partial_deal(random.Random(1), 2, discarding="optional", redeals="1", goal="52")
    assert solve_partial(deal, budget=Budget()).verdict == "winnable"


def test_partial_with_nothing_known_is_open() -> None:
    for discarding in ("forced", "optional"):
        deal = partial_deal(random.Random(1), 52, discarding=discarding)
        answer = solve_partial(deal, budget=Budget())
        assert answer.verdict == "open"
        assert answer == solve_partial(deal, budget=Budget())


def test_partial_is_undecided_within_too_small_a_budget() -> None:
    deal = partial_deal(random.Random(1), 30)
    answer = solve_partial(deal, budget=Budget(positions=1))
    assert answer.verdict == "undecided"
    assert answer.completions is not None
    assert list(answer.completions) == ["losing"]
    spent = Budget(positions=0)
    nothing = solve_partial(partial_deal(random.Random(1), 3), budget=spent)
    assert (nothing.verdict, nothing.completions) == ("undecided", None)


def test_parity_is_said_in_the_same_words_everywhere() -> None:
    sentence = "Cards are discarded in twos and fours, so from an even deck exactly one card can never remain."
    whole = Deal.numbered("single-left", 3, {"goal": "one"})
    partly = Deal.parse("single-left", " ".join(("?", *whole.cards[1:])), {"goal": "one"})
    verdicts: list[Verdict] = [answer(Question(deal), Budget()) for deal in (whole, partly)]
    verdicts.append(answer_hint(Question(whole), Budget()).verdict)
    verdicts.append(answer_hint(Question(whole, after=("draw",) * 3), Budget()).verdict)
    for verdict in verdicts:
        assert (verdict.verdict, verdict.answer.proof) == ("unwinnable", "theorem")
        assert verdict.answer.reason is not None
        assert (verdict.answer.reason.kind, verdict.answer.reason.text) == ("parity", sentence)
        assert verdict.positions == 0
    for without in ({"parity"}, {"parity", "suits-first"}):
        searched = solve_partial(partly, Budget(), frozenset(without))
        assert (searched.verdict, searched.proof) == ("unwinnable", "exhausted")
