"""Deals with unknown cards: what holds for every order of them, and the share of orders that can be won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from winnow.core.cards import Card
from winnow.core.counted import whole_number
from winnow.core.engine import Engine, Task
from winnow.core.fair import ruled
from winnow.core.knowledge import Knowledge, counted_orders, known_after, sampled
from winnow.core.lines import replay
from winnow.core.question import Question
from winnow.core.statistics import win_rate
from winnow.core.verdicts import Answer, Reason
from winnow.search.fair.samples import share_record
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


@dataclass
class Shares:
    """The verdicts of the orders looked at: how many, and one deal of each kind."""

    counts: dict[str, int] = field(default_factory=lambda: {"winnable": 0, "unwinnable": 0, "undecided": 0})
    deals: dict[str, str] = field(default_factory=dict)

    @property
    def looked_at(self) -> int:
        """Return the number of orders."""
        return sum(self.counts.values())

    def record(self, knowledge: Knowledge, seed: int) -> dict[str, Any]:
        """Return the share of orders that can be won, with its 95% interval: a point if all orders were decided."""
        won, undecided, number = self.counts["winnable"], self.counts["undecided"], self.looked_at
        exact = number == knowledge.orders
        share = won / number
        interval = (share, share) if exact and not undecided else win_rate(won, undecided, number)
        return {**share_record(share, interval), "samples": number, "exact": exact, "seed": seed}


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
    shares = _shares(question, knowledge, engine, budget, samples)
    if not shares.looked_at:
        return found if decides else Answer("undecided", engine.name)
    share = shares.record(knowledge, samples.seed)
    if decides:
        return replace(found, share=share)
    return replace(_told(engine.name, shares, share["exact"]), share=share)


def _given(question: Question) -> Knowledge:
    """Return the deal with all cards that it names as known, also of a game without fair play. Raises DealError."""
    deal = question.deal
    if question.after:
        known_after(deal, question.after)
    return Knowledge(deal, deal.cards, tuple(sorted(deal.missing)), question.after)


def _shares(question: Question, knowledge: Knowledge, engine: Engine, budget: Budget, samples: Samples) -> Shares:
    """Return the verdicts of the orders; one that the budget ended is not among them."""
    shares, stood_for = Shares(), ruled.of(question.deal.game)
    for order in samples.orders(knowledge):
        game = knowledge.bind(order)
        position = stood_for(replay(game, game.start(), question.after))
        found = engine.solve(Task(knowledge.rules_of(game), position, without=question.without), budget)
        if budget.stopped is not None:
            break
        shares.counts[found.verdict] += 1
        shares.deals.setdefault(found.verdict, " ".join(game.deal))
    return shares


def _told(engine: str, shares: Shares, exact: bool) -> Answer:
    """Return the answer that the orders looked at give."""
    words = {"winnable": "winning", "unwinnable": "losing"}
    shown = {word: shares.deals[verdict] for verdict, word in words.items() if verdict in shares.deals}
    if len(shown) == len(words) or not exact or shares.counts["undecided"]:
        return Answer("open", engine, completions=shown or None)
    if "winning" in shown:
        return Answer("winnable", engine, proof="exhausted")
    reason = Reason("every-completion", "However the unknown cards lie, the deal cannot be won.")
    return Answer("unwinnable", engine, proof="exhausted", reason=reason)
