"""Single Left from partly known deals: what every completion, or none of them, comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import cast

from ext.budget import Budget
from ext.single_left import cards_left
from ext.single_left_completions import search_completions
from ext.single_left_optional import MOST_CARDS as LONGEST_OPTIONAL
from ext.single_left_optional import least_left
from solver.cards import Card
from solver.deals import UNKNOWN, Deal, shuffled
from solver.engines import plain
from solver.engines.base import Question
from solver.engines.single_left import NAME, encode, goal_range, parity
from solver.games.single_left import SingleLeft, SingleLeftRules
from solver.verdicts import Answer, Reason

RANDOM_COMPLETIONS = 20_000
"""How many random completions of a partly known deal are played before all of them are, in order."""


def solve_partial(deal: Deal, budget: Budget) -> Answer:
    """Decide a deal with `?`: `winnable` if every completion wins, `unwinnable` if none does, else `open`.

    An open deal is shown with a winning and a losing completion; an undecided one with the one found, if any.
    Completions differ in their scores, so a partly known deal has no score, bound or line.
    """
    impossible = parity(_rules(deal), len(deal.cards))
    if impossible:
        return Answer("unwinnable", NAME, proof="theorem", reason=impossible)
    found = _Found(deal)
    many = factorial(len(deal.unknown)) > RANDOM_COMPLETIONS
    ended = many and _try_each(found, _random_orders(deal), budget)
    if not (ended or found.both):
        ended = _try_all(found, budget)
    if found.both:
        return Answer("open", NAME, completions=found.shown())
    if ended:
        return Answer("undecided", NAME, completions=found.shown() or None)
    if found.winning:
        return Answer("winnable", NAME, proof="exhausted")
    return Answer(
        "unwinnable",
        NAME,
        proof="exhausted",
        reason=Reason("every-completion", "However the unknown cards lie, the goal is not met."),
    )


def _rules(deal: Deal) -> SingleLeftRules:
    return cast(SingleLeftRules, deal.rules)


@dataclass
class _Found:
    """The completions found of one deal: a winning and a losing order of its missing cards."""

    deal: Deal
    winning: tuple[Card, ...] | None = None
    losing: tuple[Card, ...] | None = None

    @property
    def both(self) -> bool:
        return self.winning is not None and self.losing is not None

    def cards(self, order: Sequence[Card]) -> tuple[Card, ...]:
        """Return the whole deal with the missing cards in this order."""
        missing = iter(order)
        return tuple(next(missing) if card == UNKNOWN else card for card in self.deal.cards)

    def note(self, order: tuple[Card, ...], won: bool) -> None:
        if won:
            self.winning = self.winning or order
        else:
            self.losing = self.losing or order

    def shown(self) -> dict[str, str]:
        kinds = {"winning": self.winning, "losing": self.losing}
        return {kind: " ".join(self.cards(order)) for kind, order in kinds.items() if order is not None}


def _random_orders(deal: Deal) -> Iterator[tuple[Card, ...]]:
    """Yield random orders of the missing cards, always the same ones: shuffled as numbered deals are."""
    missing = deal.missing
    return (shuffled(missing, number) for number in range(RANDOM_COMPLETIONS))


def _try_all(found: _Found, budget: Budget) -> bool:
    """Try every completion, in the lexicographic order of the deck, until both kinds are found.

    Returns whether the budget ended it.
    """
    deal, rules = found.deal, _rules(found.deal)
    if rules.discarding == "optional":
        return _try_each(found, permutations(deal.missing), budget)
    missing = deal.missing
    winning, losing = search_completions(
        *encode(deal.cards),
        deal.unknown,
        list(zip(*encode(missing), strict=True)),
        rules.redeals,
        *goal_range(rules.goal),
        budget,
        need_winning=found.winning is None,
        need_losing=found.losing is None,
    )
    for order, won in ((winning, True), (losing, False)):
        if order is not None:
            found.note(tuple(missing[card] for card in order), won)
    return budget.stopped is not None


def _try_each(found: _Found, orders: Iterator[tuple[Card, ...]], budget: Budget) -> bool:
    """Try these orders of the missing cards until both kinds are found; return whether the budget ended it."""
    wins = _judge(found.deal, budget)
    for order in orders:
        won = wins(found.cards(order))
        if won is None:
            return True
        found.note(order, won)
        if found.both:
            return False
    return False


def _judge(deal: Deal, budget: Budget) -> Callable[[tuple[Card, ...]], bool | None]:
    """Return what tells whether a completion wins (None: the budget is spent), by the quickest way for the rules."""
    rules = _rules(deal)
    low, high = goal_range(rules.goal)
    places = range(len(deal.cards))

    def forced(cards: tuple[Card, ...]) -> bool | None:
        if budget.spend():
            return None
        return low <= cards_left(*encode(cards), (), places, rules.redeals, low, high) <= high

    def optional(cards: tuple[Card, ...]) -> bool | None:
        if budget.spend():
            return None
        return low <= least_left(*encode(cards)) <= high

    def searched(cards: tuple[Card, ...]) -> bool | None:
        game = SingleLeft(rules, cards)
        answer = plain.solve(Question(game, game.start()), budget)
        return None if answer.verdict == "undecided" else answer.verdict == "winnable"

    if rules.discarding == "forced":
        return forced
    return optional if rules.redeals == 0 and len(deal.cards) <= LONGEST_OPTIONAL else searched
