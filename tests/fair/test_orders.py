"""Deals with unknown cards: what `solve` says of them, against every order of the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

import winnow
from command_help import run
from winnow.core.deals import Deal
from winnow.core.errors import DealError, EngineError
from winnow.core.knowledge import Knowledge, counted_orders
from winnow.core.question import Question
from winnow.search.fair.orders import Samples
from winnow.search.questions import answer
from winnow_kernels.common.budget import Budget

HIDDEN = {
    "single-left": ((44, 45, 50, 51), {"discarding": "optional", "goal": "6"}),
    "universal": ((58, 59), {"draw": "1", "passes": "1"}),
    "head": ((33, 34, 35), {"melding": "optional", "passes": "2", "target": "3"}),
    "blink": ((57, 58, 59), {"hold": "0"}),
    "one-minute": ((1, 2, 3), {"passing": "forced", "handlings": "150"}),
}


def hidden(game: str, number: int) -> Deal:
    """Return a numbered deal with a few cards unknown."""
    places, rules = HIDDEN[game]
    deal = Deal.numbered(game, number, rules)
    cards = tuple("?" if place in places else card for place, card in enumerate(deal.cards))
    return replace(deal, cards=cards, number=None)


def verdicts(deal: Deal, after: tuple[str, ...] = ()) -> list[str]:
    """Return the verdict of every order of the unknown cards."""
    knowledge = Knowledge(deal, deal.cards, deal.missing, ())
    whole = (replace(deal, cards=knowledge.bind(order).deal) for order in counted_orders(deal.missing))
    return [answer(Question(each, after), Budget()).verdict for each in whole]


@pytest.mark.parametrize("game", HIDDEN)
def test_the_verdict_holds_for_every_order(game):
    told = set()
    for number in range(1 if game == "universal" else 12):
        deal = hidden(game, number)
        expected = verdicts(deal)
        found = winnow.solve(deal)
        name = expected[0] if len(set(expected)) == 1 else "open"
        assert found.verdict == name, deal.text
        told.add(name)
        if name == "open":
            share = found.record()["share"]
            assert share["share"] == pytest.approx(expected.count("winnable") / len(expected), abs=1e-6)
            assert (share["exact"], share["samples"], share["low"]) == (True, len(expected), share["high"])
            for word, verdict in (("winning", "winnable"), ("losing", "unwinnable")):
                assert (
                    winnow.solve(game, found.answer.completions[word], rules=deal.rules.spelled_out()).verdict
                    == verdict
                )
    assert len(told) > 1 or game == "universal"


@pytest.mark.parametrize("game", HIDDEN)
def test_a_position_with_unknown_cards(game):
    """The moves played may show no unknown card; the verdict is that of every order after them."""
    deal = hidden(game, 3)
    whole = Knowledge(deal, deal.cards, deal.missing, ()).bind(deal.missing)
    line = (whole.moves(whole.start())[0],)
    expected = verdicts(deal, line)
    found = winnow.solve(deal, after=line)
    assert found.verdict == (expected[0] if len(set(expected)) == 1 else "open")
    record = found.record()
    assert winnow.check(record).status == "unproven"
    for change in ({"after": [*line, "bogus"]}, {"question": "best"}, {"score": 4}, {"optimal": True}):
        assert winnow.check({**record, **change}).status == "failed", change


def test_many_orders_are_sampled_and_may_leave_the_question_open():
    deck = Deal.numbered("universal", 1).cards
    deal = Deal.parse("universal", " ".join((*deck[:-8], *"?" * 8)))
    found = winnow.solve(deal, samples=10, seed=4)
    share = found.record()["share"]
    assert (found.verdict, share["samples"], share["exact"], share["seed"]) == ("open", 10, False, 4)
    assert share["low"] < share["share"] == share["high"] == 1
    assert list(found.answer.completions) == ["winning"]
    assert "every order that was decided can be won, but that is not all" in found.sentence
    assert winnow.check(found.record()).status == "unproven"
    again = winnow.solve(deal, samples=10, seed=4)
    assert again.answer == found.answer


def test_a_limit_leaves_the_orders_looked_at():
    deal = hidden("one-minute", 1)
    nothing = answer(Question(deal), Budget(0), Samples())
    assert (nothing.verdict, nothing.answer.share) == ("undecided", None)


def test_a_shown_card_may_not_be_unknown_and_best_is_refused():
    deal = replace(hidden("head", 1), cards=("?", *Deal.numbered("head", 1).cards[1:]))
    with pytest.raises(DealError, match="card 1: '\\?' stands for a card that has been shown"):
        winnow.solve(deal, after="meld AM 2SY")
    with pytest.raises(DealError, match="takes no --best"):
        winnow.solve(deal, best=True)
    with pytest.raises(EngineError, match="are not constructed"):
        winnow.construct("head", leaves=3)


def test_the_command_tells_the_share():
    options = ["--rule", "hold=0", "--samples", 4, "--seed", 9, "--json"]
    (record,) = run("solve", "blink", *hidden("blink", 0).cards, *options).records
    assert record["verdict"] == "open"
    assert record["share"]["samples"] == 4
    assert record["share"]["seed"] == 9


def test_all_orders_of_five_unknown_cards_are_counted_unasked():
    deck = Deal.numbered("blink", 0, {"hold": "0"}).cards
    found = winnow.solve("blink", " ".join((*deck[:-5], *"?" * 5)), rules={"hold": "0"})
    assert found.record()["share"]["exact"]
    assert found.record()["share"]["samples"] == 120


def test_a_review_needs_every_card():
    with pytest.raises(DealError, match="a review needs every card known"):
        winnow.review(hidden("universal", 1), line="T")
