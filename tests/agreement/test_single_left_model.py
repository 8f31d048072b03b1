"""Single Left by CP-SAT: the circuit against play by the rules, the engine against search, constructed deals."""

from __future__ import annotations

import random
import signal
import time

import psutil
import pytest

import winnow
from command_help import refused, run, start
from random_play import sizes
from single_left_help import partial_deal
from winnow.api.solve import Question, answer
from winnow.core.deals import Deal
from winnow.core.engine import Wishes
from winnow.core.errors import EngineError
from winnow.games.single_left.engine.cp_sat import construct
from winnow.games.single_left.engine.model import Model
from winnow.games.single_left.engine.partial import solve_by_circuit, solve_partial
from winnow.games.single_left.engine.solving import encode
from winnow.search.cp_sat import FALSE, TRUE, Circuit
from winnow.search.fair.orders import Samples
from winnow_kernels.common.budget import Budget
from winnow_kernels.single_left.search import cards_left

FREE = " ".join("?" * 52)


def test_constants_fold() -> None:
    circuit = Circuit()
    a, b = circuit.variable(), circuit.variable()
    assert circuit.all_of(a, FALSE) == circuit.all_of(a, -a) == FALSE
    assert circuit.any_of(a, TRUE) == circuit.same(a, a) == TRUE
    assert circuit.all_of(a, TRUE) == circuit.choose(b, a, a) == circuit.same(TRUE, a) == a
    assert circuit.same(a, -a) == FALSE
    assert circuit.choose(a, TRUE, FALSE) == a


def test_a_known_deal_folds_to_its_end() -> None:
    for number in range(40):
        cards = Deal.numbered("single-left", number).cards
        left = cards_left(*encode(cards), (), range(52), 0, 0, 0)
        assert dict(Model((), cards, ()).left) == {left: TRUE}


@sizes((0, 4), (77, 300))
def test_engine_agrees_on_partly_known_deals(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for number in range(count):
        deal = partial_deal(rng, 2 + number % 4, goal=("clear", "14", "clear", "8")[number % 4])
        expected = solve_partial(deal, Budget(), frozenset({"clause-learning"}))
        for engine in ("cp-sat", "plain") if number < 4 else ("cp-sat",):
            found = answer(Question(deal, engine=engine), Budget(), Samples(720))
            assert (found.verdict, found.answer.engine) == (expected.verdict, engine), deal.text


def test_engine_says_what_it_does_not_take() -> None:
    for options in ({"redeals": 1}, {"discarding": "optional"}):
        deal = partial_deal(random.Random(1), 2, **options)
        with pytest.raises(EngineError, match="without redeals"):
            solve_by_circuit(deal, Budget())


def test_engine_ends_with_its_budget() -> None:
    deal = partial_deal(random.Random(16), 8)
    for budget in (Budget(positions=1), Budget(seconds=0.05), Budget(memory_mib=0.001)):
        # As if the process were new: one that has room from earlier tests may not grow.
        budget.resident_before = 0
        assert solve_by_circuit(deal, budget).verdict == "undecided"
        assert budget.stopped is not None


def test_clause_learning_takes_over_from_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = partial_deal(random.Random(8), 9)
    assert solve_partial(deal, Budget()).verdict == "unwinnable"
    monkeypatch.setattr("winnow.games.single_left.engine.partial.FIRST_LOOK", 1)
    monkeypatch.setattr("winnow.games.single_left.engine.partial.SECOND_LOOK", 1)
    monkeypatch.setattr("winnow.games.single_left.engine.partial.ROUNDS", 0)
    assert solve_partial(deal, Budget()).verdict == "unwinnable"
    assert solve_partial(deal, Budget(), frozenset({"clause-learning"})).verdict == "unwinnable"


# --------------------------------------------------------------------------------------------------------- construction


def wish(cards: str = FREE, left: int | None = None, first_discard: int = 1) -> Wishes:
    return Wishes(Deal.parse("single-left", cards), left, first_discard)


def test_a_clearing_deal_with_the_latest_first_discard() -> None:
    found = construct(wish(left=0, first_discard=51), Budget())
    assert (found.verdict, found.left, found.first_discard) == ("found", 0, 51)
    assert found.deal is not None
    # The 52nd card would need 24 other cards of its suit to remove all cards below it.
    none = construct(wish(left=0, first_discard=52), Budget())
    assert (none.verdict, none.proof, none.deal) == ("none", "exhausted", None)


def test_parity_rules_a_construction_out() -> None:
    budget = Budget()
    found = construct(wish(left=5), budget)
    assert (found.verdict, found.proof, budget.positions) == ("none", "theorem", 0)


def test_construction_agrees_with_search_on_settled_cards() -> None:
    rng = random.Random(4)
    for _ in range(2):
        deal = partial_deal(rng, 3)
        expected = solve_partial(deal, Budget(), frozenset({"clause-learning"})).verdict
        found = construct(wish(deal.text, 0), Budget())
        assert (found.verdict == "none") == (expected == "unwinnable")
    whole = Deal.numbered("single-left", 0)
    left = cards_left(*encode(whole.cards), (), range(52), 0, 0, 0)
    assert construct(wish(whole.text), Budget()).left == left
    assert construct(wish(whole.text, left + 2), Budget()).verdict == "none"


def test_command_prints_a_deal_that_solve_confirms() -> None:
    result = run("construct", "single-left", "--leaves", 8, "--first-discard", 4, *["as", "?", "10h", *["?"] * 49])
    deal, told = result.out.splitlines()
    assert (result.status, deal.split()[0], deal.split()[2]) == (0, "AS", "TH")
    assert told.startswith("Left at the end: 8. First discard: at card ")
    assert winnow.solve("single-left", deal, rules={"goal": "8"}).verdict == "winnable"
    assert winnow.solve("single-left", deal, rules={"goal": "one"}).verdict == "unwinnable"
    none = run("construct", "single-left", "--leaves", 51)
    assert (none.status, "no such deal" in none.out) == (0, True)
    limited = run("construct", "single-left", "--leaves", 48, "--first-discard", 50, "--positions", 1)
    assert (limited.status, limited.out.startswith("Undecided")) == (3, True)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["head"], "deals of head are not constructed"),
        (["single-left", *["AS"] * 2, *["?"] * 50], "too often"),
        (["single-left", "1S", *["?"] * 51], "card 1"),
        (["single-left", "?", "?"], "2 cards instead of 52"),
    ],
)
def test_command_refuses_bad_wishes(arguments: list[str], word: str) -> None:
    refused(run("construct", *arguments), word)


def test_command_is_interrupted_cleanly() -> None:
    wishes = ["single-left", "--leaves", "48", "--first-discard", "30"]
    process = start("construct", *wishes)
    watched = psutil.Process(process.pid)
    # The search runs in a thread of its own.
    while process.poll() is None and watched.num_threads() == 1:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=300)
    # A quick machine may have found the deal before the signal came.
    assert process.returncode in (0, 130)
    assert output.startswith((b"Undecided", b"Left")) or b"Left at the end: 48." in output
