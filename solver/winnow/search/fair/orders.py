"""Deals with unknown cards: what holds for every order of them, and the share of orders that can be won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from winnow.core.cards import Card
from winnow.core.counted import whole_number
from winnow.core.engine import Engine, Task
from winnow.core.fair import ruled
from winnow.core.knowledge import Knowledge, counted_orders, known_after, sampled
from winnow.core.lines import replay
from winnow.core.question import Question
from winnow.core.verdicts import Answer, Reason
from winnow.search.fair.samples import Tally
from winnow_kernels.common.budget import Budget


@dataclass(frozen=True)
class Samples:
    """How many orders of the unknown cards are looked at, and the seed of the random ones.

    By default five unknown cards have all their orders counted.
    """

    number: int = 120
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", whole_number("samples", self.number, 1))
        object.__setattr__(self, "seed", whole_number("seed", self.seed))

    def orders(self, knowledge: Knowledge) -> Iterator[tuple[Card, ...]]:
        """Yield every order of the unseen cards if there are at most `number`, else that many random ones."""
        if knowledge.orders <= self.number:
            return counted_orders(knowledge.unseen)
        return islice(sampled(knowledge, self.seed), self.number)


def answer_every_order(question: Question, engine: Engine, budget: Budget, samples: Samples | None) -> Answer:
    """Return what holds for every order of the unknown cards, or that it is open; undecided if no order was solved.

    Where the game's engine decides such deals, `samples` (None: no share) only adds the share of orders that can be
    won; else every order is solved if there are few, and random ones if not. An open answer shows a winning and a
    losing order, as far as there is one among these. Raises DealError for an unknown card that the moves played have
    shown.
    """
    decides = engine.search_partial is not None and not question.after
    found = engine.solve_partial(question.deal, budget, question.without) if decides else Answer("open", engine.name)
    if found.verdict in ("winnable", "unwinnable") or (decides and samples is None):
        return found
    samples = samples or Samples()
    knowledge = _given(question)
    tally, deals = _tallied(question, knowledge, engine, budget, samples)
    if not tally.samples:
        return found if decides else Answer("undecided", engine.name)
    exact = tally.samples == knowledge.orders
    share = {**tally.can_still_be_won(exact), "samples": tally.samples, "exact": exact, "seed": samples.seed}
    if not decides:
        found = _told(engine.name, deals, exact and not tally.undecided)
    return replace(found, share=share)


def _given(question: Question) -> Knowledge:
    """Return the deal with all cards that it names as known, also of a game without fair play. Raises DealError."""
    deal = question.deal
    if question.after:
        known_after(deal, question.after)
    return Knowledge(deal, deal.cards, tuple(sorted(deal.missing)), question.after)


def _tallied(
    question: Question, knowledge: Knowledge, engine: Engine, budget: Budget, samples: Samples
) -> tuple[Tally, dict[str, str]]:
    """Return the verdicts of the orders, and a deal of each kind; an order that the budget ended is not among them."""
    tally, deals, stood_for = Tally(), dict[str, str](), ruled.of(question.deal.game)
    for order in samples.orders(knowledge):
        game = knowledge.bind(order)
        position = stood_for(replay(game, game.start(), question.after))
        found = engine.solve(Task(knowledge.rules_of(game), position, without=question.without), budget)
        if budget.stopped is not None:
            break
        tally.count(found.verdict)
        deals.setdefault(found.verdict, " ".join(game.deal))
    return tally, deals


def _told(engine: str, deals: Mapping[str, str], decided: bool) -> Answer:
    """Return the answer that a deal of each kind gives; `decided` says that every order is of one of them."""
    words = {"winnable": "winning", "unwinnable": "losing"}
    shown = {word: deals[verdict] for verdict, word in words.items() if verdict in deals}
    if len(shown) == len(words) or not decided:
        return Answer("open", engine, completions=shown or None)
    if "winning" in shown:
        return Answer("winnable", engine, proof="exhausted")
    reason = Reason("every-completion", "However the unknown cards lie, the deal cannot be won.")
    return Answer("unwinnable", engine, proof="exhausted", reason=reason)
